import type { Day } from "#domain/dates.ts";
import type { RecipientState } from "#domain/mail/addresses.ts";
import type { TestMailMessage } from "#domain/mail/committee-mail.ts";
import type { ComposedLetter } from "#domain/mail/letter.ts";
import type { Submission } from "#domain/submission.ts";

/** `id`: idempotency key. Not the inbox entry's id, because that id gives access to a minor's consent form. */
type Attempted = {
  readonly id: string;
  /** E-mail addresses. If empty, the environment or EmailJS's template names the recipients. */
  readonly recipients: readonly string[];
  /** States after earlier attempts. Addresses that are `sent` or `refused` get no further mail. */
  readonly addresses: readonly RecipientState[];
};

/** A mail to the committee (docs/specification.md section 7). */
export type CommitteeMail = Attempted & {
  readonly submission: Submission | TestMailMessage;
  readonly receivedAt: Date;
};

/**
 * A letter to an account or a member. `replyTo`: e-mail address of the association; null if it has none yet.
 * `isAutomatic`: the site wrote the letter, so mail programs must not answer it automatically (RFC 3834).
 */
export type LetterMail = Attempted & {
  readonly letter: ComposedLetter;
  readonly replyTo: string | null;
  readonly isAutomatic: boolean;
  /**
   * Where mail programs let the recipient opt out with one click (RFC 8058): a URL that takes a POST without a
   * session. Offered only if it is https. Null for letters that nobody can opt out of.
   */
  readonly optOutUrl: string | null;
};

/**
 * The result of one attempt. Mailers never throw. `reason`: one French line without personal data. `addresses`: the
 * state of each recipient, including those of earlier attempts; `outcome` then combines them. Absent if nothing is
 * known about single recipients: EmailJS reports one result for a whole template, and an attempt may fail before it
 * names the recipients.
 */
export type MailOutcome = { readonly addresses?: readonly RecipientState[] } & (
  | { readonly outcome: "sent" }
  /** A later attempt may succeed. */
  | { readonly outcome: "retry"; readonly reason: string }
  /** A wrong setting prevents sending. `everyMail`: the setting prevents all mail of this kind. */
  | { readonly outcome: "held"; readonly reason: string; readonly everyMail: boolean }
  /** No attempt can succeed. */
  | { readonly outcome: "refused"; readonly reason: string }
);

/** Sends mail. Each method makes one attempt, within a deadline. */
export interface Mailer {
  /** `server`: SMTP. `templates`: EmailJS, whose templates name the recipients. `file`: mail is only saved as files. */
  readonly delivery: "server" | "templates" | "file";
  send(mail: CommitteeMail): Promise<MailOutcome>;
  /** Absent if the mailer writes only to the committee. */
  readonly sendLetter?: (mail: LetterMail) => Promise<MailOutcome>;
}

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
export interface SavedMailFolder {
  list(): Promise<SavedFile[]>;
  /** Deletes files durably. Idempotent. */
  remove(names: readonly string[]): Promise<void>;
}
