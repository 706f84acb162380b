/** A document of the collections `membres` and `evenements`, and what it stands for. */
import type { DocumentSnapshot } from "@google-cloud/firestore";
import type { Person } from "#domain/person.ts";
import type { Stored } from "#domain/stored.ts";

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** @returns a field's text; empty for a field that an older site did not write, or that holds no text */
function textIn(value: unknown): string {
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}

/** @returns the fields of a card among whatever else a document holds */
export const fieldsIn = <Fields>(fieldNames: readonly (keyof Fields & string)[], values: unknown): Fields =>
  Object.fromEntries(
    fieldNames.map((field) => [field, textIn((values as Record<string, unknown>)?.[field])]),
  ) as Fields;

/** @returns somebody as a document notes them; null for nobody */
export function personIn(value: unknown): Person | null {
  const { id, name } = (value ?? {}) as Record<string, unknown>;
  return typeof id === "string" && typeof name === "string" ? { id, name } : null;
}

/** @returns the last write by this site, or the last change where it never wrote */
function updatedAt(snapshot: DocumentSnapshot): string {
  const note = textIn(snapshot.get("updatedAt"));
  return INSTANT.test(note) ? note : (snapshot.updateTime?.toDate().toISOString() ?? "");
}

/** @returns who wrote last; a version of the site that does not know of people leaves the name of an earlier write there */
const updatedBy = (snapshot: DocumentSnapshot): Person | null =>
  snapshot.get("updatedBy.writeId") === snapshot.get("writeId") ? personIn(snapshot.get("updatedBy")) : null;

/** @param snapshot of a card that exists */
export const storedOf = <Fields>(
  fieldNames: readonly (keyof Fields & string)[],
  snapshot: DocumentSnapshot,
): Stored<Fields> => ({
  ...fieldsIn<Fields>(fieldNames, snapshot.data()),
  id: snapshot.id,
  version: versionOf(snapshot),
  updatedAt: updatedAt(snapshot),
  updatedBy: updatedBy(snapshot),
  picture: pictureIn(snapshot.data()),
});

/** @returns the picture that a document names; undefined where it names none @param values of the document */
export function pictureIn(values: unknown): string | null | undefined {
  const { picture, pictures } = (values ?? {}) as Record<string, unknown>;
  if (typeof picture === "string" || picture === null) return picture;
  // An earlier version named those of a card that it brought back from the recycle bin, and showed the last one.
  const last: unknown = Array.isArray(pictures) ? pictures.at(-1) : undefined;
  return typeof last === "string" ? last : undefined;
}

/** @returns what a document says of its picture; nothing where it is not known */
export const pictureField = (picture: string | null | undefined) => (picture === undefined ? {} : { picture });

/** @returns what a document says of its last write. @param at an instant in UTC */
export const noteOf = ({ at, by, writeId }: { at: string; by: Person | null; writeId: string }) => ({
  updatedAt: at,
  updatedBy: by && { id: by.id, name: by.name, writeId },
  writeId,
});

/**
 * The version of a document is the instant of its last change, to the nanosecond: `1754079300.123456000`.
 * @param document one that exists
 */
export const versionOf = ({ updateTime }: DocumentSnapshot): string =>
  updateTime ? `${updateTime.seconds}.${String(updateTime.nanoseconds).padStart(9, "0")}` : "";
