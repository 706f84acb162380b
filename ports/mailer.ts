import type { Day } from "#domain/dates.ts";
import type { TestMailMessage } from "#domain/mail/committee-mail.ts";
import type { Submission } from "#domain/submission.ts";

/** A mail to the committee. The two types of `Submission` are the two templates of docs/specification.md section 7. */
export type CommitteeMail = {
  /** Idempotency key. Must not be the id of the entry, which gives access to a minor's consent form. */
  readonly id: string;
  readonly submission: Submission | TestMailMessage;
  readonly receivedAt: Date;
  /** Empty: the configured recipients. */
  readonly recipients: readonly string[];
};

/**
 * The result of one attempt; mailers never throw. `reason` is one French line for the committee, without personal data.
 * `retry`: a later attempt may succeed. `held`: a setting blocks this mail, or every mail of this template; `reason`
 * says what to change. `refused`: no attempt can succeed.
 */
export type Outcome =
  | { readonly outcome: "sent" }
  | { readonly outcome: "retry"; readonly reason: string }
  | { readonly outcome: "held"; readonly reason: string; readonly everyMail: boolean }
  | { readonly outcome: "refused"; readonly reason: string };

export interface Mailer {
  /** `templates`: a service with its own recipients. `file`: no service is configured. */
  readonly delivery: "server" | "templates" | "file";
  /** Makes one attempt within a deadline. */
  send(mail: CommitteeMail): Promise<Outcome>;
}

export type AccountMail = {
  /** Random; idempotency key. */
  readonly id: string;
  readonly recipient: string;
  /** One line. */
  readonly subject: string;
  readonly text: string;
  /** Empty in a mail that an older version stored. */
  readonly html: string;
};

export type AccountMailer = { send(mail: AccountMail): Promise<Outcome> };

/** A mail saved as a file; incomplete after a crash during the write. */
export type SavedFile = {
  readonly name: string;
  /** `CommitteeMail.id`. */
  readonly id: string;
  readonly isTest: boolean;
  /** Day of `receivedAt` in Zurich. */
  readonly day: Day;
};

/** The folder of saved mail; empty if it does not exist. Throws when the folder cannot be read or written. */
export interface SavedMail {
  list(): Promise<SavedFile[]>;
  /** Idempotent, durable. */
  remove(names: readonly string[]): Promise<void>;
}
