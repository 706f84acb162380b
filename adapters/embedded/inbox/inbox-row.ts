/** A row of the table `inbox`, and the entry it stands for. */

import { createHash } from "node:crypto";
import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import { type Submission, submissionText } from "#domain/submission.ts";
import type { InboxEntry, MailState } from "#ports/inbox.ts";
import { derivedFrom } from "./inbox-index.ts";

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
  /** 1: a setting stops what waits. */
  mail_held: number;
  attempts: number;
  next_attempt: string;
  reason: string | null;
  sent_at: string | null;
  handled_at: string | null;
  consent_form_received_at: string | null;
  birth_date_to_verify: 0 | 1;
};

export const COLUMNS =
  "number, id, type, content, received_at, mail, mail_kept, mail_held, attempts, next_attempt, reason, sent_at, handled_at, consent_form_received_at, birth_date_to_verify";

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

function mailOf({ mail, mail_kept, mail_held, attempts, next_attempt, reason, sent_at }: Row): MailState {
  if (mail === "envoye") return { state: mail_kept ? "garde" : mail, at: new Date(String(sent_at)) };
  if (mail === "echec") return { state: mail, reason: String(reason) };
  const waiting = { state: mail, attempts, nextAttempt: new Date(next_attempt), reason } as const;
  return mail_held ? { ...waiting, held: true } : waiting;
}

/** @returns what the column of a proposed birth date holds */
export const birthDateToVerifyOf = (submission: Submission): 0 | 1 =>
  submission.type === "inscription" && submission.birthDateToVerify ? 1 : 0;

/** @returns the columns of an entry as it is */
function rowOf(entry: InboxEntry): Record<string, SQLInputValue> {
  const { id, type, content, mail, handledAt, consentFormReceivedAt } = entry;
  const receivedAt = entry.receivedAt.toISOString();
  const waiting = mail.state === "en-attente" ? mail : null;
  const [search, person, birthDate] = derivedFrom(entry);
  return {
    ...{ id, type, content: JSON.stringify(content), fingerprint: fingerprintOf(entry), received_at: receivedAt },
    state: handledAt ? "traite" : "nouveau",
    mail: mail.state === "garde" ? "envoye" : mail.state,
    mail_kept: mail.state === "garde" ? 1 : 0,
    mail_held: waiting?.held ? 1 : 0,
    attempts: waiting?.attempts ?? 0,
    next_attempt: waiting?.nextAttempt.toISOString() ?? receivedAt,
    reason: "reason" in mail ? mail.reason : null,
    sent_at: "at" in mail ? mail.at.toISOString() : null,
    handled_at: handledAt?.toISOString() ?? null,
    consent_form_received_at: consentFormReceivedAt?.toISOString() ?? null,
    birth_date_to_verify: entry.birthDateToVerify ? 1 : 0,
    ...{ search_text: search, person, birth_date: birthDate },
  };
}

/** @returns what an entry of the same content is found by */
export const fingerprintOf = (submission: Submission): string =>
  createHash("sha256").update(submissionText(submission)).digest("hex");

/** Adds an entry as it is, unless it is there. */
export function insertEntry(db: DatabaseSync, entry: InboxEntry): void {
  const row = rowOf(entry);
  const columns = Object.keys(row);
  const values = columns.map((column) => `:${column}`);
  db.prepare(`INSERT INTO inbox (${columns.join(", ")}) VALUES (${values.join(", ")}) ON CONFLICT DO NOTHING`).run(row);
}
