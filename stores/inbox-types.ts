import type { Day } from "#domain/dates.ts";
import type { Person } from "#domain/person.ts";
import type { Deletion } from "#domain/recycle-bin.ts";
import type { Submission, SubmissionType } from "#domain/submission.ts";
import type { Filter } from "#domain/text/search.ts";

/** Submissions with equal content within this time, in ms, become one entry. */
export const SAME_ENTRY_MS = 24 * 60 * 60 * 1000;

/** State of an entry's mail. `en-attente`: queued. `envoye`: sent. `echec`: refused. `garde`: saved as a file. */
export type MailState =
  | {
      readonly state: "en-attente";
      readonly attempts: number;
      readonly nextAttempt: Date;
      readonly reason: string | null;
      /** True if a wrong setting blocks the mail (`Outcome` in ports/mailer.ts). */
      readonly held?: true;
    }
  | { readonly state: "envoye" | "garde"; readonly at: Date }
  | { readonly state: "echec"; readonly reason: string };

/** What the committee decided about a sign-up. `member`: the id in the register. `reason` may be empty. */
export type SignUpDecision =
  | { readonly is: "accepted"; readonly member: string }
  | { readonly is: "refused"; readonly reason: string };

export type InboxEntry = Submission & {
  /** Random id, safe in a URL and in a file name. */
  readonly id: string;
  readonly receivedAt: Date;
  readonly mail: MailState;
  readonly handledAt: Date | null;
  /** When the committee received the signed consent form of a minor; null for a message. */
  readonly consentFormReceivedAt: Date | null;
  /** Whether the person kept a date that the form had filled in, and the committee has not verified it. */
  readonly birthDateToVerify: boolean;
  /** Absent: no decision yet, or a message. */
  readonly decision?: SignUpDecision;
  /** When the accepted charter was saved; empty for its initial words. Null for a message, or when unknown. */
  readonly charterRevision: string | null;
};

export type ListedEntry = InboxEntry & {
  /** True if another sign-up has the same names (ignoring case and accents) and birth date. */
  readonly duplicate: boolean;
};

export type InboxSearch<Type extends SubmissionType = SubmissionType> = {
  readonly type: Type;
  /** Search text as typed. An entry must contain every word, ignoring accents and case (domain/text/search.ts). */
  readonly text: string;
  readonly filter: Filter;
  /** Today in Zurich, for the filter on minors. */
  readonly day: Day;
};

export type Range = { readonly start: number; readonly count: number };

/** Number of handled entries; first and last `handledAt`, null without entries. */
type HandledEntries = { readonly count: number; readonly first: Date | null; readonly last: Date | null };

/**
 * Submissions of visitors, and the retry queue of their mail. Methods throw when the store is unavailable; writes are
 * durable; each call is one transaction. Null or false: no such entry. A `reason` is one line without personal data.
 */
export interface Inbox {
  /** Adds an entry and queues its mail. Returns the entry, or an older one with equal content (`SAME_ENTRY_MS`). */
  add(submission: Submission, now: Date): Promise<{ entry: InboxEntry; isNew: boolean }>;
  get(id: string): Promise<InboxEntry | null>;
  /**
   * Locks up to `count` entries with due mail against other workers for `durationMs`, oldest first. Mail due many hours
   * after `now` counts as due, because a wrong clock must have scheduled it.
   */
  claimDue(now: Date, durationMs: number, count: number): Promise<InboxEntry[]>;
  /** @returns when the next mail is due, or its claim by a worker ends; null if the queue is empty */
  nextDue(): Promise<Date | null>;
  /** Records that the mail server accepted the mail; later reports are ignored. */
  markSent(id: string, at: Date): Promise<void>;
  /** Records that the mail was saved as a file; `resend` can queue it again. */
  markSaved(id: string, at: Date): Promise<void>;
  /** Records a failed attempt. `held`: true if a setting blocks the mail; then `attempts` is reset. */
  markRetry(id: string, reason: string, nextAttempt: Date, held?: boolean): Promise<void>;
  /** Records that the mail server refused the mail; `resend` can queue it again. */
  markFailed(id: string, reason: string): Promise<void>;
  /** Queues refused or saved mail again, due now; does not change other mail. */
  resend(id: string, now: Date): Promise<boolean>;
  /** Queues all refused mail of a type again, due now. Returns the number of mails. */
  resendAll(type: SubmissionType, now: Date): Promise<number>;
  /** Makes held mail due now; it stays marked as held until the next attempt. `type`: by default both types. */
  releaseHeld(now: Date, type?: SubmissionType): Promise<void>;
  /** @returns the reason of a held mail; null if no mail is held */
  heldReason(): Promise<string | null>;
  /** @returns how many mails wait for their next attempt, including held mails, and how many are refused */
  countMail(): Promise<{ waiting: number; refused: number }>;
  /** Returns the matching entries, newest first, and their total number. `portion`: by default all matches. */
  search<Type extends SubmissionType>(
    search: InboxSearch<Type>,
    portion?: Range,
  ): Promise<{ entries: Extract<ListedEntry, { type: Type }>[]; total: number }>;
  listIds(): Promise<ReadonlySet<string>>;
  /** @returns the number of entries of a type: all, unhandled, and with refused mail */
  count(type: SubmissionType): Promise<{ total: number; unhandled: number; refused: number }>;
  /** @returns the number of new entries, of those with refused mail, and of those handled before an instant */
  countPending(
    type: SubmissionType,
    handledBefore: Date,
  ): Promise<{ unhandled: number; refused: number; expiring: number }>;
  /**
   * Sets `handledAt` of these entries unless it is set; a null `at` clears it.
   * @param by null if unknown
   * @returns the `handledAt` of each entry that exists
   */
  setHandled(ids: readonly string[], at: Date | null, by?: Person | null): Promise<(Date | null)[]>;
  /** Undoes one `setHandled`: clears `handledAt` where it is still this instant. Returns how many. */
  clearHandled(type: SubmissionType, handledAt: Date, by?: Person | null): Promise<number>;
  /** Sets `consentFormReceivedAt` unless it is set; a null `at` clears it. */
  setConsentReceived(id: string, at: Date | null): Promise<boolean>;
  setBirthDateVerified(id: string): Promise<boolean>;
  /** Refuses a sign-up that is not in the register, and marks it as handled. `Register.save` accepts one. */
  refuse(id: string, reason: string, author: { by: Person | null; at: Date }): Promise<boolean>;
  /** Moves all these entries to the recycle bin and stops their mail. Returns the bin keys of those that existed. */
  moveToBin(ids: readonly string[], deletion: Pick<Deletion, "at" | "by">): Promise<string[]>;
  /** Restores all these entries and their queued mail. `by`: null if unknown. Returns how many were in the bin. */
  restore(keys: readonly string[], by?: Person | null): Promise<number>;
  countHandled(type: SubmissionType, before: Date): Promise<HandledEntries>;
  /** Moves entries that were handled before an instant to the recycle bin, marked as unhandled. Returns how many. */
  moveExpiredToBin(type: SubmissionType, handledBefore: Date, at: Date): Promise<number>;
}
