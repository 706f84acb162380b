/** Results of the mail of inbox entries, without a mailer and without a worker's claim. */
import type { RecipientState } from "#domain/mail/addresses.ts";
import { mailIdOfEntry } from "#stores/mail-document.ts";
import type { LeasedMail, MailResult, MailStore } from "#stores/mails.ts";

const mailOf = (entryId: string): LeasedMail => ({
  id: mailIdOfEntry(entryId),
  kind: "message",
  cause: entryId,
  letter: null,
  addresses: [],
  queuedAt: "",
  attempts: 0,
  claim: null,
});

/** Records a result for the mail of an entry, which no worker has claimed. */
const record = (mails: MailStore, entryId: string, result: MailResult): Promise<void> =>
  mails.record(mailOf(entryId), result);

export const mailSent = (mails: MailStore, entryId: string, at: Date) =>
  record(mails, entryId, { state: "envoye", at });

export const mailSaved = (mails: MailStore, entryId: string, at: Date) =>
  record(mails, entryId, { state: "garde", at });

export const mailRefused = (mails: MailStore, entryId: string, reason: string, addresses?: readonly RecipientState[]) =>
  record(mails, entryId, { state: "echec", reason, ...(addresses && { addresses }) });

export const mailWaits = (mails: MailStore, entryId: string, reason: string, nextAttempt: Date) =>
  record(mails, entryId, { state: "en-attente", reason, nextAttempt });
