/** The inbox of the site under test, as another process beside it has it: for entries that no visitor could make. */

import { join } from "node:path";
import { openDocuments } from "#adapters/sqlite/documents.ts";
import type { ContactMessage } from "#domain/contact-message.ts";
import type { SignUp } from "#domain/sign-up.ts";
import type { Submission } from "#domain/submission.ts";
import { createInbox } from "#stores/inbox.ts";
import type { Inbox } from "#stores/inbox-types.ts";
import { DATA_DIR } from "./site.ts";

/** Works on the inbox, and leaves it. @param dataDir of a site of the test's own */
export async function withInbox<T>(work: (inbox: Inbox) => Promise<T>, dataDir = DATA_DIR): Promise<T> {
  const documents = openDocuments(join(dataDir, "site.db"));
  try {
    return await work(createInbox(documents));
  } finally {
    documents.close();
  }
}

export const inscription = (fields: Partial<SignUp>): Extract<Submission, { type: "inscription" }> => ({
  type: "inscription",
  content: {
    lastName: "Héritier",
    firstName: "Zoé",
    address: "Chemin des Treize-Étoiles 4, 1965 Savièse",
    phone: "0791234567",
    birthDate: "05.08.1999",
    charter: "Validé par la personne",
    minorCharter: "Majeur",
    ...fields,
  },
});

export const message = (fields: Partial<ContactMessage>): Submission => ({
  type: "message",
  content: { name: "Léo Rèze", email: "leo@exemple.ch", subject: "Bal", message: "Bonjour", ...fields },
});

/** Adds an entry whose mail is out. @returns its id */
export const submit = (submission: Submission, receivedAt = new Date()) =>
  withInbox(async (inbox) => {
    const { entry } = await inbox.add(submission, receivedAt);
    await inbox.markSent(entry.id, receivedAt);
    return entry.id;
  });

/** Adds an entry whose mail was refused; dated ahead, so that the site does not send it first. @returns its id */
export const submitRefused = (submission: Submission, reason: string, dataDir?: string) =>
  withInbox(async (inbox) => {
    const { entry } = await inbox.add(submission, new Date(Date.now() + 3_600_000));
    await inbox.markFailed(entry.id, reason);
    return entry.id;
  }, dataDir);
