import type { Day } from "#domain/dates.ts";
import type { Person } from "#domain/person.ts";
import type { Deletion } from "#domain/recycle-bin.ts";
import type { Submission, SubmissionType } from "#domain/submission.ts";
import type { Filter } from "#domain/text/search.ts";

/** The same content sent again within this many milliseconds is the same entry. */
export const SAME_ENTRY_MS = 24 * 60 * 60 * 1000;
/** Where the mail of an entry stands. */
export type MailState =
  | {
      readonly state: "en-attente";
      readonly attempts: number;
      readonly nextAttempt: Date;
      readonly reason: string | null;
      /** It waits for somebody to change a setting (`Outcome` in ports/mailer.ts). */
      readonly held?: true;
    }
  | { readonly state: "envoye"; readonly at: Date }
  /** Kept as a file, because no mail left the site then: nobody has received it. */
  | { readonly state: "garde"; readonly at: Date }
  | { readonly state: "echec"; readonly reason: string };

export type InboxEntry = Submission & {
  /** Unguessable, safe in a URL and in a file name. */
  readonly id: string;
  readonly receivedAt: Date;
  readonly mail: MailState;
  /** When the committee was done with it; null: it is new. */
  readonly handledAt: Date | null;
  /** When the signed paper of a minor's guardian came back; null: not yet, and always for a message. */
  readonly consentFormReceivedAt: Date | null;
  /** The committee has not confirmed a birth date that the form proposed; always false for a message. */
  readonly birthDateToVerify: boolean;
};

/** An entry as the committee's lists show it. */
export type ListedEntry = InboxEntry & {
  /** Another sign-up that is still there has the same name, first name (both folded) and birth date. */
  readonly duplicate: boolean;
};
export type InboxSearch<Type extends SubmissionType = SubmissionType> = {
  readonly type: Type;
  /** As typed; accents and capitals do not matter, every word must occur somewhere (`domain/text/search.ts`). */
  readonly text: string;
  readonly filter: Filter;
  /** The day on which somebody is a minor or not: today in Zurich. */
  readonly day: Day;
};

/** A part of a list: so many entries, after so many. */
export type Portion = { readonly start: number; readonly count: number };

/** Treated entries: how many, and when the first and the last of them were handled; null without any. */
type HandledEntries = { readonly count: number; readonly first: Date | null; readonly last: Date | null };

/**
 * Store first: what visitors sent, and the outbox of the mail that tells of it.
 * Every method throws when the store does not answer. A write that has returned survives a crash.
 */
export interface Inbox {
  /**
   * Keeps what was sent, with its mail waiting to go out at once. The same content sent again within
   * 24 hours (a double click, a reload, a second try after a lost answer) is the entry that exists.
   * @param now when it was received
   * @returns the entry, and whether it is new
   */
  add(submission: Submission, now: Date): Promise<{ entry: InboxEntry; isNew: boolean }>;

  /** @returns the entry, or null when there is none of that id */
  get(id: string): Promise<InboxEntry | null>;

  /**
   * Takes entries whose mail is due, oldest first, and keeps them from everybody else for a while:
   * two workers never deliver the same one at the same time, and a worker that died loses its claim.
   * @param now entries whose next attempt lies after it are not due, unless it lies hours ahead: then the
   * clock has been set back since
   * @param durationMs how long the claim lasts, in milliseconds
   * @param count how many at most
   */
  claimDue(now: Date, durationMs: number, count: number): Promise<InboxEntry[]>;

  /** @returns when the next waiting mail is due or its claim ends, or null when none waits */
  nextDue(): Promise<Date | null>;

  /** Records that the mail of an entry was accepted; it is never claimed again. */
  markSent(id: string, at: Date): Promise<void>;

  /** Records that the mail of an entry was kept as a file; it is not claimed until somebody sends it again. */
  markKept(id: string, at: Date): Promise<void>;

  /**
   * Records a failed attempt that will be repeated.
   * @param reason one line without personal data
   * @param held whether a setting stops it; `attempts` starts anew then
   */
  markRetry(id: string, reason: string, nextAttempt: Date, held?: boolean): Promise<void>;

  /** Records that the mail was refused for good. @param reason one line without personal data */
  markFailed(id: string, reason: string): Promise<void>;

  /**
   * Has a mail that was refused for good or kept wait again, due at once. Mail that waits or is out stays as it is.
   * @returns false when there is no such entry
   */
  resend(id: string, now: Date): Promise<boolean>;

  /**
   * Has every mail of a type that was refused for good wait again, due at once, as `resend` does for one.
   * @returns how many
   */
  resendAll(type: SubmissionType, now: Date): Promise<number>;

  /**
   * Has held mail due at once; it counts as held until its next attempt.
   * @param type absent: of both types
   */
  releaseHeld(now: Date, type?: SubmissionType): Promise<void>;

  /** @returns why mail is held, of one of them; null when none is */
  heldReason(): Promise<string | null>;

  /** @returns how many mails wait for their next attempt, held ones included */
  countWaiting(): Promise<number>;

  /**
   * What the committee looks for, newest first.
   * @param portion absent: everything
   * @returns the entries, and how many there are in all
   */
  search<Type extends SubmissionType>(
    search: InboxSearch<Type>,
    portion?: Portion,
  ): Promise<{ entries: Extract<ListedEntry, { type: Type }>[]; total: number }>;

  /** @returns the ids of all entries, treated or not */
  listIds(): Promise<ReadonlySet<string>>;

  /** @returns how many entries of a type there are, how many of them are new, and the mail of how many was refused for good */
  count(type: SubmissionType): Promise<{ total: number; unhandled: number; refused: number }>;

  /**
   * Records that the committee is done with an entry, or not yet. The first date stays.
   * @param at null: it is new again
   * @returns false when there is no such entry
   */
  setHandled(id: string, at: Date | null): Promise<boolean>;

  /**
   * Records that the guardian's signed paper came back for a sign-up, or did not. The first date stays.
   * @param at null: it did not come back
   * @returns false when there is no such sign-up
   */
  setConsentReceived(id: string, at: Date | null): Promise<boolean>;

  /**
   * Records that the committee has confirmed the birth date of a sign-up; it needs no verifying from then on.
   * @returns false when there is no such sign-up
   */
  setBirthDateVerified(id: string): Promise<boolean>;

  /**
   * Moves an entry into the recycle bin, in one write with its line of the journal; its mail waits for nothing there.
   * @returns false when there is no such entry
   */
  moveToBin(id: string, deletion: Deletion): Promise<boolean>;

  /**
   * Takes an entry out of the recycle bin, as it was, in one write with its line of the journal: mail that waited waits
   * again.
   * @param key as the bin has it
   * @param by who restores it; null: not known
   * @returns false when the bin has no such entry of the inbox
   */
  restore(key: string, by?: Person | null): Promise<boolean>;

  /** @returns the treated entries that `purge` would delete */
  countHandled(type: SubmissionType, before: Date): Promise<HandledEntries>;

  /** Deletes for good the entries of a type that were handled before an instant. @returns how many */
  purge(type: SubmissionType, handledBefore: Date): Promise<number>;
}
