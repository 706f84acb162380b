import type { Day } from "#domain/dates.ts";
import type { TestMailMessage } from "#domain/mail/committee-mail.ts";
import type { RecipientAnswer } from "#domain/mail/recipient-answers.ts";
import type { Submission } from "#domain/submission.ts";

/** A mail to the committee (docs/specification.md section 7). */
export type CommitteeMail = {
  /** Idempotency key. Not the inbox entry's id, because that id gives access to a minor's consent form. */
  readonly id: string;
  readonly submission: Submission | TestMailMessage;
  readonly receivedAt: Date;
  /** E-mail addresses. If empty, the environment or EmailJS's template names the recipients. */
  readonly recipients: readonly string[];
  /** Answers of earlier attempts. Recipients with the answer `sent` or `refused` get no further mail. */
  readonly answers: readonly RecipientAnswer[];
};

/** The result of one attempt. Mailers never throw. `reason`: one French line without personal data. */
export type Outcome =
  | { readonly outcome: "sent" }
  /** A later attempt may succeed. */
  | { readonly outcome: "retry"; readonly reason: string }
  /** A wrong setting prevents sending. `everyMail`: the setting prevents all mail of this submission type. */
  | { readonly outcome: "held"; readonly reason: string; readonly everyMail: boolean }
  /** No attempt can succeed. */
  | { readonly outcome: "refused"; readonly reason: string };

/**
 * `answers`: one for each recipient, also those of earlier attempts; `outcome` is then their sum. Absent if nothing is
 * known about single recipients: EmailJS answers for a whole template, and so does a failure before the recipients.
 */
export type CommitteeOutcome = Outcome & { readonly answers?: readonly RecipientAnswer[] };

export interface Mailer {
  /** `server`: SMTP. `templates`: EmailJS, whose templates name the recipients. `file`: mail is only saved as files. */
  readonly delivery: "server" | "templates" | "file";
  /** Makes one attempt to send a mail, within a deadline. */
  send(mail: CommitteeMail): Promise<CommitteeOutcome>;
}

export type AccountMail = {
  /** Random id. Serves as idempotency key. */
  readonly id: string;
  readonly recipient: string;
  /** A single line. */
  readonly subject: string;
  readonly text: string;
  /** Empty in a mail that an older version of the site stored. */
  readonly html: string;
};

export type AccountMailer = { send(mail: AccountMail): Promise<Outcome> };

/** A mail that was saved as a file. After a crash, the file may be incomplete. */
export type SavedFile = {
  readonly name: string;
  /** `CommitteeMail.id` of the mail. */
  readonly id: string;
  readonly isTest: boolean;
  /** Day of the mail's `receivedAt` in Zurich. */
  readonly day: Day;
};

/** Mail saved as files. Throws if the folder cannot be read or written. A missing folder counts as empty. */
export interface SavedMail {
  list(): Promise<SavedFile[]>;
  /** Deletes files durably. Idempotent. */
  remove(names: readonly string[]): Promise<void>;
}
