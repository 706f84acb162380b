/**
 * The journal has an entry per action. An entry may contain the previous content, to restore it. Each field `order…`
 * combines a filter and a sort key: Firestore indexes only single fields.
 */
import { type Revision, revisionLimit, revisionsAfter } from "#domain/history.ts";
import type { JournalAction, JournalSubject } from "#domain/journal.ts";
import type { Person } from "#domain/person.ts";
import type { Deletion } from "#domain/recycle-bin.ts";
import type { Content, Documents, Json, StoredDocument, Transaction } from "#ports/documents.ts";
import { inBatches, purgeBefore } from "#stores/format.ts";

const JOURNAL = "journal";
const AT_ONCE = 50;
/** Maximum size of the previous content in an entry, in bytes. A Firestore document has at most 1 MiB. */
const BEFORE_MAX = 900_000;

/** An action of a committee user or a job. Contains no personal data of visitors. */
export type JournalLine = {
  readonly at: Date;
  /** Author; null for the command line or a job. */
  readonly by: Person | null;
  readonly action: JournalAction;
  readonly subject: JournalSubject;
  /** Id of an inbox entry, account, text or member. For a committee member or event: `Stored.subject`. May be empty. */
  readonly subjectId: string;
  /** Names of the changed fields, or `picture`. Absent if unknown or none. */
  readonly fields?: readonly string[];
};

export type JournalFilter = {
  readonly by?: string;
  readonly subject?: JournalSubject;
};

/** Content and picture before an action, with time and author of their last change. */
export type PreviousRevision<Kept> = Omit<Revision<Kept>, "until">;

const OF_A_LINE = ["at", "person", "name", "action", "kind", "subject", "fields"];

export type Journal = ReturnType<typeof createJournal>;

/** All methods throw if the store is unavailable. */
export function createJournal(documents: Documents) {
  return {
    add: (line: JournalLine): Promise<void> =>
      documents.transaction(async (transaction) => recordAction(transaction, line)),

    async list(filter: JournalFilter, { start, count }: { readonly start: number; readonly count: number }) {
      const where = { where: { ...condition(filter), descending: true } };
      const [found, total] = await Promise.all([
        count > 0 ? documents.query(JOURNAL, { ...where, offset: start, limit: count, select: OF_A_LINE }) : [],
        documents.count(JOURNAL, where),
      ]);
      return { lines: found.map(lineOf), total };
    },

    /** @returns all entries about a subject, oldest first */
    async listAbout(subjectId: string): Promise<JournalLine[]> {
      const where = { field: "subject", equals: subjectId };
      const found = (await documents.query(JOURNAL, { where, select: OF_A_LINE })).map(lineOf);
      return found.sort((a, b) => a.at.getTime() - b.at.getTime());
    },

    /** @returns the users who have entries, unordered, each with the name in the newest entry */
    listPeople: () => listPeople(documents),

    /** Erases entries older than `before`. @returns number of erased entries */
    purge: (before: Date): Promise<number> => purgeBefore(documents, JOURNAL, "orderAll", before.toISOString()),
  };
}

/** Finds the users who have entries, with one query per user, because there are only a few users. */
async function listPeople(documents: Documents): Promise<Person[]> {
  const people: Person[] = [];
  for (let from = ""; ; ) {
    const [next] = await documents.query(JOURNAL, {
      where: { field: "orderPerson", from },
      limit: 1,
      select: ["person"],
    });
    if (!next) return people;
    from = `${keyOf(String(next.content.person))}!`;
    const where = { ...condition({ by: String(next.content.person) }), descending: true };
    const [newest] = await documents.query(JOURNAL, { where, limit: 1, select: OF_A_LINE });
    const by = newest && lineOf(newest).by;
    if (by) people.push(by);
  }
}

/** Writes an entry. With `before`, the entry is also a revision, unless `before` exceeds `BEFORE_MAX` bytes. */
export function recordAction<Kept>(
  transaction: Transaction,
  line: JournalLine,
  before?: PreviousRevision<Kept> | null,
): void {
  const rank = rankOf(line.at);
  const json = before ? JSON.stringify(before) : "";
  const isRestorable = json !== "" && Buffer.byteLength(json) <= BEFORE_MAX;
  transaction.create(JOURNAL, transaction.newId(), {
    ...contentOf(line, rank),
    ...(isRestorable && { before: json, orderRevision: `${revisionKey(line.subject, line.subjectId)} ${rank}` }),
    ...(isRestorable && { orderRevised: `${line.subject} ${rank}`, ...named(before?.picture) }),
  });
}

/** Writes the entry of a deletion, for the recycle bin. @param before content to restore */
export function recordDeletion(
  transaction: Transaction,
  { key, at, by, picture }: Deletion,
  { subject, subjectId }: Pick<JournalLine, "subject" | "subjectId">,
  before: Content,
): void {
  const rank = rankOf(at);
  transaction.create(JOURNAL, key, {
    ...contentOf({ at, by, action: "deleted", subject, subjectId }, rank),
    before: JSON.stringify(before),
    orderBin: rank,
    ...named(picture),
  });
}

/** The field `picture` prevents the deletion of the picture (`isNamed`). */
const named = (picture: string | null | undefined): Content => (typeof picture === "string" ? { picture } : {});

/** @returns the journal entries of all deletions in the recycle bin, newest first */
export const listDeletions = (documents: Documents): Promise<StoredDocument[]> =>
  documents.query(JOURNAL, { where: { field: "orderBin", descending: true } });

/** @returns the journal entry of a deletion; null if the recycle bin does not contain this deletion */
export async function findDeletion(reader: Pick<Transaction, "get">, key: string): Promise<StoredDocument | null> {
  const line = await reader.get(JOURNAL, key);
  return typeof line?.content.orderBin === "string" ? line : null;
}

type RecordedDeletion = Deletion & { before: Content } & Pick<JournalLine, "subject" | "subjectId">;

/** @param document a journal entry from `listDeletions` or `findDeletion` */
export function deletionOf({ id, content }: StoredDocument): RecordedDeletion {
  const { at, by, subject, subjectId } = lineOf({ content });
  const picture = typeof content.picture === "string" ? content.picture : null;
  const before = JSON.parse(String(content.before)) as Content;
  return { key: id, at, by, picture, before, subject, subjectId };
}

let written = 0;

/** @returns a sort key: by time of the action, then by time and order of writing */
export const rankOf = (at: Date): string =>
  `${at.toISOString()} ${new Date().toISOString()} ${String(written++).padStart(9, "0")}`;

const contentOf = (line: JournalLine, rank: string): Content => {
  const { at, by, action, subject: kind, subjectId: subject, fields = [] } = line;
  return {
    at: at.toISOString(),
    person: by?.id ?? "",
    name: by?.name ?? "",
    action,
    kind,
    subject,
    ...(fields.length > 0 && { fields: [...fields] }),
    orderAll: rank,
    orderKind: `${kind} ${rank}`,
    ...(by && { orderPerson: `${keyOf(by.id)} ${rank}`, orderBoth: `${keyOf(by.id)} ${kind} ${rank}` }),
  };
};

/** @returns the journal entries with the revisions of a subject, newest first */
export const listRevisions = (
  reader: Pick<Transaction, "query">,
  kind: JournalSubject,
  subject: string,
): Promise<StoredDocument[]> =>
  reader.query(JOURNAL, { where: { ...within("orderRevision", revisionKey(kind, subject)), descending: true } });

/** @returns up to `count` entries whose revisions were replaced before `limit`, oldest first */
export async function pruneRevisions(documents: Documents, kind: JournalSubject, now: Date): Promise<void> {
  const erase = async (transaction: Transaction) => {
    const where = { field: "orderRevised", from: `${kind} `, before: `${kind} ${revisionLimit(now).toISOString()}` };
    const lines = await transaction.query(JOURNAL, { where, limit: AT_ONCE, select: ["at"] });
    for (const line of lines) deleteRevisionsBefore(transaction, line);
    return lines.length;
  };
  await inBatches(AT_ONCE, () => documents.transaction(erase, { erases: true }));
}

/** @param contentOf reads the content, also of older versions of the site */
export function revisionOf<Kept>({ content }: StoredDocument, contentOf: (content: Json) => Kept): Revision<Kept> {
  const before = JSON.parse(String(content.before)) as PreviousRevision<Json>;
  return { ...before, content: contentOf(before.content), until: String(content.at) };
}

/**
 * Erases surplus revisions.
 * @param lines journal entries with the revisions, newest first
 * @returns whether the save must keep the previous content as a revision (`revisionsAfter`)
 */
export function writeRevision<Kept>(
  transaction: Transaction,
  lines: readonly StoredDocument[],
  read: (content: Json) => Kept,
  save: Parameters<typeof revisionsAfter<Kept>>[1],
): boolean {
  const revisions = lines.map((line) => revisionOf(line, read));
  const next = revisionsAfter(revisions, save);
  const isAdded = next.length > 0 && !revisions.includes(next[0] as Revision<Kept>);
  for (const line of lines.slice(next.length - (isAdded ? 1 : 0))) deleteRevisionsBefore(transaction, line);
  return isAdded;
}

/** Erases the previous content in a journal entry. The entry stays. The transaction must have read the entry. */
export const deleteRevisionsBefore = (transaction: Transaction, { id }: StoredDocument): void =>
  transaction.update(JOURNAL, id, {
    before: null,
    orderRevision: null,
    orderRevised: null,
    orderBin: null,
    picture: null,
  });

const revisionKey = (kind: JournalSubject, subject: string): string => `${kind} ${keyOf(subject)}`;

/** Escapes spaces: a space separates the parts of an `order…` field. */
const keyOf = (text: string): string => encodeURIComponent(text.toWellFormed());

const within = (field: string, key: string) => ({ field, from: `${key} `, before: `${key}!` });

function condition({ by, subject: kind }: JournalFilter) {
  if (by !== undefined && kind) return within("orderBoth", `${keyOf(by)} ${kind}`);
  if (by !== undefined) return within("orderPerson", keyOf(by));
  return kind ? within("orderKind", kind) : { field: "orderAll" };
}

function lineOf({ content }: Pick<StoredDocument, "content">): JournalLine {
  const { at, person, name, action, kind, subject } = content as Content & Record<string, string>;
  return {
    at: new Date(String(at)),
    by: person || name ? { id: String(person), name: String(name) } : null,
    action: action as JournalAction,
    subject: kind as JournalSubject,
    subjectId: String(subject),
    ...(Array.isArray(content.fields) && { fields: content.fields.map(String) }),
  };
}
