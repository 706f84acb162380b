/** A row of the table `inbox`, and the entry it stands for. */

import type { Submission } from "#domain/submission.ts";
import type { InboxEntry, MailState } from "#ports/inbox.ts";

/** A row, as far as it is read. */
export type Row = {
  number: number;
  id: string;
  type: Submission["type"];
  content: string;
  received_at: string;
  mail: Exclude<MailState["state"], "garde">;
  /** 1: what counts as sent was kept as a file. */
  mail_kept: number;
  attempts: number;
  next_attempt: string;
  reason: string | null;
  sent_at: string | null;
  handled_at: string | null;
  consent_form_received_at: string | null;
  birth_date_to_verify: 0 | 1;
};

export const COLUMNS =
  "number, id, type, content, received_at, mail, mail_kept, attempts, next_attempt, reason, sent_at, handled_at, consent_form_received_at, birth_date_to_verify";

export function readEntry(row: Row): InboxEntry {
  const { id, type, content, received_at, handled_at, consent_form_received_at, birth_date_to_verify } = row;
  const submission = { type, content: JSON.parse(content) } as Submission;
  return {
    ...submission,
    id,
    receivedAt: new Date(received_at),
    mail: mailOf(row),
    handledAt: dateOf(handled_at),
    consentFormReceivedAt: dateOf(consent_form_received_at),
    birthDateToVerify: birth_date_to_verify === 1,
  };
}

export const dateOf = (text: string | null): Date | null => (text === null ? null : new Date(text));

function mailOf({ mail, mail_kept, attempts, next_attempt, reason, sent_at }: Row): MailState {
  if (mail === "envoye") return { state: mail_kept ? "garde" : mail, at: new Date(String(sent_at)) };
  if (mail === "echec") return { state: mail, reason: String(reason) };
  return { state: mail, attempts, nextAttempt: new Date(next_attempt), reason };
}

/** @returns what the column of a proposed birth date holds */
export const birthDateToVerifyOf = (submission: Submission): 0 | 1 =>
  submission.type === "inscription" && submission.birthDateToVerify ? 1 : 0;
