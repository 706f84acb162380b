import type { RecipientAnswer } from "#domain/mail/recipient-answers.ts";
import type { Author, Person } from "#domain/person.ts";
import type { Submission, SubmissionType } from "#domain/submission.ts";
import type { Content, Documents, StoredDocument, Transaction } from "#ports/documents.ts";
import { readWaiting } from "#stores/bank/payment-document.ts";
import { inBatches } from "#stores/format.ts";
import { type InboxEntry, SAME_ENTRY_MS } from "#stores/inbox-types.ts";
import { createDueMail } from "./due-mail.ts";
import { createInboxDeletions } from "./inbox-deletions.ts";
import {
  decideSignUp,
  entryFields,
  entryOf,
  type Fields,
  findSignUpDocument,
  getEntries,
  INBOX,
  markedEntry,
  markerDocument,
  newFields,
  parseDate,
  queryOfType,
  setMarker,
  statusOf,
} from "./inbox-document.ts";
import { createInboxSearch } from "./inbox-search.ts";
import { type JournalLine, recordAction } from "./journal.ts";

/** Maximum number of due mails to read at once. Low, because Firestore bills each read. */
const CANDIDATES = 20;
/** Maximum number of entries per transaction. */
const AT_ONCE = 100;
/** Refused mails in which `countMail` looks for refused recipients. */
const LAST_REFUSED = 20;

export type Inbox = ReturnType<typeof createInbox>;

/**
 * Submissions of visitors, and the retry queue of their mail. Methods throw when the store is unavailable. Writes are
 * durable. Null or false: the entry does not exist. A `reason` is one line without personal data.
 * @param now clock for methods without a time parameter
 */
export const createInbox = (documents: Documents, now = () => new Date()) => ({
  ...createEntryMethods(documents),
  ...createOutboxMethods(documents),
  ...createResendMethods(documents),
  ...createHeldMethods(documents),
  ...createMarkMethods(documents, now),
  ...createInboxSearch(documents),
  ...createInboxDeletions(documents, now),
});

const createEntryMethods = (documents: Documents) => ({
  /** Adds an entry and queues its mail. If a recent entry (`SAME_ENTRY_MS`) has equal content, returns this entry. */
  add: (submission: Submission, now: Date): Promise<{ entry: InboxEntry; isNew: boolean }> =>
    documents.transaction(async (transaction) => {
      const fields = newFields(submission, now);
      const marker = await markerDocument(transaction, fields);
      const same = await markedEntry(transaction, marker);
      const since = new Date(now.getTime() - SAME_ENTRY_MS).toISOString();
      if (same && entryFields(same).receivedAt > since) return { entry: entryOf(same), isNew: false };
      const id = transaction.newId();
      transaction.create(INBOX, id, fields);
      setMarker(transaction, fields, id);
      return { entry: entryOf({ id, content: fields }), isNew: true };
    }),

  async get(id: string): Promise<InboxEntry | null> {
    const document = await documents.get(INBOX, id);
    return document && entryOf(document);
  },
});

function createOutboxMethods(documents: Documents) {
  const dueMail = createDueMail(documents, INBOX);
  /** @param finalStates mail in these states stays unchanged */
  const finishAttempt = async (
    id: string,
    finalStates: readonly Fields["mail"][],
    changes: (before: Fields, document: StoredDocument) => Partial<Fields> | null,
  ): Promise<void> => {
    await change(documents, id, (before, document) =>
      finalStates.includes(before.mail) ? null : changes(before, document),
    );
    dueMail.release(id);
  };
  const success = (mail: "envoye" | "garde", at: Date) => () => ({
    mail,
    sentAt: at.toISOString(),
    reason: null,
    held: false,
    answers: [],
    dueAt: null,
    claim: null,
  });
  /** An attempt that reached no recipient keeps the earlier answers. */
  const withAnswers = (answers: readonly RecipientAnswer[] | undefined) => (answers ? { answers } : {});

  return {
    /**
     * Locks up to `count` entries with due mail for `durationMs`, oldest first. Other workers skip locked entries. Also
     * locks mail that a wrong clock has scheduled many hours after `now`.
     */
    async claimDue(now: Date, durationMs: number, count: number): Promise<InboxEntry[]> {
      const claim = { now, forMs: durationMs, count, candidates: CANDIDATES, compare: byArrival };
      return (await dueMail.claimDue(claim)).map(entryOf);
    },

    /** @returns when the next mail is due; a mail that is being sent, when its lock ends. Null if the queue is empty */
    nextDue: dueMail.nextDue,

    /** Records that the mail server accepted the mail. Later reports about this mail change nothing. */
    markSent: (id: string, at: Date) => finishAttempt(id, ["envoye"], success("envoye", at)),

    /** Records that the mail was saved as a file. `resend` can queue the mail again. */
    markSaved: (id: string, at: Date) => finishAttempt(id, ["envoye", "garde"], success("garde", at)),

    /**
     * Records a failed attempt. `held`: a wrong setting blocks the mail. In this case, `attempts` is reset. `answers`:
     * see `CommitteeOutcome`.
     */
    markRetry: (
      id: string,
      reason: string,
      nextAttempt: Date,
      { held = false, answers }: { held?: boolean; answers?: readonly RecipientAnswer[] | undefined } = {},
    ) =>
      finishAttempt(id, ["envoye", "garde", "echec"], ({ attempts }, document) =>
        dueMail.isClaimedElsewhere(document)
          ? null
          : {
              attempts: held ? 0 : attempts + 1,
              reason,
              held,
              ...withAnswers(answers),
              ...waitingFrom(nextAttempt),
            },
      ),

    /** Records that the mail server refused the mail, or some recipients. `resend` can queue the mail again. */
    markFailed: (id: string, reason: string, answers?: readonly RecipientAnswer[]) =>
      finishAttempt(id, ["envoye", "garde", "echec"], (_, document) =>
        dueMail.isClaimedElsewhere(document)
          ? null
          : { mail: "echec", reason, held: false, dueAt: null, claim: null, ...withAnswers(answers) },
      ),
  };
}

function byArrival(a: StoredDocument, b: StoredDocument): number {
  const rank = ({ orderType, type }: Fields) => orderType.slice(type.length);
  return rank(entryFields(a)) < rank(entryFields(b)) ? -1 : 1;
}

const waitingFrom = (instant: Date) => ({
  nextAttempt: instant.toISOString(),
  dueAt: instant.toISOString(),
  claim: null,
});

const createResendMethods = (documents: Documents) => ({
  /** Queues refused or saved mail again, due now, for the recipients without it. Other mail stays unchanged. */
  resend: (id: string, now: Date) =>
    change(documents, id, (fields) =>
      fields.mail === "echec" || fields.mail === "garde" ? resent(fields, now) : null,
    ),

  /** Queues all refused mail of a type again, due now. @returns number of mails */
  resendAll(type: SubmissionType, now: Date): Promise<number> {
    const resendSome = async (transaction: Transaction) => {
      const found = await transaction.query(INBOX, { where: queryOfType("orderRefused", type), limit: AT_ONCE });
      for (const document of found) {
        const changes = resent(entryFields(document), now);
        transaction.update(INBOX, document.id, { ...changes, ...statusOf({ ...entryFields(document), ...changes }) });
      }
      return found.length;
    };
    return inBatches(AT_ONCE, () => documents.transaction(resendSome));
  },
});

const createHeldMethods = (documents: Documents) => ({
  /** Makes held mail (`MailState.held`) due now. `type`: by default all types. */
  async releaseHeld(now: Date, type?: SubmissionType): Promise<void> {
    const where = type ? queryOfType("orderHeld", type) : { field: "orderHeld" };
    await documents.transaction(async (transaction) => {
      for (const document of await transaction.query(INBOX, { where })) {
        const { claim, nextAttempt } = entryFields(document);
        // Skip mail that a worker is sending.
        if (claim === null && nextAttempt > now.toISOString()) transaction.update(INBOX, document.id, waitingFrom(now));
      }
    });
  },

  /** @returns why mail is held (a French sentence); null if no mail is held */
  async heldReason(): Promise<string | null> {
    const [held] = await documents.query(INBOX, { where: { field: "orderHeld" }, limit: 1, select: ["reason"] });
    return held ? String(held.content.reason) : null;
  },

  /**
   * @returns `waiting`: number of queued mails, including held mails. `refused`: number of refused mails.
   * `refusedAddresses`: the recipients that the mail server refused, of the last refused mails
   */
  async countMail() {
    const fields = ["dueAt", "orderRefused"];
    const [waiting = 0, refused = 0] = await Promise.all(
      fields.map((field) => documents.count(INBOX, { where: { field } })),
    );
    const where = { field: "orderRefused", descending: true };
    const last = refused > 0 ? await documents.query(INBOX, { where, limit: LAST_REFUSED, select: ["answers"] }) : [];
    const refusals = last.flatMap((document) => entryFields(document).answers ?? []);
    const refusedAddresses = refusals.filter(({ outcome }) => outcome === "refused").map(({ address }) => address);
    return { waiting, refused, refusedAddresses: [...new Set(refusedAddresses)] };
  },
});

const resent = ({ answers }: Fields, now: Date) => ({
  mail: "en-attente" as const,
  attempts: 0,
  reason: null,
  held: false,
  sentAt: null,
  answers: (answers ?? []).filter(({ outcome }) => outcome === "sent"),
  ...waitingFrom(now),
});

const createMarkMethods = (documents: Documents, now: () => Date) => ({
  /**
   * Marks entries as handled. Entries that are already handled keep their time.
   * @param at null: marks the entries as unhandled
   * @returns the `handledAt` of each existing entry
   */
  setHandled: (ids: readonly string[], at: Date | null, by: Person | null = null): Promise<(Date | null)[]> =>
    documents.transaction(async (transaction) => {
      const found = await getEntries(transaction, ids);
      const changed = found.filter((document) => (entryFields(document).handledAt === null) === (at !== null));
      markHandled(transaction, changed, at, { by, at: at ?? now() });
      return found.map((document) => at && (parseDate(entryFields(document).handledAt) ?? at));
    }),

  /** Undoes a call of `setHandled`: marks the entries with this `handledAt` as unhandled. @returns number of entries */
  clearHandled: (type: SubmissionType, handledAt: Date, by: Person | null = null): Promise<number> =>
    documents.transaction(async (transaction) => {
      const where = { field: "orderPurge", equals: `${type} ${handledAt.toISOString()}` };
      const found = await transaction.query(INBOX, { where, limit: AT_ONCE });
      markHandled(transaction, found, null, { by, at: now() });
      return found.length;
    }),

  /** Sets `consentFormReceivedAt` unless it is already set. @param at null: clears `consentFormReceivedAt` */
  setConsentReceived: (id: string, at: Date | null) =>
    change(documents, id, ({ type, consentFormReceivedAt }) => {
      if (type !== "inscription") return "absent";
      return at && consentFormReceivedAt ? null : { consentFormReceivedAt: at?.toISOString() ?? null };
    }),

  setBirthDateVerified: (id: string) =>
    change(documents, id, ({ type }) => (type === "inscription" ? { birthDateToVerify: false } : "absent")),

  /** Refuses a sign-up and marks it as handled. @returns false if the sign-up is accepted or does not exist */
  refuse: (id: string, reason: string, author: Author): Promise<boolean> =>
    documents.transaction(async (transaction) => {
      const document = await findSignUpDocument(transaction, id);
      if (!document || entryFields(document).decision?.is === "accepted") return false;
      (await readWaiting(transaction, author)).refuseSignUp(id);
      decideSignUp(transaction, document, { is: "refused", reason }, author);
      return true;
    }),
});

function markHandled(
  transaction: Transaction,
  found: readonly StoredDocument[],
  handledAt: Date | null,
  line: Pick<JournalLine, "at" | "by">,
): void {
  for (const document of found) {
    // To mark a refused sign-up as unhandled, remove its decision.
    const reopened = handledAt === null && entryFields(document).decision?.is === "refused";
    const changed = { handledAt: handledAt?.toISOString() ?? null, ...(reopened && { decision: null }) };
    transaction.update(INBOX, document.id, { ...changed, ...statusOf({ ...entryFields(document), ...changed }) });
    const { type } = entryFields(document);
    recordAction(transaction, { ...line, action: "changed", subject: type, subjectId: document.id });
  }
}

/** `changes` returns null for no change. @returns false if `changes` returns `absent` or the entry does not exist */
const change = (
  documents: Documents,
  id: string,
  changes: (before: Fields, document: StoredDocument) => Partial<Fields> | null | "absent",
): Promise<boolean> =>
  documents.transaction(async (transaction) => {
    const document = await transaction.get(INBOX, id);
    if (!document) return false;
    const before = entryFields(document);
    const changed = changes(before, document);
    if (changed === "absent") return false;
    if (changed) transaction.update(INBOX, id, { ...changed, ...statusOf({ ...before, ...changed }) } as Content);
    return true;
  });
