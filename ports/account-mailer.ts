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
