/** A document of the collection `inbox`, and the entry it stands for. */
import { createHash } from "node:crypto";
import type { DocumentSnapshot, Firestore } from "@google-cloud/firestore";
import { change, documentNamed, put } from "#adapters/firebase/firestore-calls.ts";
import { COLLECTIONS } from "#adapters/firebase/firestore-fields.ts";
import { type Submission, submissionText } from "#domain/submission.ts";
import type { InboxEntry, MailState } from "#ports/inbox.ts";

/** Instants are texts as firestore-fields.ts says. */
export type Fields = {
  type: Submission["type"];
  content: Submission["content"];
  /** SHA-256 of type and content. */
  fingerprint: string;
  receivedAt: string;
  mail: MailState["state"];
  attempts: number;
  nextAttempt: string;
  /** From here on a waiting mail is due: its next attempt, or the end of a claim. Null when it does not wait. */
  dueAt: string | null;
  reason: string | null;
  /** A setting stops it, which waits; absent: none does. */
  held?: boolean;
  sentAt: string | null;
  handledAt: string | null;
  consentFormReceivedAt: string | null;
  /** Absent in a document of a version that did not know it. */
  birthDateToVerify?: boolean;
  /** Of the restoration that brought it back from the recycle bin; absent: it never was there. */
  writeId?: string;
};

/** @param snapshot one that exists */
export const fieldsOf = (snapshot: DocumentSnapshot): Fields => snapshot.data() as Fields;

/** @param snapshot one that exists */
export const readEntry = (snapshot: DocumentSnapshot): InboxEntry => entryIn(snapshot.id, fieldsOf(snapshot));

/** @returns the entry that has these fields */
export function entryIn(id: string, fields: Fields): InboxEntry {
  const { type, content, receivedAt, handledAt, consentFormReceivedAt, birthDateToVerify = false } = fields;
  const submission = { type, content } as Submission;
  return {
    ...submission,
    id,
    receivedAt: new Date(receivedAt),
    mail: mailOf(fields),
    handledAt: dateOf(handledAt),
    consentFormReceivedAt: dateOf(consentFormReceivedAt),
    birthDateToVerify,
  };
}

/** @returns the fields of the document that stands for an entry */
export function fieldsOfEntry(entry: InboxEntry): Fields {
  const { type, content, mail, handledAt, consentFormReceivedAt, birthDateToVerify } = entry;
  const receivedAt = entry.receivedAt.toISOString();
  const waiting = mail.state === "en-attente" ? mail : null;
  const nextAttempt = waiting?.nextAttempt.toISOString() ?? null;
  return {
    ...{ type, content, fingerprint: fingerprintOf(entry), receivedAt },
    mail: mail.state,
    attempts: waiting?.attempts ?? 0,
    nextAttempt: nextAttempt ?? receivedAt,
    dueAt: nextAttempt,
    reason: "reason" in mail ? mail.reason : null,
    ...(waiting?.held && { held: true }),
    sentAt: "at" in mail ? mail.at.toISOString() : null,
    handledAt: handledAt?.toISOString() ?? null,
    consentFormReceivedAt: consentFormReceivedAt?.toISOString() ?? null,
    birthDateToVerify,
  };
}

/** @returns what an entry of the same content is found by */
export const fingerprintOf = (submission: Submission): string =>
  createHash("sha256").update(submissionText(submission)).digest("hex");

const dateOf = (text: string | null): Date | null => (text === null ? null : new Date(text));

function mailOf({ mail, attempts, nextAttempt, reason, held, sentAt }: Fields): MailState {
  if (mail === "envoye" || mail === "garde") return { state: mail, at: new Date(String(sentAt)) };
  if (mail === "echec") return { state: mail, reason: String(reason) };
  const waiting = { state: mail, attempts, nextAttempt: new Date(nextAttempt), reason };
  return held ? { ...waiting, held } : waiting;
}

/**
 * @param documents ones that exist
 * @returns oldest first; entries of one instant in the order in which Firestore took them
 */
export function byArrival<Document extends DocumentSnapshot>(documents: readonly Document[]): Document[] {
  const dates = documents.map((one) => ({
    one,
    receivedAt: Date.parse(one.get("receivedAt")),
    createdAt: microseconds(one),
  }));
  return dates.sort((a, b) => a.receivedAt - b.receivedAt || a.createdAt - b.createdAt).map(({ one }) => one);
}

/** Firestore's own precision. */
const microseconds = ({ createTime }: DocumentSnapshot): number =>
  createTime ? createTime.seconds * 1e6 + Math.floor(createTime.nanoseconds / 1000) : 0;

/** @returns the document of an entry; null when there is none */
export const entryOf = (db: Firestore, id: unknown) => documentNamed(db, COLLECTIONS.inbox, id);

/**
 * Changes an entry.
 * @param changes what changes in it as it is; null: nothing; "absent": it is none of those that are meant
 * @returns whether there is such an entry
 */
export const changeEntry = (
  db: Firestore,
  id: string,
  changes: (before: Fields) => Partial<Fields> | null | "absent",
): Promise<boolean> =>
  change(db, async (write) => {
    const before = await entryOf(db, id);
    const after = before ? changes(fieldsOf(before)) : "absent";
    if (before && after && after !== "absent") await write((batch) => put(batch, before, after));
    return after !== "absent";
  });
