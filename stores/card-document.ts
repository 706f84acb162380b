/** A document of the committee's members or of the events, and the card that it keeps. */
import type { State } from "#domain/history.ts";
import { identifierKey } from "#domain/identifiers.ts";
import type { Person } from "#domain/person.ts";
import type { Stored } from "#domain/stored.ts";
import { type Content, isDocumentId, type StoredDocument } from "#ports/documents.ts";
import { revisionOf } from "./journal.ts";

/** The name in a document of each field of a card. */
export type FieldNames<Fields> = Readonly<Record<keyof Fields & string, string>>;

export type CardKind<Fields, Card extends Stored<Fields>> = {
  readonly collection: "membres" | "evenements";
  /** What the journal calls a card of it. */
  readonly subject: "membre" | "evenement";
  /** The name in the document of each field. */
  readonly names: FieldNames<Fields>;
  /** The time of a write. */
  readonly now: () => Date;
  /** Completes what was read. */
  readonly read: (card: Stored<Fields>, document: Pick<StoredDocument, "content" | "changedAt">) => Card;
  /** @param before the document until now; null: none @returns more fields for a write */
  readonly fieldsOfWrite?: (before: StoredDocument | null, trace: StoredDocument | null, at: Date) => Content;
  /** The collection in which a deleted card leaves a trace under its identifier. */
  readonly traces?: string;
  /** @returns what the trace of a deleted card holds; null: it leaves none */
  readonly traceOf?: (card: Card, at: Date) => Content | null;
};

type Write<Fields> = {
  fields: Fields;
  more: Content;
  before: StoredDocument | null;
  /** What an earlier card left under the identifier. */
  trace: StoredDocument | null;
  by: Person | null;
  at: Date;
};

export const contentOf = <Fields, Card extends Stored<Fields>>(
  { names, fieldsOfWrite }: CardKind<Fields, Card>,
  { fields, more, before, trace, by, at }: Write<Fields>,
): Content => ({
  ...inDocument(names, fields),
  ...fieldsOfWrite?.(before, trace, at),
  ...more,
  ...{ updatedAt: at.toISOString(), updatedBy: by && { id: by.id, name: by.name } },
});

export async function cardOf<Fields, Card extends Stored<Fields>>(
  kind: CardKind<Fields, Card>,
  document: StoredDocument,
): Promise<Card> {
  const { id, version, content, changedAt } = document;
  const { updatedAt, subject } = content;
  const card: Stored<Fields> = {
    ...fieldsIn(kind.names, content),
    ...{ id, version },
    updatedAt: typeof updatedAt === "string" && INSTANT.test(updatedAt) ? updatedAt : changedAt.toISOString(),
    updatedBy: personIn(content.updatedBy),
    picture: pictureIn(content),
    // A card of an older site has none until it is saved.
    subject: typeof subject === "string" ? subject : await derivedSubject(kind.collection, id),
  };
  return kind.read(card, document);
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** @returns 32 characters that name the card to nobody who does not know its identifier */
async function derivedSubject(collection: string, id: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(`card ${collection}/${id}`));
  return Buffer.from(digest).toString("hex").slice(0, 32);
}

export const stateOf = <Fields, Card extends Stored<Fields>>(
  { names }: CardKind<Fields, Card>,
  line: StoredDocument,
): State<Fields> => revisionOf(line, (content) => fieldsIn(names, content));

export const only = <Fields, Card extends Stored<Fields>>({ names }: CardKind<Fields, Card>, card: Fields): Fields =>
  Object.fromEntries(namesOf(names).map((name) => [name, card[name]])) as Fields;

/** @returns the fields of a card as a document has them */
export const inDocument = <Fields>(names: FieldNames<Fields>, fields: Fields): Content =>
  Object.fromEntries(namesOf(names).map((name) => [names[name], fields[name]])) as Content;

/** @returns the fields of a card among whatever else a document holds; empty for one that an older site did not write */
export const fieldsIn = <Fields>(names: FieldNames<Fields>, values: unknown): Fields =>
  Object.fromEntries(
    namesOf(names).map((name) => [name, textIn((values as Record<string, unknown> | null)?.[names[name]])]),
  ) as Fields;

const namesOf = <Fields>(names: FieldNames<Fields>) => Object.keys(names) as (keyof Fields & string)[];

function textIn(value: unknown): string {
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}

function personIn(value: unknown): Person | null {
  const { id, name } = (value ?? {}) as Record<string, unknown>;
  return typeof id === "string" && typeof name === "string" ? { id, name } : null;
}

/** @returns key of the picture of a card; null: none; undefined: the document does not say */
export const pictureIn = ({ picture }: Content): string | null | undefined =>
  typeof picture === "string" || picture === null ? picture : undefined;

/** Nothing where it is not known. */
export const pictureField = (picture: string | null | undefined): Content => (picture === undefined ? {} : { picture });

/**
 * @returns the id of the marker of an identifier, whatever its case; escaped where it would be no id of a document:
 * identifiers of older sites are not checked
 */
export const keyOf = ({ collection }: { collection: string }, id: string): string => {
  const key = `${collection} ${identifierKey(id)}`;
  return isDocumentId(key) ? key : `${collection} ${encodeURIComponent(key)}`.slice(0, 1000);
};
