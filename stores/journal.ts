/**
 * The journal has an entry per action. An entry may contain the previous content (stores/revisions.ts). Each field `order…`
 * combines a filter and a sort key: Firestore indexes only single fields.
 */
import type { JournalAction, JournalSubject } from "#domain/journal.ts";
import type { Person } from "#domain/person.ts";
import type { DocumentContent, Documents, StoredDocument, Transaction } from "#ports/documents.ts";
import { purgeDocumentsBefore } from "#stores/purge.ts";

export const JOURNAL_COLLECTION = "journal";

/** An action of a committee user or a job. Contains no personal data of visitors. */
export type JournalEntry = {
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

const ENTRY_FIELDS = ["at", "person", "name", "action", "kind", "subject", "fields"];

export type JournalStore = ReturnType<typeof createJournalStore>;

/** All methods throw if the store is unavailable. */
export function createJournalStore(documents: Documents) {
  return {
    add: (entry: JournalEntry): Promise<void> =>
      documents.transaction(async (transaction) => recordAction(transaction, entry)),

    async list(filter: JournalFilter, { start, count }: { readonly start: number; readonly count: number }) {
      const where = { where: { ...condition(filter), descending: true } };
      const [found, total] = await Promise.all([
        count > 0
          ? documents.query(JOURNAL_COLLECTION, { ...where, offset: start, limit: count, select: ENTRY_FIELDS })
          : [],
        documents.count(JOURNAL_COLLECTION, where),
      ]);
      return { entries: found.map(journalEntryFromDocument), total };
    },

    /** @returns all entries about a subject, oldest first */
    async listAbout(subjectId: string): Promise<JournalEntry[]> {
      const where = { field: "subject", equals: subjectId };
      const found = await documents.query(JOURNAL_COLLECTION, { where, select: [...ENTRY_FIELDS, "orderAll"] });
      return found.sort((a, b) => (rankIn(a) < rankIn(b) ? -1 : 1)).map(journalEntryFromDocument);
    },

    /** @returns the users who have entries, unordered, each with the name in the newest entry */
    listPeople: () => listPeople(documents),

    /** Erases entries older than `before`. @returns number of erased entries */
    purge: (before: Date): Promise<number> =>
      purgeDocumentsBefore(documents, JOURNAL_COLLECTION, "orderAll", before.toISOString()),
  };
}

/** Finds the users who have entries. Makes one query per user, because there are only a few users. */
async function listPeople(documents: Documents): Promise<Person[]> {
  const people: Person[] = [];
  for (let from = ""; ; ) {
    const [next] = await documents.query(JOURNAL_COLLECTION, {
      where: { field: "orderPerson", from },
      limit: 1,
      select: ["person"],
    });
    if (!next) return people;
    from = `${encodeOrderFieldPart(String(next.content.person))}!`;
    const where = { ...condition({ by: String(next.content.person) }), descending: true };
    const [newest] = await documents.query(JOURNAL_COLLECTION, { where, limit: 1, select: ENTRY_FIELDS });
    const by = newest && journalEntryFromDocument(newest).by;
    if (by) people.push(by);
  }
}

/**
 * Writes an entry.
 * @param more further fields of the entry, such as a revision (stores/revisions.ts)
 */
export const recordAction = (
  transaction: Transaction,
  entry: JournalEntry,
  more: DocumentContent = {},
  id = transaction.newId(),
): void => transaction.create(JOURNAL_COLLECTION, id, { ...contentOf(entry), ...more });

function contentOf({ at, by, action, subject: kind, subjectId: subject, fields = [] }: JournalEntry): DocumentContent {
  const rank = journalSortKey(at);
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
    ...(by && {
      orderPerson: `${encodeOrderFieldPart(by.id)} ${rank}`,
      orderBoth: `${encodeOrderFieldPart(by.id)} ${kind} ${rank}`,
    }),
  };
}

let written = 0;

/** @returns a sort key: time of the action, then time and order of writing */
export const journalSortKey = (at: Date): string =>
  `${at.toISOString()} ${new Date().toISOString()} ${String(written++).padStart(9, "0")}`;

const rankIn = ({ content }: StoredDocument): string => String(content.orderAll);

/** Percent-encodes spaces, because a space separates the parts of an `order…` field. */
export const encodeOrderFieldPart = (text: string): string => encodeURIComponent(text.toWellFormed());

export const orderFieldRange = (field: string, key: string) => ({ field, from: `${key} `, before: `${key}!` });

function condition({ by, subject: kind }: JournalFilter) {
  if (by !== undefined && kind) return orderFieldRange("orderBoth", `${encodeOrderFieldPart(by)} ${kind}`);
  if (by !== undefined) return orderFieldRange("orderPerson", encodeOrderFieldPart(by));
  return kind ? orderFieldRange("orderKind", kind) : { field: "orderAll" };
}

export function journalEntryFromDocument({ content }: Pick<StoredDocument, "content">): JournalEntry {
  const { at, person, name, action, kind, subject } = content as DocumentContent & Record<string, string>;
  return {
    at: new Date(String(at)),
    by: person || name ? { id: String(person), name: String(name) } : null,
    action: action as JournalAction,
    subject: kind as JournalSubject,
    subjectId: String(subject),
    ...(Array.isArray(content.fields) && { fields: content.fields.map(String) }),
  };
}
