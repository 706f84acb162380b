import type { Day } from "#domain/dates.ts";
import type { TrialMail } from "#domain/mail/committee-mail.ts";
import type { Submission } from "#domain/submission.ts";

/** One mail to the committee. The two types of `Submission` are the two templates of SPEC.md section 7. */
export type CommitteeMail = {
  /** The same mail sent twice carries the same one. Not the entry's id, which opens a minor's paper. */
  readonly id: string;
  readonly submission: Submission | TrialMail;
  readonly receivedAt: Date;
  /** Addresses chosen by the committee; empty: those of the configuration. */
  readonly recipients: readonly string[];
};

/**
 * What became of one attempt. `reason` is one French line for the committee, without personal data.
 * `retry`: the same attempt may succeed later. `held`: a setting of the mail service or of the site stops it, and the
 * mail waits until somebody changes that; the reason says what to do. `refused`: the mail itself never will be taken.
 */
export type Outcome =
  | { readonly outcome: "sent" }
  | { readonly outcome: "retry"; readonly reason: string }
  | {
      readonly outcome: "held";
      readonly reason: string;
      /** The setting stops all mail of this template, whatever it says: one attempt tells for all. */
      readonly everyMail: boolean;
    }
  | { readonly outcome: "refused"; readonly reason: string };

/** Sends one message by template. Never throws: whatever goes wrong is an outcome. */
export interface Mailer {
  /**
   * Where an accepted mail is: handed to a mail server for the addresses of the mail; handed to a service that writes to
   * the addresses of its own templates only (`templates`); or kept as a file because none is configured.
   */
  readonly delivery: "server" | "templates" | "file";

  /** Makes one attempt, bounded in time. */
  send(mail: CommitteeMail): Promise<Outcome>;
}

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

/** A mail that was written to a file instead of being sent, or what a crash left of one. */
export type KeptFile = {
  readonly name: string;
  /** What the mailer was given as the mail's id. */
  readonly id: string;
  /** No entry belongs to it: somebody has tried out the mail. */
  readonly trial: boolean;
  /** The day in Zurich on which its content was received. */
  readonly day: Day;
};

/** The files of a site that keeps its mail, or did so once. Every method throws when the folder does not answer. */
export interface KeptMail {
  /** @returns all of them; none where no mail was ever kept */
  list(): Promise<KeptFile[]>;

  /** Deletes files by their names, for good also after a crash. One that is gone already is no fault. */
  remove(names: readonly string[]): Promise<void>;
}
