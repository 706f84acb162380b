import { DocumentReference, type DocumentSnapshot, type Firestore, GeoPoint, Timestamp } from "@google-cloud/firestore";
import type { DocumentContent, JsonValue, StoredDocument } from "#ports/documents.ts";

/** Field with the ids of the last transactions. After a lost response, the field shows what was committed. */
export const COMMIT_IDS_FIELD = "commits";

export function storedCommitIds(snapshot: DocumentSnapshot | undefined): unknown[] {
  const commits: unknown = snapshot?.get(COMMIT_IDS_FIELD);
  return Array.isArray(commits) ? commits : [];
}

export function documentFromSnapshot(snapshot: DocumentSnapshot): StoredDocument | null {
  const { exists, id, updateTime } = snapshot;
  if (!exists || !updateTime) return null;
  const { [COMMIT_IDS_FIELD]: _, ...content } = snapshot.data() ?? {};
  const version = `${updateTime.seconds}.${String(updateTime.nanoseconds).padStart(9, "0")}`;
  return { id, version, changedAt: updateTime.toDate(), content: contentOf(content) };
}

const NUMBERS: Record<string, number> = { NaN: Number.NaN, Infinity, "-Infinity": -Infinity };

function toJson(value: unknown): JsonValue {
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number") return Number.isFinite(value) ? value : { $number: String(value) };
  if (value instanceof Timestamp) return { $time: isoOf(value) };
  if (value instanceof GeoPoint) return { $place: [value.latitude, value.longitude] };
  if (value instanceof DocumentReference) return { $reference: value.path };
  if (value instanceof Uint8Array) return { $bytes: Buffer.from(value).toString("base64") };
  if (Array.isArray(value)) return value.map(toJson);
  if (typeof value === "object" && Object.getPrototypeOf(value) === Object.prototype)
    return contentOf(value as Record<string, unknown>);
  throw new Error(`A document has a value of an unknown type: ${(value as object | undefined)?.constructor.name}`);
}

const contentOf = (data: Record<string, unknown>): DocumentContent =>
  Object.fromEntries(Object.entries(data).map(([field, value]) => [field, toJson(value)]));

export function toFirestoreValue(db: Firestore, value: JsonValue): unknown {
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map((item: JsonValue) => toFirestoreValue(db, item));
  const entries = Object.entries(value as DocumentContent);
  const [[tag, tagged] = ["", null]] = entries;
  if (entries.length === 1 && tag.startsWith("$")) {
    if (tag === "$time") return timestampOf(String(tagged));
    if (tag === "$bytes") return Buffer.from(String(tagged), "base64");
    if (tag === "$reference") return db.doc(String(tagged));
    if (tag === "$place") return new GeoPoint(...(tagged as [number, number]));
    if (tag === "$number") return NUMBERS[String(tagged)];
  }
  return Object.fromEntries(entries.map(([field, item]) => [field, toFirestoreValue(db, item)]));
}

/** A Date would lose the nanoseconds. */
const isoOf = (time: Timestamp): string =>
  `${new Date(time.seconds * 1000).toISOString().slice(0, 19)}.${String(time.nanoseconds).padStart(9, "0")}Z`;

function timestampOf(iso: string): Timestamp {
  const [seconds = "", fraction = ""] = iso.replace("Z", "").split(".");
  return new Timestamp(Date.parse(`${seconds}Z`) / 1000, Number(fraction.padEnd(9, "0")));
}
