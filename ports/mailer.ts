import type { Day } from "#domain/dates.ts";
import type { TestMailMessage } from "#domain/mail/committee-mail.ts";
import type { Submission } from "#domain/submission.ts";

/** A mail to the committee. Each type of `Submission` has its template in docs/specification.md section 7. */
export type CommitteeMail = {
  /** Idempotency key, sent with the mail. Not the inbox entry's id, which gives access to a minor's consent form. */
  readonly id: string;
  readonly submission: Submission | TestMailMessage;
  readonly receivedAt: Date;
  /** E-mail addresses; when empty, the mail goes to the recipients in the environment or in EmailJS's template. */
  readonly recipients: readonly string[];
};

/**
 * The result of one attempt; mailers never throw. `reason` is one French line for the committee, without personal data.
 * `retry`: a later attempt may succeed. `held`: a wrong setting prevents sending, and `reason` says what to change;
 * `everyMail`: it prevents all mail of this submission type, not only this mail. `refused`: no attempt can succeed.
 */
export type Outcome =
  | { readonly outcome: "sent" }
  | { readonly outcome: "retry"; readonly reason: string }
  | { readonly outcome: "held"; readonly reason: string; readonly everyMail: boolean }
  | { readonly outcome: "refused"; readonly reason: string };

export interface Mailer {
  /** `server`: SMTP. `templates`: EmailJS, whose templates name the recipients. `file`: mail is only saved as files. */
  readonly delivery: "server" | "templates" | "file";
  /** Makes one attempt to send a mail, within a deadline. */
  send(mail: CommitteeMail): Promise<Outcome>;
}

export type AccountMail = {
  /** Random id, used as idempotency key. */
  readonly id: string;
  readonly recipient: string;
  /** Subject on a single line. */
  readonly subject: string;
  readonly text: string;
  /** HTML body; empty in a mail that an older version of the site stored. */
  readonly html: string;
};

export type AccountMailer = { send(mail: AccountMail): Promise<Outcome> };

/** A mail that was saved as a file. The file is incomplete if the process crashed while writing it. */
export type SavedFile = {
  readonly name: string;
  /** `CommitteeMail.id` of the mail. */
  readonly id: string;
  readonly isTest: boolean;
  /** Day of the mail's `receivedAt` in Zurich. */
  readonly day: Day;
};

/** The folder of mail saved as files; counts as empty if missing. Throws if the folder cannot be read or written. */
export interface SavedMail {
  list(): Promise<SavedFile[]>;
  /** Deletes files durably. Idempotent. */
  remove(names: readonly string[]): Promise<void>;
}
