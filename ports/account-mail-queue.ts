import type { Outcome } from "./mailer.ts";

/** A mail to one account, alone. */
export type AccountMail = {
  /** Unguessable; the same mail sent twice carries the same id. */
  readonly id: string;
  readonly recipient: string;
  /** One line. */
  readonly subject: string;
  readonly text: string;
  /** The same, drawn; empty in a mail that an older version kept. */
  readonly html: string;
};

/** Sends mail to the person of an account. Never throws: whatever goes wrong is an outcome. */
export interface AccountMailer {
  /** Makes one attempt, bounded in time: somebody may wait for the answer. */
  send(mail: AccountMail): Promise<Outcome>;
}

/** A mail that waits. */
export type QueuedMail = AccountMail & {
  /** How often sending it has failed. */
  readonly attempts: number;
};

/**
 * Mail to accounts that must not be lost while the mail server is away. Every method throws when the store does not
 * answer; a write that has returned survives a crash.
 */
export interface AccountMailQueue {
  /** Keeps mails, all of them or none. @param dueAt when the first attempt is due */
  add(mails: readonly AccountMail[], dueAt: Date): Promise<void>;

  /**
   * Takes the mail that has been due longest, and keeps it from everybody else for a while: two workers never send the
   * same one at the same time, and a worker that died loses its claim.
   * @param forMs how long the claim lasts, in milliseconds
   * @returns null when none is due
   */
  claimDue(now: Date, forMs: number): Promise<QueuedMail | null>;

  /** @returns when the next one is due, or null when none waits */
  nextDue(): Promise<Date | null>;

  /** Counts a failed attempt. One that is gone meanwhile is no fault. @param dueAt of the next one */
  retry(id: string, dueAt: Date): Promise<void>;

  /** Forgets mails: sent, refused for good, or not to be sent after all. Those that are gone are no fault. */
  drop(ids: readonly string[]): Promise<void>;
}
