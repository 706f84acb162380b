/**
 * Documents `mails/{id}`: the waiting mails, in three queues. A mail is created in the transaction of its cause. It
 * is deleted when no address waits any more, because it contains a link or personal data. Its outcome is stored with
 * its cause: the inbox entry, the sending of a fee, the touch of a round, or the account with the link. Notices and letters of
 * Monday have none. The outcome of a letter to a member also decides whether the member's address works.
 */
import { createHash } from "node:crypto";
import type { RecipientState } from "#domain/mail/addresses.ts";
import type { ComposedLetter } from "#domain/mail/letter.ts";
import type { SubmissionType } from "#domain/submission.ts";
import type { StoredDocument, Transaction } from "#ports/documents.ts";

export const MAILS_COLLECTION = "mails";

/**
 * `link`: a one-time link to choose a password. `notice`: tells an account about a change. `bill`: of a fee. `own-link`:
 * the link of the own page, for a member who asked for it. `slot-reminder`: of the places of an evening. `to-do`: tells
 * an account on Monday what is late or due soon. `mailing`: of domain/mailings, to a member.
 */
type LetterKind = "link" | "notice" | "bill" | "own-link" | "slot-reminder" | "to-do" | "mailing";
export type MailKind = SubmissionType | LetterKind;

/** Mails in the first queue are sent before mails in the second, and letters of mailings after all others. */
export const MAIL_QUEUES = ["dueFirst", "dueAt", "dueInTurn"] as const;
export type MailQueue = (typeof MAIL_QUEUES)[number];

/** Letters to many people at once. */
const IN_BULK: ReadonlySet<MailKind> = new Set(["bill", "slot-reminder", "to-do"]);

function queueOf(kind: MailKind): MailQueue {
  if (kind === "mailing") return "dueInTurn";
  return IN_BULK.has(kind) ? "dueAt" : "dueFirst";
}

export type StoredMail = {
  readonly kind: MailKind;
  /** Id of the inbox entry, of the fee, of the account, of the member with the link, or of the document of touches. */
  readonly cause: string;
  /** Id of the member to whom the letter goes (register/refused-email.ts). Absent for letters to others. */
  readonly member?: string | undefined;
  /** `subject` of the event of a reminder, or id of the mailing. Absent for other letters, also below. */
  readonly topic?: string | undefined;
  /** Ids of the replies that a reminder names. If they no longer hold, the reminder is not sent. */
  readonly replies?: readonly string[] | undefined;
  /** Ids of what a letter of Monday names. If all of it is done, the letter is not sent. */
  readonly toDos?: readonly string[] | undefined;
  /** Where the recipient opts out of mailings like this one. Absent for letters that nobody can opt out of. */
  readonly optOutUrl?: string | undefined;
  /** Null for a submission: its mail is composed from the inbox entry. */
  readonly letter: ComposedLetter | null;
  readonly addresses: readonly RecipientState[];
  readonly queuedAt: string;
  /** Failed attempts. */
  readonly attempts: number;
  /** ISO 8601: time of the first failed attempt. Absent before. */
  readonly failingSince?: string | undefined;
  /** The setting that blocks the mail, as a French sentence; null for none. */
  readonly held: string | null;
  /** Time of the next attempt, or end of the lease. Null or absent in the other queues. */
  readonly dueFirst: string | null;
  readonly dueAt: string | null;
  readonly dueInTurn?: string | null | undefined;
  /** Id of the transaction in which a worker leased the mail. */
  readonly claim: string | null;
};

export const mailFromDocument = ({ content }: StoredDocument): StoredMail => content as unknown as StoredMail;

type Due = Pick<StoredMail, MailQueue>;

/** @returns the time of the next attempt, or the end of the lease */
export const dueTimeOf = ({ dueFirst, dueAt, dueInTurn }: Due): string => String(dueFirst ?? dueAt ?? dueInTurn);

export const dueInQueue = (kind: MailKind, at: Date) => ({ [queueOf(kind)]: at.toISOString() });

/** A letter to one address, before it is queued. */
export type NewLetter = ComposedLetter & {
  readonly kind: LetterKind;
  readonly cause: string;
  readonly recipient: string;
  /** Id of the member to whom it goes: the outcome says whether the member's address works. */
  readonly member?: string;
} & Pick<StoredMail, "topic" | "replies" | "toDos" | "optOutUrl">;

/** @param dueAt time of the first attempt; by default `at` @returns the id of the queued mail */
export function queueLetter(
  transaction: Transaction,
  { kind, cause, recipient, member, topic, replies, toDos, optOutUrl, subject, text, html }: NewLetter,
  at: Date,
  dueAt = at,
): string {
  const id = transaction.newId();
  const addresses = [{ address: recipient, state: "waiting" as const, reason: "" }];
  const letter = { subject, text, html };
  const about = {
    ...(member && { member }),
    ...(topic && { topic }),
    ...(replies && { replies }),
    ...(toDos && { toDos }),
    ...(optOutUrl && { optOutUrl }),
  };
  create(transaction, id, { kind, cause, ...about, letter, addresses, held: null }, at, dueAt);
  return id;
}

/** Queues letters, due now. */
export function queueLetters(transaction: Transaction, letters: readonly NewLetter[], at: Date): void {
  for (const letter of letters) queueLetter(transaction, letter, at);
}

type Waiting = { readonly held: string | null; readonly addresses: readonly RecipientState[] };

/** Queues the mail to the committee about an inbox entry, due now. */
export function queueSubmission(
  transaction: Transaction,
  { id, type, held, addresses }: Waiting & { readonly id: string; readonly type: SubmissionType },
  at: Date,
): void {
  create(transaction, mailIdOfEntry(id), { kind: type, cause: id, letter: null, addresses, held }, at, at);
}

type NewMail = Omit<StoredMail, "queuedAt" | "attempts" | MailQueue | "claim">;

function create(transaction: Transaction, id: string, mail: NewMail, at: Date, dueAt: Date): void {
  const queued = { queuedAt: at.toISOString(), attempts: 0, dueFirst: null, dueAt: null, claim: null };
  transaction.create(MAILS_COLLECTION, id, { ...mail, ...queued, ...dueInQueue(mail.kind, dueAt) });
}

/** An entry's id gives access to a minor's consent form. Mail must not contain the id. */
export const mailIdOfEntry = (entryId: string): string =>
  createHash("sha256").update(`mail of ${entryId}`).digest("hex").slice(0, 32);

/** @returns the waiting letters about a topic, without their texts */
export const queryLettersOfTopic = (reader: Pick<Transaction, "query">, topic: string): Promise<StoredDocument[]> =>
  reader.query(MAILS_COLLECTION, { where: { field: "topic", equals: topic }, select: ["topic"] });

/** @returns the waiting mails of these causes */
export const queryMailsOfCauses = async (
  reader: Pick<Transaction, "query">,
  causes: readonly string[],
): Promise<StoredDocument[]> => {
  const where = (cause: string) => ({ where: { field: "cause", equals: cause } });
  return (await Promise.all(causes.map((cause) => reader.query(MAILS_COLLECTION, where(cause))))).flat();
};
