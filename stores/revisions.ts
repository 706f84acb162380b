/**
 * The only way to change, delete and restore a document that has revisions, in a transaction. A store calls a function
 * that reads, then makes its own reads and checks, and then calls the function that writes: Firestore reads before it
 * writes, and one transaction may change many documents. The journal keeps revisions and deleted documents.
 */
import { createHash } from "node:crypto";
import {
  changedFields,
  type Revision,
  revisionCutoff,
  revisionsAfterSave,
  type StoredRevision,
} from "#domain/history.ts";
import type { JournalAction, JournalSubject } from "#domain/journal.ts";
import type { Author, Person } from "#domain/person.ts";
import type { Deletion } from "#domain/recycle-bin.ts";
import type { PictureChange } from "#domain/stored.ts";
import type { DocumentContent, Documents, JsonValue, StoredDocument, Transaction } from "#ports/documents.ts";
import {
  encodeOrderFieldPart,
  JOURNAL_COLLECTION,
  type JournalEntry,
  journalEntryFromDocument,
  journalSortKey,
  orderFieldRange,
  recordAction,
} from "./journal.ts";
import type { DocumentKind } from "./kinds.ts";
import { pictureKeyIn, reservePicture } from "./pictures/picture.ts";
import { repeatUntilShortBatch } from "./purge.ts";

/** The present content of a document, with its version, its last save and its picture. */
export type CurrentDocument<Fields> = {
  readonly fields: Fields;
  /** Changes with every write, unless the kind says otherwise (`DocumentKind.versionOf`). */
  readonly version: string;
  /** Time of the last save, as ISO 8601 in UTC. Empty before the first save. */
  readonly updatedAt: string;
  readonly updatedBy: Person | null;
  /** Picture key. Null for no picture. Undefined if no save has set or removed a picture. */
  readonly picture: string | null | undefined;
  /** Id in journal entries. */
  readonly subjectId: string;
};

const NEVER_SAVED = "0";
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** @param document null if it was never saved */
export function currentFromDocument<Fields>(
  kind: DocumentKind<Fields>,
  id: string,
  document: StoredDocument | null,
): CurrentDocument<Fields> {
  const { content = null, changedAt } = document ?? {};
  const version = document ? (kind.versionOf?.(document) ?? document.version) : NEVER_SAVED;
  const { updatedAt } = content ?? {};
  const isInstant = typeof updatedAt === "string" && INSTANT.test(updatedAt);
  return {
    fields: kind.read(content, id),
    version,
    updatedAt: isInstant ? updatedAt : (changedAt?.toISOString() ?? ""),
    updatedBy: personIn(content?.updatedBy),
    picture: pictureKeyIn(content ?? {}),
    subjectId: subjectIdOf(kind, id, content ?? {}),
  };
}

function personIn(value: JsonValue | undefined): Person | null {
  const { id, name } = (value ?? {}) as { id?: JsonValue; name?: JsonValue };
  return typeof id === "string" && typeof name === "string" ? { id, name } : null;
}

const pictureField = (picture: string | null | undefined): { picture?: string | null } =>
  picture === undefined ? {} : { picture };

type SubjectRule = Pick<DocumentKind<unknown>, "collection" | "subjectId">;

function subjectIdOf({ collection, subjectId }: SubjectRule, id: string, { subject }: DocumentContent): string {
  if (subjectId !== "random") return subjectId(id);
  // Documents of the older Firebase site have no subject. The next save stores the derived subject.
  return typeof subject === "string" ? subject : derivedSubject(collection, id);
}

/** @returns 32 characters that do not reveal the id */
const derivedSubject = (collection: string, id: string): string =>
  createHash("sha256").update(`card ${collection}/${id}`).digest("hex").slice(0, 32);

type WhatToRead = {
  /**
   * The version that the caller has read; null for a new id. If the document has another version, the caller must
   * refuse the change.
   */
  readonly version: string | null;
  /** The new picture. Absent: the picture stays. `was`: the picture shown so far, for a document that names none. */
  readonly picture?: PictureChange | undefined;
};

/**
 * Makes all reads of `writeChange`: the document, its revisions and the new picture. If the document has another
 * version, reads only the document, because on Firestore each further read delays competing transactions.
 */
export async function readForChange<Fields>(
  transaction: Transaction,
  kind: DocumentKind<Fields>,
  id: string,
  { version, picture }: WhatToRead,
) {
  const document = version === null ? null : await transaction.get(kind.collection, id);
  const current = currentFromDocument(kind, id, document);
  const isOutdated = version !== null && current.version !== version;
  const hasRevisions = document && !isOutdated;
  const lines = hasRevisions ? await queryRevisionEntries(transaction, kind.subject, current.subjectId) : [];
  const reserved = await reservePicture(transaction, isOutdated ? undefined : picture?.is);
  const was = current.picture === undefined ? picture?.was : current.picture;
  return { id, document, current, isOutdated, lines, reserved, was };
}

export type ReadForChange<Fields> = Awaited<ReturnType<typeof readForChange<Fields>>>;

type Change<Fields> = Author & {
  readonly fields: Fields;
  /** Fields that are not part of a revision: computed fields, and fields that only the store changes. */
  readonly more?: DocumentContent;
  /** Action in the journal, by default `changed`. Null: no journal entry, because the caller writes one. */
  readonly action?: JournalAction | null;
};

/**
 * Makes all writes of a change: the document, its picture, the revision and the journal entry. Unknown fields stay.
 * @returns the id in journal entries
 */
export function writeChange<Fields extends object>(
  transaction: Transaction,
  kind: DocumentKind<Fields>,
  read: ReadForChange<Fields>,
  { fields, more = {}, by, at, action = "changed" }: Change<Fields>,
): string {
  const { id, document, current, reserved, was } = read;
  const is = reserved.key === undefined ? current.picture : reserved.key;
  const isRandom = kind.subjectId === "random";
  const subjectId = isRandom && !document ? transaction.newId() : current.subjectId;
  const content: DocumentContent = {
    ...kind.write(fields),
    ...more,
    ...(isRandom && { subject: subjectId }),
    ...pictureField(is),
    ...signature({ by, at }),
  };
  if (document) transaction.update(kind.collection, id, content);
  else transaction.create(kind.collection, id, content);
  reserved.create();
  const after = kind.read(content, id);
  const before = previousRevision(kind, read, more);
  const isKept = before && keepRevision(transaction, kind, read, { before, after, is, by, at });
  if (action === null) return subjectId;
  const line = { at, by, action, subject: kind.subject, subjectId };
  const isPictured = is !== undefined && (was ?? null) !== is;
  const changed = [...changedFields(current.fields, after), ...(isPictured ? ["picture"] : [])];
  const entry = action === "changed" ? { ...line, fields: changed } : line;
  recordAction(transaction, entry, isKept ? revisionFields(line, before) : {});
  return subjectId;
}

const signature = ({ by, at }: Author): DocumentContent => ({
  updatedAt: at.toISOString(),
  updatedBy: by && { id: by.id, name: by.name },
});

/** Content and picture before a change, with time and author of their save. */
type PreviousRevision<Kept> = Omit<Revision<Kept>, "until">;

const NOT_CONTENT = ["subject", "picture", "updatedAt", "updatedBy"];

/** @returns the content to keep, including fields that this version does not know; null if there is none */
function previousRevision<Fields>(
  kind: DocumentKind<Fields>,
  { document, current: { fields, updatedAt: at, updatedBy: by }, was }: ReadForChange<Fields>,
  more: DocumentContent,
): PreviousRevision<DocumentContent> | null {
  if (!document) return kind.initialBy ? { content: kind.write(fields), at: "", by: kind.initialBy } : null;
  const stored = Object.entries(document.content).filter(([name]) => !NOT_CONTENT.includes(name) && !(name in more));
  return { content: { ...Object.fromEntries(stored), ...kind.write(fields) }, ...pictureField(was), at, by };
}

type Saved<Fields> = Author & {
  readonly before: PreviousRevision<DocumentContent>;
  readonly after: Fields;
  readonly is: string | null | undefined;
};

/** Erases surplus revisions. @returns whether `before` becomes a revision (`revisionsAfterSave`) */
function keepRevision<Fields>(
  transaction: Transaction,
  kind: DocumentKind<Fields>,
  { id, current, lines }: ReadForChange<Fields>,
  { before, after, is, by, at }: Saved<Fields>,
): boolean {
  const revisions: Revision<Fields>[] = lines.map((line) => revisionOf(kind, id, line));
  const next = revisionsAfterSave(revisions, {
    before: { ...before, content: current.fields },
    after: { content: after, ...pictureField(is) },
    separate: kind.isSeparate?.({ id, before: current.fields, after }) ?? false,
    by,
    at,
  });
  const isAdded = next.length > 0 && !revisions.includes(next[0] as Revision<Fields>);
  for (const line of lines.slice(next.length - (isAdded ? 1 : 0))) eraseEntryContent(transaction, line);
  return isAdded;
}

/** Maximum size of the previous content in a journal entry, in bytes. A Firestore document has at most 1 MiB. */
const CONTENT_MAX = 900_000;

/** @returns the fields that make a journal entry a revision; none if `before` is larger than `CONTENT_MAX` */
function revisionFields(
  { at, subject, subjectId }: JournalEntry,
  before: PreviousRevision<DocumentContent>,
): DocumentContent {
  const json = JSON.stringify(before);
  if (Buffer.byteLength(json) > CONTENT_MAX) return {};
  const rank = journalSortKey(at);
  const order = { orderRevision: `${revisionKey(subject, subjectId)} ${rank}`, orderRevised: rank };
  return { before: json, ...order, ...named(before.picture) };
}

/** The field `picture` prevents the deletion of the picture (`isPictureReferenced`). */
const named = (picture: string | null | undefined): DocumentContent => (typeof picture === "string" ? { picture } : {});

const revisionKey = (subject: JournalSubject, subjectId: string): string =>
  `${subject} ${encodeOrderFieldPart(subjectId)}`;

/** @returns the journal entries with the revisions, newest first */
export function queryRevisionEntries(
  reader: Pick<Transaction, "query">,
  subject: JournalSubject,
  subjectId: string,
): Promise<StoredDocument[]> {
  const where = { ...orderFieldRange("orderRevision", revisionKey(subject, subjectId)), descending: true };
  return reader.query(JOURNAL_COLLECTION, { where });
}

/** Whether a document was changed since it was created. */
export const hasRevisions = async (
  reader: Pick<Transaction, "query">,
  { subject }: Pick<DocumentKind<unknown>, "subject">,
  subjectId: string,
): Promise<boolean> => (await queryRevisionEntries(reader, subject, subjectId)).length > 0;

function revisionOf<Fields>(kind: DocumentKind<Fields>, id: string, line: StoredDocument): StoredRevision<Fields> {
  const { content } = line;
  const before = JSON.parse(String(content.before)) as PreviousRevision<DocumentContent>;
  return { ...before, id: line.id, content: kind.read(before.content, id), until: String(content.at) };
}

/** @returns the revisions, newest first; none if the document does not exist */
export async function listRevisions<Fields>(
  documents: Pick<Documents, "get" | "query">,
  kind: DocumentKind<Fields>,
  id: string,
): Promise<StoredRevision<Fields>[]> {
  const document = kind.subjectId === "random" ? await documents.get(kind.collection, id) : null;
  if (kind.subjectId === "random" && !document) return [];
  const lines = await queryRevisionEntries(documents, kind.subject, subjectIdOf(kind, id, document?.content ?? {}));
  return lines.map((line) => revisionOf(kind, id, line));
}

/**
 * Makes all reads of `moveToBin`.
 * @param picture the picture shown if the document names none
 * @returns null if the document does not exist
 */
export async function readForMoveToBin<Fields>(
  transaction: Transaction,
  kind: DocumentKind<Fields>,
  id: string,
  picture?: string | null,
) {
  const document = await transaction.get(kind.collection, id);
  if (!document) return null;
  const current = currentFromDocument(kind, id, document);
  const { key } = await reservePicture(transaction, current.picture === undefined ? picture : current.picture);
  return { document, current, picture: key };
}

/** Deletes a document. Its journal entry keeps the whole content. The revisions stay. */
export function moveToBin<Fields>(
  transaction: Transaction,
  { collection, subject }: DocumentKind<Fields>,
  { document: { id, content }, current, picture }: NonNullable<Awaited<ReturnType<typeof readForMoveToBin<Fields>>>>,
  deletion: Deletion,
): void {
  const before = { id, content: { ...content, ...pictureField(picture) } };
  recordDeletion(transaction, { ...deletion, picture }, { subject, subjectId: current.subjectId }, before);
  transaction.delete(collection, id);
}

/** Writes the journal entry of a deletion, which the recycle bin reads. @param before id and content to restore */
export function recordDeletion(
  transaction: Transaction,
  { key, at, by, picture }: Deletion,
  { subject, subjectId }: Pick<JournalEntry, "subject" | "subjectId">,
  before: DeletedDocument,
): void {
  const fields = { before: JSON.stringify(before), orderBin: journalSortKey(at), ...named(picture) };
  recordAction(transaction, { at, by, action: "deleted", subject, subjectId }, fields, key);
}

type DeletedDocument = { readonly id: string; readonly content: DocumentContent };

export type RecordedDeletion = Deletion & { before: DeletedDocument } & Pick<JournalEntry, "subject" | "subjectId">;

/** @returns all deletions in the recycle bin, newest first */
export const listDeletions = (reader: Pick<Transaction, "query">): Promise<StoredDocument[]> =>
  reader.query(JOURNAL_COLLECTION, { where: { field: "orderBin", descending: true } });

/** @returns the deletions of one document that are in the recycle bin, newest first */
export async function listDeletionsOfDocument(documents: Documents, subjectId: string): Promise<StoredDocument[]> {
  const lines = await documents.query(JOURNAL_COLLECTION, { where: { field: "subject", equals: subjectId } });
  const deletions = lines.filter(({ content }) => typeof content.orderBin === "string");
  return deletions.sort((a, b) => (String(a.content.orderBin) < String(b.content.orderBin) ? 1 : -1));
}

/** @returns the journal entry of a deletion; null if the recycle bin does not contain this deletion */
export async function findDeletion(reader: Pick<Transaction, "get">, key: string): Promise<StoredDocument | null> {
  const line = await reader.get(JOURNAL_COLLECTION, key);
  return typeof line?.content.orderBin === "string" ? line : null;
}

/** @param document a journal entry from `listDeletions` or `findDeletion` */
export function deletionFromDocument({ id, content }: StoredDocument): RecordedDeletion {
  const { at, by, subject, subjectId } = journalEntryFromDocument({ content });
  const before = JSON.parse(String(content.before)) as DeletedDocument;
  return { key: id, at, by, picture: pictureKeyIn(content) ?? null, before, subject, subjectId };
}

/** Makes all reads of `bringBack`. @returns null if the recycle bin has no document of this kind under `key` */
export async function readForBringBack<Fields>(transaction: Transaction, kind: DocumentKind<Fields>, key: string) {
  const line = await findDeletion(transaction, key);
  const deletion = line && deletionFromDocument(line);
  if (!deletion || deletion.subject !== kind.subject) return null;
  const { id, content } = deletion.before;
  const { key: picture } = await reservePicture(transaction, pictureKeyIn(content));
  return { line, id, content, fields: kind.read(content, id), picture, subjectId: deletion.subjectId };
}

/** Creates a deleted document again, with all its fields. @param id may differ from the former id */
export function bringBack<Fields>(
  transaction: Transaction,
  kind: DocumentKind<Fields>,
  deleted: NonNullable<Awaited<ReturnType<typeof readForBringBack<Fields>>>>,
  { id, more = {}, by, at }: Author & { readonly id: string; readonly more?: DocumentContent },
): void {
  const { line, content, fields, picture, subjectId } = deleted;
  transaction.create(kind.collection, id, {
    ...content,
    ...kind.write(fields),
    ...more,
    ...(kind.subjectId === "random" && { subject: subjectId }),
    ...pictureField(picture),
    ...signature({ by, at }),
  });
  eraseEntryContent(transaction, line);
  recordAction(transaction, { at, by, action: "restored", subject: kind.subject, subjectId });
}

/** Makes all reads of `eraseDeleted`. @returns null if the recycle bin has no deletion with this key */
export async function readForErasure(transaction: Transaction, key: string) {
  const line = await findDeletion(transaction, key);
  if (!line) return null;
  const deletion = deletionFromDocument(line);
  return {
    deletion,
    lines: [line, ...(await queryRevisionEntries(transaction, deletion.subject, deletion.subjectId))],
  };
}

/** Erases a deleted document and its revisions. @returns keys of their pictures */
export function eraseDeleted(
  transaction: Transaction,
  { deletion, lines }: NonNullable<Awaited<ReturnType<typeof readForErasure>>>,
  { by, at }: Author,
): string[] {
  for (const line of lines) eraseEntryContent(transaction, line);
  const { subject, subjectId } = deletion;
  recordAction(transaction, { at, by, action: "erased", subject, subjectId });
  return lines.flatMap(({ content }) => (typeof content.picture === "string" ? content.picture : []));
}

/** Erases the content in a journal entry. The entry stays. The transaction must have read the entry. */
export const eraseEntryContent = (transaction: Transaction, { id }: StoredDocument): void =>
  transaction.update(JOURNAL_COLLECTION, id, {
    before: null,
    orderRevision: null,
    orderRevised: null,
    orderBin: null,
    picture: null,
  });

/** Entries per transaction. SQLite commits this number at once, without a pause. */
const AT_ONCE = 50;

/** Erases the expired revisions of all kinds. The journal entries stay. */
export async function pruneRevisions(documents: Documents, now: Date): Promise<void> {
  const where = { field: "orderRevised", before: revisionCutoff(now).toISOString() };
  const prune = async (transaction: Transaction) => {
    const lines = await transaction.query(JOURNAL_COLLECTION, { where, limit: AT_ONCE, select: ["at"] });
    for (const line of lines) eraseEntryContent(transaction, line);
    return lines.length;
  };
  await repeatUntilShortBatch(AT_ONCE, () => documents.transaction(prune, { erases: true }));
}
