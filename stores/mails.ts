import { createHash } from "node:crypto";
import type { Day } from "#domain/dates.ts";
import { isAddressRefused } from "#domain/mail/addresses.ts";
import { LATEST_PLAUSIBLE_ATTEMPT_MS } from "#domain/mail/mail-back-off.ts";
import type { Documents, StoredDocument, Transaction } from "#ports/documents.ts";
import { ACCOUNTS_COLLECTION } from "./account-document.ts";
import { FEES_COLLECTION, markSendingRefused } from "./fees/fee-document.ts";
import { INBOX_COLLECTION, inboxEntryFields, setEntryMail } from "./inbox-document.ts";
import { type MailState, recipientStatesOfMail } from "./inbox-types.ts";
import {
  dueInQueue,
  dueTimeOf,
  MAIL_QUEUES,
  MAILS_COLLECTION,
  type MailQueue,
  mailFromDocument,
  type NewLetter,
  queueLetters,
  type StoredMail,
} from "./mail-document.ts";
import { readMailingToQueue } from "./mailings.ts";
import { LINK_REQUESTS_COLLECTION, returnToCommittee } from "./register/link-request-document.ts";
import { REGISTER_COLLECTION } from "./register/member-document.ts";
import { recordMemberDelivery } from "./register/refused-email.ts";
import { forgetLetter, markLetterRefused, markLetterSent, TOUCHES_COLLECTION } from "./rounds/touches.ts";
import { STATE_COLLECTION } from "./site-state.ts";

/** Mails per transaction. */
const AT_ONCE = 100;

/** A mail that this worker alone sends until the lease ends. */
export type LeasedMail = Pick<
  StoredMail,
  | "kind"
  | "cause"
  | "member"
  | "topic"
  | "replies"
  | "toDos"
  | "optOutUrl"
  | "letter"
  | "addresses"
  | "queuedAt"
  | "attempts"
  | "failingSince"
  | "claim"
> & {
  readonly id: string;
};

/**
 * The outcome of an attempt, as the state of an inbox entry's mail. `held`: a wrong setting blocks the mail.
 * `nextAttempt`: when a mail that waits is due again.
 */
export type MailResult =
  | Exclude<MailState, { state: "en-attente" }>
  | (Extract<MailState, { state: "en-attente" }> & { readonly reason: string; readonly nextAttempt: Date });

export type MailStore = ReturnType<typeof createMailStore>;

/**
 * The queue of waiting mails (mail-document.ts). Methods throw if the store is unavailable.
 * @param now the clock that dates refusals
 */
export function createMailStore(documents: Documents, now = () => new Date()) {
  return {
    /**
     * Leases one due mail for `forMs` milliseconds. Null if none is due.
     * @param queues in which to look; the mails of the first are preferred
     */
    async leaseDue(now: Date, forMs: number, queues: readonly MailQueue[] = MAIL_QUEUES): Promise<LeasedMail | null> {
      // Search outside the transaction: on Firestore, its locks would delay the forms that queue a mail.
      for (;;) {
        const id = await findDue(documents, now, queues);
        if (id === null) return null;
        const leased = await documents.transaction((transaction) => lease(transaction, id, now, forMs));
        if (leased) return leased;
      }
    },

    /** Whether a letter of a mailing is due. */
    isLetterInTurn: async (now: Date): Promise<boolean> => (await findDue(documents, now, ["dueInTurn"])) !== null,

    /**
     * @returns the time when the next mail is due; for a leased mail, the end of the lease. Null if no mail
     * waits.
     */
    async nextDue(): Promise<Date | null> {
      const firsts = await Promise.all(
        MAIL_QUEUES.map((field) => documents.query(MAILS_COLLECTION, { where: { field }, limit: 1, select: [field] })),
      );
      const times = firsts.flat().map((document) => dueTimeOf(mailFromDocument(document)));
      return times.length === 0 ? null : new Date(times.sort()[0] ?? "");
    },

    /**
     * Records the result of an attempt, also with the mail's cause. Deletes a mail that no longer waits. Ignores a
     * failure if another worker has leased the mail since, or if the mail no longer exists. A success always
     * counts.
     */
    record: (mail: LeasedMail, result: MailResult): Promise<void> =>
      documents.transaction((transaction) => recordResult(transaction, mail, result, now()), {
        erases: mail.letter !== null && result.state !== "en-attente",
      }),

    /**
     * Deletes a letter that is no longer true, and forgets a reminder or the letter of a mailing. A member whose address
     * was corrected meanwhile gets the mailing there. Ignored if another worker has leased the letter since.
     */
    drop: (mail: LeasedMail): Promise<void> =>
      documents.transaction((transaction) => drop(transaction, mail), { erases: true }),

    /**
     * Makes mails due now that a wrong setting has blocked.
     * @param isReleased selects the kinds of mails; by default all
     */
    async releaseHeld(now: Date, isReleased: (kind: StoredMail["kind"]) => boolean = () => true): Promise<void> {
      const held = await documents.query(MAILS_COLLECTION, { where: { field: "held" }, select: ["kind"] });
      const ids = held.filter((document) => isReleased(mailFromDocument(document).kind)).map(({ id }) => id);
      for (let i = 0; i < ids.length; i += AT_ONCE)
        await documents.transaction((transaction) => release(transaction, ids.slice(i, i + AT_ONCE), now));
    },

    /** @returns why mails are held (a French sentence); null if no mail is held */
    async heldReason(): Promise<string | null> {
      const [held] = await documents.query(MAILS_COLLECTION, { where: { field: "held" }, limit: 1, select: ["held"] });
      return held ? mailFromDocument(held).held : null;
    },

    /**
     * Queues the letters of a Monday, due now. Idempotent: a second call for the same Monday queues nothing.
     * @param letters may be empty: then this Monday has no letters
     * @returns whether the letters are queued by this call
     */
    queueToDoLetters: (monday: Day, letters: readonly NewLetter[]): Promise<boolean> =>
      documents.transaction(async (transaction) => {
        if ((await transaction.get(STATE_COLLECTION, TO_DO_LETTERS))?.content.monday === monday) return false;
        transaction.put(STATE_COLLECTION, TO_DO_LETTERS, { monday });
        queueLetters(transaction, letters, now());
        return true;
      }),

    /** Whether `queueToDoLetters` was called for this Monday. */
    async areToDoLettersQueued(monday: Day): Promise<boolean> {
      return (await documents.get(STATE_COLLECTION, TO_DO_LETTERS))?.content.monday === monday;
    },

    /** @returns the number of mails that wait */
    count: (): Promise<number> => documents.count(MAILS_COLLECTION),

    /** Records a successful test mail. `recipients`: those of the settings, which may be none. */
    recordTestMail: (recipients: readonly string[], at: Date): Promise<void> =>
      documents.transaction(async (transaction) => {
        await transaction.get(STATE_COLLECTION, TEST_MAIL);
        transaction.put(STATE_COLLECTION, TEST_MAIL, {
          recipients: fingerprintOf(recipients),
          leftAt: at.toISOString(),
        });
      }),

    /** Whether the last successful test mail went to these recipients. */
    async hasTestMailLeft(recipients: readonly string[]): Promise<boolean> {
      return (await documents.get(STATE_COLLECTION, TEST_MAIL))?.content.recipients === fingerprintOf(recipients);
    },
  };
}

const TEST_MAIL = "test-mail";
const TO_DO_LETTERS = "to-do-letters";

/** A hash, so that the addresses themselves are not stored. The order of the addresses does not matter. */
const fingerprintOf = (recipients: readonly string[]): string =>
  createHash("sha256").update(recipients.toSorted().join("\n")).digest("base64url");

/** A mail that is due later than this time was scheduled by a wrong clock, and counts as due now. */
const farthest = (now: Date): string => new Date(now.getTime() + LATEST_PLAUSIBLE_ATTEMPT_MS).toISOString();

/** @returns the id of a due mail in the first of these queues that has one; null if there is none */
async function findDue(documents: Documents, now: Date, queues: readonly MailQueue[]): Promise<string | null> {
  for (const field of queues)
    for (const range of [{ to: now.toISOString() }, { after: farthest(now) }]) {
      const [found] = await documents.query(MAILS_COLLECTION, {
        where: { field, ...range },
        limit: 1,
        select: [field],
      });
      if (found) return found.id;
    }
  return null;
}

/** @returns null if another worker has leased the mail, or if the mail no longer exists */
async function lease(transaction: Transaction, id: string, now: Date, forMs: number): Promise<LeasedMail | null> {
  const document = await transaction.get(MAILS_COLLECTION, id);
  if (!document) return null;
  const { dueFirst, dueAt, dueInTurn, ...mail } = mailFromDocument(document);
  const due = dueTimeOf({ dueFirst, dueAt, dueInTurn });
  if (due > now.toISOString() && due <= farthest(now)) return null;
  const until = dueInQueue(mail.kind, new Date(now.getTime() + forMs));
  transaction.update(MAILS_COLLECTION, id, { ...until, claim: transaction.id });
  return { ...mail, id, claim: transaction.id };
}

async function recordResult(transaction: Transaction, mail: LeasedMail, result: MailResult, now: Date): Promise<void> {
  const document = await transaction.get(MAILS_COLLECTION, mail.id);
  const isMine = document?.content.claim === mail.claim;
  const isSuccess = "at" in result;
  if (!isMine && !isSuccess) return;
  // Firestore reads before it writes.
  const isFinal = result.state !== "en-attente";
  const member = isFinal && mail.member !== undefined ? await transaction.get(REGISTER_COLLECTION, mail.member) : null;
  await recordCause(transaction, mail, result, document);
  const recipient = mail.addresses[0]?.address;
  if (isFinal && member && recipient !== undefined)
    recordMemberDelivery(transaction, member, {
      isSent: isSuccess,
      recipient,
      addresses: recipientStatesOfMail(result),
      at: now,
    });
  if (!document) return;
  if (result.state !== "en-attente") return transaction.delete(MAILS_COLLECTION, mail.id);
  const { nextAttempt, reason, held, addresses } = result;
  transaction.update(MAILS_COLLECTION, mail.id, {
    ...dueInQueue(mail.kind, nextAttempt),
    attempts: held ? 0 : mail.attempts + 1,
    failingSince: mail.failingSince ?? now.toISOString(),
    held: held ? reason : null,
    ...(addresses && { addresses }),
    claim: null,
  });
}

async function recordCause(
  transaction: Transaction,
  { kind, cause, queuedAt, addresses }: LeasedMail,
  result: MailResult,
  document: StoredDocument | null,
): Promise<void> {
  if (kind === "inscription" || kind === "message") {
    const entry = await transaction.get(INBOX_COLLECTION, cause);
    const before = entry && inboxEntryFields(entry).mail;
    // A success replaces an earlier refusal.
    if (entry && before !== "envoye" && !(before === "garde" && result.state === "garde"))
      setEntryMail(transaction, entry, result);
    return;
  }
  if (kind === "mailing" && "at" in result) {
    const touches = await transaction.get(TOUCHES_COLLECTION, cause);
    if (touches) markLetterSent(transaction, touches, queuedAt, result.at);
  }
  if (result.state === "echec" && document)
    await recordRefusal(transaction, { kind, cause, queuedAt, addresses }, result);
}

async function recordRefusal(
  transaction: Transaction,
  { kind, cause, queuedAt, addresses }: Pick<LeasedMail, "kind" | "cause" | "queuedAt" | "addresses">,
  result: Extract<MailResult, { state: "echec" }>,
): Promise<void> {
  const { reason } = result;
  if (kind === "bill") {
    const fee = await transaction.get(FEES_COLLECTION, cause);
    if (fee) markSendingRefused(transaction, fee, queuedAt, reason);
  }
  if (kind === "slot-reminder" || kind === "mailing") {
    const touches = await transaction.get(TOUCHES_COLLECTION, cause);
    const isOfAddress = isAddressRefused(addresses[0]?.address ?? "", recipientStatesOfMail(result));
    if (touches) markLetterRefused(transaction, touches, queuedAt, { reason, isOfAddress });
  }
  if (kind === "own-link") {
    const request = await transaction.get(LINK_REQUESTS_COLLECTION, cause);
    if (request) returnToCommittee(transaction, request, reason);
  }
  if (kind === "link" && (await transaction.get(ACCOUNTS_COLLECTION, cause)))
    transaction.update(ACCOUNTS_COLLECTION, cause, { linkRefused: reason });
}

async function drop(transaction: Transaction, { id, kind, cause, topic = "", claim }: LeasedMail): Promise<void> {
  const document = await transaction.get(MAILS_COLLECTION, id);
  if (document?.content.claim !== claim) return;
  const touches = await transaction.get(TOUCHES_COLLECTION, cause);
  if (kind === "mailing") (await readMailingToQueue(transaction, topic))();
  if (touches) forgetLetter(transaction, touches, mailFromDocument(document).queuedAt);
  transaction.delete(MAILS_COLLECTION, id);
}

async function release(transaction: Transaction, ids: readonly string[], now: Date): Promise<void> {
  const found = await Promise.all(ids.map((id) => transaction.get(MAILS_COLLECTION, id)));
  for (const document of found) {
    if (!document) continue;
    const mail = mailFromDocument(document);
    const { kind, claim, held, queuedAt } = mail;
    // Skip mails that a worker is sending.
    if (!held || claim !== null || dueTimeOf(mail) <= now.toISOString()) continue;
    // Sort by the original due time, so that the oldest mail is sent first.
    transaction.update(
      MAILS_COLLECTION,
      document.id,
      dueInQueue(kind, new Date(Math.min(Date.parse(queuedAt), now.getTime()))),
    );
  }
}
