/**
 * The journal, which is the history: a line for each thing that was done, with what it was before where that can come
 * back. A line is found by computed fields that hold what it is filtered by and its rank, since Firestore has no index
 * over two fields.
 */
import type { State } from "#domain/history.ts";
import type { JournalAction, JournalSubject } from "#domain/journal.ts";
import type { Person } from "#domain/person.ts";
import type { Deletion } from "#domain/recycle-bin.ts";
import type { Content, Documents, Json, Query, StoredDocument, Transaction } from "#ports/documents.ts";

const JOURNAL = "journal";
/** Lines that one transaction deletes. */
const AT_ONCE = 200;
/** Of what a line keeps, in bytes: Firestore takes 1 MiB for a document. */
const BEFORE_MAX = 900_000;

/** One thing that somebody of the committee did. It holds nothing of visitors beyond the id of what they sent. */
export type JournalLine = {
  readonly at: Date;
  /** Null: somebody at the server's terminal, or the site by itself. */
  readonly by: Person | null;
  readonly action: JournalAction;
  readonly subject: JournalSubject;
  /**
   * What it was done to: the id of an entry of the inbox or of an account; of a card the fingerprint of its identifier
   * (`usecases/cards/thing-id.ts`), which names nobody once the card is gone. Empty: no single thing.
   */
  readonly thing: string;
};

export type JournalFilter = {
  /** Id of an account; absent: everybody. */
  readonly by?: string;
  /** Absent: everything. */
  readonly subject?: JournalSubject;
};

/** What something was until a line was written. */
export type Before<Kept> = Omit<State<Kept>, "until">;

/** What lines without their content are read with. */
const OF_A_LINE = ["at", "person", "name", "action", "kind", "subject"];

export type Journal = ReturnType<typeof createJournal>;

/**
 * What the committee did, for twelve months. Every method throws when the store does not answer; a line that was added
 * survives a crash.
 */
export function createJournal(documents: Documents) {
  return {
    add: (line: JournalLine): Promise<void> =>
      documents.transaction(async (transaction) => recordAction(transaction, line)),

    /** @returns lines, newest first, and how many there are in all */
    async list(filter: JournalFilter, { start, count }: { readonly start: number; readonly count: number }) {
      const where = { where: { ...condition(filter), descending: true } };
      const [found, total] = await Promise.all([
        count > 0 ? documents.query(JOURNAL, { ...where, offset: start, limit: count, select: OF_A_LINE }) : [],
        documents.count(JOURNAL, where),
      ]);
      return { lines: found.map(lineOf), total };
    },

    /** @returns everybody who has a line, each once under the name of the newest one, in no particular order */
    listPeople: () => listPeople(documents),

    /** Deletes the lines from before an instant for good. @returns how many */
    async purge(before: Date): Promise<number> {
      const old: Query = {
        where: { field: "orderAll", before: before.toISOString() },
        limit: AT_ONCE,
        select: ["at"],
      };
      for (let count = 0; ; ) {
        const deleted = await deleteAll(documents, old);
        count += deleted;
        if (deleted < AT_ONCE) return count;
      }
    },
  };
}

const deleteAll = (documents: Documents, query: Query): Promise<number> =>
  documents.transaction(
    async (transaction) => {
      const found = await transaction.query(JOURNAL, query);
      for (const { id } of found) transaction.delete(JOURNAL, id);
      return found.length;
    },
    { erases: true },
  );

/** People are found one after the other: a handful of them have all the lines. */
async function listPeople(documents: Documents): Promise<Person[]> {
  const people: Person[] = [];
  for (let from = ""; ; ) {
    const [next] = await documents.query(JOURNAL, {
      where: { field: "orderPerson", from },
      ...{ limit: 1, select: ["person"] },
    });
    if (!next) return people;
    from = `${keyOf(String(next.content.person))}!`;
    const where = { ...condition({ by: String(next.content.person) }), descending: true };
    const [newest] = await documents.query(JOURNAL, { where, limit: 1, select: OF_A_LINE });
    const by = newest && lineOf(newest).by;
    if (by) people.push(by);
  }
}

/**
 * Writes a line within a transaction.
 * @param before what its subject was, when that can come back: as a revision
 */
export function recordAction<Kept>(transaction: Transaction, line: JournalLine, before?: Before<Kept> | null): void {
  const rank = rankOf(line.at);
  const kept = before ? JSON.stringify(before) : "";
  const isKept = kept !== "" && Buffer.byteLength(kept) <= BEFORE_MAX;
  transaction.create(JOURNAL, transaction.newId(), {
    ...contentOf(line, rank),
    ...(isKept && { before: kept, orderRevision: `${revisionKey(line.subject, line.thing)} ${rank}` }),
    ...(isKept && { orderRevised: `${line.subject} ${rank}`, ...named(before?.picture) }),
  });
}

/**
 * Writes the line of a deletion, which is the entry of the recycle bin.
 * @param deletion its key is the id of the line
 * @param before all that it takes to bring the subject back
 */
export function recordDeletion(
  transaction: Transaction,
  { key, at, by, picture }: Deletion,
  { subject, thing }: Pick<JournalLine, "subject" | "thing">,
  before: Content,
): void {
  const rank = rankOf(at);
  transaction.create(JOURNAL, key, {
    ...contentOf({ at, by, action: "deleted", subject, thing }, rank),
    ...{ before: JSON.stringify(before), orderBin: rank, ...named(picture) },
  });
}

/** By this field the picture of a line is found: it stays as long as the line keeps what it was. */
const named = (picture: string | null | undefined): Content => (typeof picture === "string" ? { picture } : {});

/** @returns the lines of all deletions that can be taken back, newest first */
export const listDeletions = (documents: Documents): Promise<StoredDocument[]> =>
  documents.query(JOURNAL, { where: { field: "orderBin", descending: true } });

/** @returns null when there is no deletion of this key that can be taken back */
export async function findDeletion(reader: Pick<Transaction, "get">, key: string): Promise<StoredDocument | null> {
  const line = await reader.get(JOURNAL, key);
  return typeof line?.content.orderBin === "string" ? line : null;
}

/** @param line of a deletion */
export function deletionOf({
  id,
  content,
}: StoredDocument): Deletion & { before: Content } & Pick<JournalLine, "subject" | "thing"> {
  const { at, by, subject, thing } = lineOf({ content });
  const picture = typeof content.picture === "string" ? content.picture : null;
  const before = JSON.parse(String(content.before)) as Content;
  return { key: id, at, by, picture, before, subject, thing };
}

let written = 0;

/** Lines of one instant follow each other as they were written, as far as the clocks of several processes allow. */
export const rankOf = (at: Date): string =>
  `${at.toISOString()} ${new Date().toISOString()} ${String(written++).padStart(9, "0")}`;

const contentOf = ({ at, by, action, subject: kind, thing: subject }: JournalLine, rank: string): Content => ({
  ...{ at: at.toISOString(), person: by?.id ?? "", name: by?.name ?? "", action, kind, subject },
  ...{ orderAll: rank, orderKind: `${kind} ${rank}` },
  ...(by && { orderPerson: `${keyOf(by.id)} ${rank}`, orderBoth: `${keyOf(by.id)} ${kind} ${rank}` }),
});

/** @returns the lines of a subject that keep what it was, newest first */
export const listRevisions = (
  reader: Pick<Transaction, "query">,
  kind: JournalSubject,
  subject: string,
): Promise<StoredDocument[]> =>
  reader.query(JOURNAL, { where: { ...within("orderRevision", revisionKey(kind, subject)), descending: true } });

/** @returns some lines, oldest first, that keep what a subject of this kind was until before an instant */
export const listExpiredRevisions = (
  reader: Pick<Transaction, "query">,
  kind: JournalSubject,
  limit: Date,
): Promise<StoredDocument[]> =>
  reader.query(JOURNAL, {
    where: { field: "orderRevised", from: `${kind} `, before: `${kind} ${limit.toISOString()}` },
    ...{ limit: AT_ONCE, select: ["at"] },
  });

/** @returns what the subject of a line was */
export function revisionOf<Kept>({ content }: StoredDocument, contentOf: (content: Json) => Kept): State<Kept> {
  const before = JSON.parse(String(content.before)) as Before<Json>;
  return { ...before, content: contentOf(before.content), until: String(content.at) };
}

/** Takes away what a line keeps; the line stays. It must have been read in this transaction. */
export const forgetBefore = (transaction: Transaction, { id }: StoredDocument): void =>
  transaction.update(JOURNAL, id, {
    ...{ before: null, orderRevision: null, orderRevised: null, orderBin: null, picture: null },
  });

const revisionKey = (kind: JournalSubject, subject: string): string => `${kind} ${keyOf(subject)}`;

/** Without spaces: what stands behind one is the rank. */
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
    thing: String(subject),
  };
}
