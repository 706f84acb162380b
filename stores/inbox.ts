import { CONTACT_DETAIL_NAMES, type ContactDetails, hasContactDetails } from "#domain/contact-details.ts";
import type { ListPortion } from "#domain/paging.ts";
import type { Author, Person } from "#domain/person.ts";
import type { Deletion } from "#domain/recycle-bin.ts";
import type { Submission, SubmissionType } from "#domain/submission.ts";
import type { Documents, StoredDocument, Transaction } from "#ports/documents.ts";
import { readWaitingPayments } from "#stores/bank/payment-document.ts";
import {
  DUPLICATE_ENTRY_MS,
  type InboxEntry,
  type InboxSearch,
  type ListedEntry,
  recipientStatesOfMail,
} from "#stores/inbox-types.ts";
import { repeatUntilShortBatch } from "#stores/purge.ts";
import { moveEntriesToBin, moveExpiredEntriesToBin, restoreEntriesFromBin } from "./inbox-deletions.ts";
import {
  decideSignUp,
  entryMarkerDocument,
  entryOfMarker,
  findSignUpDocument,
  getInboxEntries,
  INBOX_COLLECTION,
  inboxEntryFields,
  inboxEntryFromDocument,
  inboxQueryOfType,
  inboxSortKeysOf,
  newInboxFields,
  parseStoredDate,
  queueEntryMail,
  setEntryMail,
  setEntryMarker,
  whereHandledBefore,
  withComputedFields,
} from "./inbox-document.ts";
import { readInboxEntries, searchInboxEntries } from "./inbox-search.ts";
import { type JournalEntry, recordAction } from "./journal.ts";

/** Maximum number of entries per transaction. */
const AT_ONCE = 100;
/** Maximum number of refused mails in which `countRefused` looks for refused recipients. */
const LAST_REFUSED = 20;

export type InboxStore = ReturnType<typeof createInboxStore>;

/**
 * Submissions of visitors, and the state of their mail to the committee (stores/mails.ts sends it). Methods throw when
 * the store is unavailable. Writes are durable. Null or false: the entry does not exist.
 * @param now clock for methods without a time parameter
 */
export function createInboxStore(documents: Documents, now = () => new Date()) {
  const count = (where: Parameters<Documents["count"]>[1]) => documents.count(INBOX_COLLECTION, where);
  return {
    /** Adds an entry and queues its mail. If a recent entry (`DUPLICATE_ENTRY_MS`) has equal content, returns this entry. */
    add: (submission: Submission, now: Date): Promise<{ entry: InboxEntry; isNew: boolean }> =>
      documents.transaction(async (transaction) => {
        const fields = newInboxFields(submission, now);
        const marker = await entryMarkerDocument(transaction, fields);
        const same = await entryOfMarker(transaction, marker);
        const since = new Date(now.getTime() - DUPLICATE_ENTRY_MS).toISOString();
        if (same && inboxEntryFields(same).receivedAt > since)
          return { entry: inboxEntryFromDocument(same), isNew: false };
        const id = transaction.newId();
        transaction.create(INBOX_COLLECTION, id, fields);
        setEntryMarker(transaction, fields, id);
        queueEntryMail(transaction, id, fields, now);
        return { entry: inboxEntryFromDocument({ id, content: fields }), isNew: true };
      }),

    async get(id: string): Promise<InboxEntry | null> {
      const document = await documents.get(INBOX_COLLECTION, id);
      return document && inboxEntryFromDocument(document);
    },

    /** @returns the matching entries, newest first, and their total number. Without `portion`, returns all entries. */
    search: <Type extends SubmissionType>(search: InboxSearch<Type>, portion?: ListPortion) =>
      searchInboxEntries(documents, search, portion) as Promise<{
        entries: Extract<ListedEntry, { type: Type }>[];
        total: number;
      }>,

    /** @returns the existing entries of a type, newest first */
    list: <Type extends SubmissionType>(type: Type, ids: readonly string[]) =>
      readInboxEntries(documents, type, ids) as Promise<Extract<ListedEntry, { type: Type }>[]>,

    listIds: async (): Promise<ReadonlySet<string>> =>
      new Set((await documents.query(INBOX_COLLECTION, { select: [] })).map(({ id }) => id)),

    /** @returns the number of entries of a type: all, unhandled, and with refused mail */
    async count(type: SubmissionType) {
      const [total = 0, unhandled = 0, refused = 0] = await Promise.all(
        (["orderType", "orderNew", "orderRefused"] as const).map((field) =>
          count({ where: inboxQueryOfType(field, type) }),
        ),
      );
      return { total, unhandled, refused };
    },

    /** @returns numbers of entries: unhandled, with refused mail, and handled before `handledBefore` */
    async countPending(type: SubmissionType, handledBefore: Date) {
      const conditions = [inboxQueryOfType("orderNew", type), inboxQueryOfType("orderRefused", type)];
      const [unhandled = 0, refused = 0, expiring = 0] = await Promise.all(
        [...conditions, whereHandledBefore(type, handledBefore)].map((where) => count({ where })),
      );
      return { unhandled, refused, expiring };
    },

    /** @returns the number of entries handled before `before`, and their first and last `handledAt` */
    async countHandled(type: SubmissionType, before: Date) {
      const where = whereHandledBefore(type, before);
      const firstOnly = { limit: 1, select: ["handledAt"] };
      const [total, ...ends] = await Promise.all([
        count({ where }),
        documents.query(INBOX_COLLECTION, { where, ...firstOnly }),
        documents.query(INBOX_COLLECTION, { where: { ...where, descending: true }, ...firstOnly }),
      ]);
      const [first = null, last = null] = ends.map(([end]) => end && parseStoredDate(inboxEntryFields(end).handledAt));
      return { count: total, first, last };
    },

    /** @returns the number of refused mails, and the recipients that the mail server refused in the newest of them */
    async countRefused() {
      const refused = await count({ where: { field: "orderRefused" } });
      const where = { field: "orderRefused", descending: true };
      const last = refused > 0 ? await documents.query(INBOX_COLLECTION, { where, limit: LAST_REFUSED }) : [];
      const states = last.flatMap((document) => recipientStatesOfMail(inboxEntryFromDocument(document).mail));
      const refusedAddresses = states.filter(({ state }) => state === "refused").map(({ address }) => address);
      return { refused, refusedAddresses: [...new Set(refusedAddresses)] };
    },

    /**
     * Queues refused or saved mail again, due now, for the recipients who have not received it. Other mail stays
     * unchanged.
     */
    resend: (id: string, now: Date): Promise<boolean> =>
      documents.transaction(async (transaction) => {
        const document = await transaction.get(INBOX_COLLECTION, id);
        if (document) resendMail(transaction, document, now);
        return document !== null;
      }),

    /** Queues all refused mail of a type again, due now. @returns number of mails */
    resendAll: (type: SubmissionType, now: Date): Promise<number> =>
      repeatUntilShortBatch(AT_ONCE, () =>
        documents.transaction(async (transaction) => {
          const found = await transaction.query(INBOX_COLLECTION, {
            where: inboxQueryOfType("orderRefused", type),
            limit: AT_ONCE,
          });
          for (const document of found) resendMail(transaction, document, now);
          return found.length;
        }),
      ),

    /**
     * Marks entries as handled. Entries that are already handled keep their time.
     * @param at null: marks the entries as unhandled
     * @returns the `handledAt` of each existing entry
     */
    setHandled: (ids: readonly string[], at: Date | null, by: Person | null = null): Promise<(Date | null)[]> =>
      documents.transaction(async (transaction) => {
        const found = await getInboxEntries(transaction, ids);
        // An accepted sign-up stays handled: only undoing its acceptance makes it new again.
        const changed = found
          .filter((document) => (inboxEntryFields(document).handledAt === null) === (at !== null))
          .filter((document) => at !== null || inboxEntryFields(document).decision?.is !== "accepted");
        markHandled(transaction, changed, at, { by, at: at ?? now() });
        return found.map((document) => at && (parseStoredDate(inboxEntryFields(document).handledAt) ?? at));
      }),

    /**
     * Stores the contact details that a visitor added after the sign-up. Idempotent: the same details change nothing.
     */
    addContactDetails: (id: string, details: ContactDetails): Promise<"added" | "written" | "handled" | "absent"> =>
      documents.transaction(async (transaction) => {
        const document = await findSignUpDocument(transaction, id);
        if (!document) return "absent";
        const fields = inboxEntryFields(document);
        if (CONTACT_DETAIL_NAMES.every((field) => fields[field] === details[field])) return "added";
        if (hasContactDetails(fields)) return "written";
        if (fields.handledAt !== null) return "handled";
        const { search } = withComputedFields({ ...fields, ...details });
        transaction.update(INBOX_COLLECTION, id, { ...details, search });
        return "added";
      }),

    setBirthDateVerified: (id: string): Promise<boolean> =>
      documents.transaction(async (transaction) => {
        const document = await findSignUpDocument(transaction, id);
        if (document) transaction.update(INBOX_COLLECTION, id, { birthDateToVerify: false });
        return document !== null;
      }),

    /** Refuses a sign-up and marks it as handled. @returns false if the sign-up is accepted or does not exist */
    refuse: (id: string, reason: string, author: Author): Promise<boolean> =>
      documents.transaction(async (transaction) => {
        const document = await findSignUpDocument(transaction, id);
        if (!document || inboxEntryFields(document).decision?.is === "accepted") return false;
        (await readWaitingPayments(transaction, author)).refuseSignUp(id);
        decideSignUp(transaction, document, { is: "refused", reason }, author);
        return true;
      }),

    /** Moves entries to the recycle bin, and deletes their mail. @returns keys of the recycle bin's new entries */
    moveToBin: (ids: readonly string[], deletion: Pick<Deletion, "at" | "by">): Promise<string[]> =>
      documents.transaction(
        async (transaction) => moveEntriesToBin(transaction, await getInboxEntries(transaction, ids), deletion),
        { erases: true },
      ),

    /** Moves the entries handled before `handledBefore` to the recycle bin. @returns number of entries */
    moveExpiredToBin: (type: SubmissionType, handledBefore: Date, at: Date): Promise<number> =>
      moveExpiredEntriesToBin(documents, whereHandledBefore(type, handledBefore), at),

    /**
     * Restores entries from the recycle bin and queues their mail again if it was waiting.
     * @returns number of entries found
     */
    restore: (keys: readonly string[], by: Person | null = null): Promise<number> =>
      documents.transaction((transaction) => restoreEntriesFromBin(transaction, keys, { by, at: now() }), {
        erases: true,
      }),
  };
}

function resendMail(transaction: Transaction, document: StoredDocument, now: Date): void {
  const fields = inboxEntryFields(document);
  if (fields.mail !== "echec" && fields.mail !== "garde") return;
  const addresses = fields.addresses.filter(({ state }) => state === "sent");
  setEntryMail(transaction, document, { state: "en-attente", reason: null, addresses });
  queueEntryMail(transaction, document.id, { ...fields, held: false, addresses }, now);
}

function markHandled(
  transaction: Transaction,
  found: readonly StoredDocument[],
  handledAt: Date | null,
  line: Pick<JournalEntry, "at" | "by">,
): void {
  for (const document of found) {
    // Marking a refused sign-up as unhandled also removes its decision.
    const reopened = handledAt === null && inboxEntryFields(document).decision?.is === "refused";
    const changed = { handledAt: handledAt?.toISOString() ?? null, ...(reopened && { decision: null }) };
    transaction.update(INBOX_COLLECTION, document.id, {
      ...changed,
      ...inboxSortKeysOf({ ...inboxEntryFields(document), ...changed }),
    });
    const { type } = inboxEntryFields(document);
    recordAction(transaction, { ...line, action: "changed", subject: type, subjectId: document.id });
  }
}
