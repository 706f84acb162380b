/** Opens the inbox of the running site from the test's process, to add entries that visitors cannot create. */

import { join } from "node:path";
import { openSqliteDocuments } from "#adapters/sqlite/documents.ts";
import type { Submission } from "#domain/submission.ts";
import { createInboxStore, type InboxStore } from "#stores/inbox.ts";
import { createMailStore, type MailStore } from "#stores/mails.ts";
import { createRegisterStore, type RegisterStore } from "#stores/register/register.ts";
import { mailRefused, mailSent } from "#tests/mail-results.ts";
import { DATA_DIR } from "./site.ts";

export { aMessage as message, aSignUp as inscription } from "#tests/contracts/stores/samples.ts";

/** Opens the inbox for `work` and closes it. @param dataDir data folder, by default that of the shared site */
export async function withInbox<T>(
  work: (inbox: InboxStore, mails: MailStore, register: RegisterStore) => Promise<T>,
  dataDir = DATA_DIR,
): Promise<T> {
  const documents = openSqliteDocuments(join(dataDir, "site.db"));
  try {
    return await work(createInboxStore(documents), createMailStore(documents), createRegisterStore(documents));
  } finally {
    documents.close();
  }
}

/** Adds an entry whose mail was sent. @returns its id */
export const submit = (submission: Submission, receivedAt = new Date()) =>
  withInbox(async (inbox, mails) => {
    const { entry } = await inbox.add(submission, receivedAt);
    await mailSent(mails, entry.id, receivedAt);
    return entry.id;
  });

/** Adds an entry whose mail was refused; dated in the future, so that the site does not send it first. @returns its id */
export const submitRefused = (submission: Submission, reason: string, dataDir?: string) =>
  withInbox(async (inbox, mails) => {
    const { entry } = await inbox.add(submission, new Date(Date.now() + 3_600_000));
    await mailRefused(mails, entry.id, reason);
    return entry.id;
  }, dataDir);
