/**
 * Mailings: documents `mailings/{id}`. E-mails and messages by phone are touches of the round kind "mailing", whose topic
 * is the mailing (rounds/touches.ts). What reaches many people at once, the group and paper, is a share in the document.
 */
import type { Day } from "#domain/dates.ts";
import { monthsBefore } from "#domain/dates.ts";
import { MAILING_RETENTION_MONTHS, type Mailing, type NewMailing } from "#domain/mailings/mailing.ts";
import type { Share } from "#domain/mailings/ways.ts";
import type { Author } from "#domain/person.ts";
import type { DocumentContent, Documents, StoredDocument, Transaction } from "#ports/documents.ts";
import { mapInSlices } from "#ports/yield-to-event-loop.ts";
import { recordAction } from "#stores/journal.ts";
import {
  MAILS_COLLECTION,
  mailFromDocument,
  type NewLetter,
  queryLettersOfTopic,
  queueLetters,
} from "#stores/mail-document.ts";
import { eraseDocuments, repeatUntilShortBatch } from "#stores/purge.ts";
import {
  forgetLetter,
  type NewTopicLetter,
  queryTouchesOfTopic,
  readTopicLetters,
  TOUCHES_COLLECTION,
} from "#stores/rounds/touches.ts";
import { readSignedId, signId } from "#stores/signed-ids.ts";

export const MAILINGS_COLLECTION = "mailings";

/** A transaction that reads several hundred documents at once exceeds Firestore's deadline. */
export const MAILING_LETTERS_PER_CALL_MAX = 25;

const PAGE = "page of a mailing";

export type MailingStore = ReturnType<typeof createMailingStore>;

/** Methods throw if the store is unavailable. @param now clock for the times of writes */
export const createMailingStore = (documents: Documents, secret: () => Promise<string>, now = () => new Date()) => ({
  /**
   * Creates a mailing and queues the notices to the accounts. Idempotent.
   * @param id made with the form (`newMailingId`) @returns false if it exists already
   */
  create: (id: string, mailing: NewMailing, notices: readonly NewLetter[], by: Author["by"]): Promise<boolean> =>
    documents.transaction(async (transaction) => {
      if (await transaction.get(MAILINGS_COLLECTION, id)) return false;
      const author = { by, at: now() };
      transaction.create(MAILINGS_COLLECTION, id, toDocument(mailing, author));
      queueLetters(transaction, notices, author.at);
      recordAction(transaction, { ...author, action: "sent", subject: "mailing", subjectId: id });
      return true;
    }),

  /** @returns null if the mailing does not exist */
  async get(id: string): Promise<Mailing | null> {
    const document = await documents.get(MAILINGS_COLLECTION, id);
    return document && mailingFromDocument(document);
  },

  /** @returns the mailings since a time, newest first */
  async list(since: Date): Promise<Mailing[]> {
    const where = { field: "at", from: since.toISOString(), descending: true };
    return mapInSlices(await documents.query(MAILINGS_COLLECTION, { where }), mailingFromDocument);
  },

  /** @returns all mailings, also to other assemblies; the convocations of a day, oldest first */
  async listOfDay(day: Day): Promise<Mailing[]> {
    const found = await documents.query(MAILINGS_COLLECTION, { where: { field: "day", equals: day } });
    return found.map(mailingFromDocument).toSorted((a, b) => a.at.getTime() - b.at.getTime());
  },

  /** @returns ids of the mailings whose e-mails are not all queued */
  listUnqueued: async (): Promise<string[]> =>
    (
      await documents.query(MAILINGS_COLLECTION, { where: { field: "toQueue", equals: "yes" }, select: ["toQueue"] })
    ).map(({ id }) => id),

  /**
   * Queues e-mails of a mailing, unless it was stopped (`readTopicLetters`). Idempotent.
   * @param letters at most `MAILING_LETTERS_PER_CALL_MAX` @returns the number of queued letters
   */
  queueLetters: (
    { id, by }: Pick<Mailing, "id" | "by">,
    letters: readonly Omit<NewTopicLetter, "topic" | "replies">[],
  ): Promise<number> =>
    documents.transaction(async (transaction) => {
      const document = await transaction.get(MAILINGS_COLLECTION, id);
      if (!document || mailingFromDocument(document).stoppedAt) return 0;
      const topic = { id, about: "" };
      const write = await readTopicLetters(
        transaction,
        "mailing",
        letters.map((letter) => ({ ...letter, topic })),
        { by, at: now() },
      );
      return write();
    }),

  /** Records that all e-mails were queued. Idempotent. */
  markQueued: (id: string): Promise<void> =>
    documents.transaction(async (transaction) => {
      if (await transaction.get(MAILINGS_COLLECTION, id)) transaction.update(MAILINGS_COLLECTION, id, { toQueue: "" });
    }),

  /** Lets the job queue the e-mails that are missing: after an address was corrected. Idempotent. */
  requeue: (id: string): Promise<void> =>
    documents.transaction(async (transaction) => {
      if (await transaction.get(MAILINGS_COLLECTION, id))
        transaction.update(MAILINGS_COLLECTION, id, { toQueue: "yes" });
    }),

  /**
   * Records that the mailing was shared in the group, or printed. Recipients who got it by the same way already are left
   * out, so two taps are one share. @returns false if the mailing does not exist
   */
  share: (id: string, way: Share["way"], recipients: readonly string[], by: Author["by"]): Promise<boolean> =>
    documents.transaction(async (transaction) => {
      const document = await transaction.get(MAILINGS_COLLECTION, id);
      if (!document) return false;
      const { shares } = mailingFromDocument(document);
      const known = new Set(shares.filter((share) => share.way === way).flatMap((share) => share.recipients));
      const added = [...new Set(recipients)].filter((one) => !known.has(one));
      if (added.length === 0) return true;
      const share: Share = { way, recipients: added, by, at: now() };
      writeShares(transaction, id, [...shares, share]);
      recordAction(transaction, { by, at: now(), action: "sent", subject: "mailing", subjectId: id });
      return true;
    }),

  /** Takes back the last share of a way. Idempotent with `at` (ISO 8601) of the share. */
  unshare: (id: string, way: Share["way"], at: string, by: Author["by"]): Promise<void> =>
    documents.transaction(
      async (transaction) => {
        const document = await transaction.get(MAILINGS_COLLECTION, id);
        if (!document) return;
        const { shares } = mailingFromDocument(document);
        const kept = shares.filter((share) => !(share.way === way && share.at.toISOString() === at));
        if (kept.length === shares.length) return;
        writeShares(transaction, id, kept);
        recordAction(transaction, { by, at: now(), action: "unsent", subject: "mailing", subjectId: id });
      },
      { erases: true },
    ),

  /**
   * Stops the e-mails: those that wait are deleted, and their recipients wait again. A mail that is being sent now may
   * still leave. Idempotent.
   */
  async stop(id: string, by: Author["by"]): Promise<void> {
    await documents.transaction(async (transaction) => {
      const document = await transaction.get(MAILINGS_COLLECTION, id);
      if (!document || mailingFromDocument(document).stoppedAt) return;
      transaction.update(MAILINGS_COLLECTION, id, { stoppedAt: now().toISOString(), toQueue: "" });
      recordAction(transaction, { by, at: now(), action: "stopped", subject: "mailing", subjectId: id });
    });
    const letters = await queryLettersOfTopic(documents, id);
    for (let i = 0; i < letters.length; i += MAILING_LETTERS_PER_CALL_MAX)
      await documents.transaction(
        (transaction) => removeWaiting(transaction, letters.slice(i, i + MAILING_LETTERS_PER_CALL_MAX)),
        { erases: true },
      );
  },

  /** Sends the e-mails again that `stop` deleted: the job queues them. Idempotent. */
  resume: (id: string, by: Author["by"]): Promise<void> =>
    documents.transaction(async (transaction) => {
      const document = await transaction.get(MAILINGS_COLLECTION, id);
      if (!document || !mailingFromDocument(document).stoppedAt) return;
      transaction.update(MAILINGS_COLLECTION, id, { stoppedAt: null, toQueue: "yes" });
      recordAction(transaction, { by, at: now(), action: "resumed", subject: "mailing", subjectId: id });
    }),

  /** @returns the token of `/ecrire/lu/{token}`, the page for the group */
  pageTokenOf: async (id: string): Promise<string> => signId(await secret(), PAGE, id),

  /** @returns the mailing that the token opens; null if the token is wrong or the mailing no longer exists */
  async findByPageToken(token: string): Promise<Mailing | null> {
    const id = readSignedId(await secret(), PAGE, token);
    const document = id && (await documents.get(MAILINGS_COLLECTION, id));
    return document ? mailingFromDocument(document) : null;
  },

  /** Erases the mailings that were kept long enough, with their touches. @returns number of mailings */
  async purge(today: Date): Promise<number> {
    let count = 0;
    for (const [kind, months] of Object.entries(MAILING_RETENTION_MONTHS)) {
      const where = {
        field: "order",
        from: `${kind} `,
        before: `${kind} ${monthsBefore(today, months).toISOString()}`,
      };
      count += await repeatUntilShortBatch(1, async () => {
        const [found] = await documents.query(MAILINGS_COLLECTION, { where, limit: 1, select: ["order"] });
        if (!found) return 0;
        await erase(documents, found.id);
        return 1;
      });
    }
    return count;
  },
});

async function erase(documents: Documents, id: string): Promise<void> {
  const letters = await queryLettersOfTopic(documents, id);
  await eraseDocuments(
    documents,
    MAILS_COLLECTION,
    letters.map((letter) => letter.id),
  );
  const touches = await queryTouchesOfTopic(documents, id);
  await eraseDocuments(
    documents,
    TOUCHES_COLLECTION,
    touches.map((touch) => touch.id),
  );
  await eraseDocuments(documents, MAILINGS_COLLECTION, [id]);
}

/** Skips the mails that a worker is sending: it drops them itself if it cannot send them (`deliverMails`). */
async function removeWaiting(transaction: Transaction, letters: readonly StoredDocument[]): Promise<void> {
  const read = [];
  for (const { id } of letters) {
    const letter = await transaction.get(MAILS_COLLECTION, id);
    const mail = letter && mailFromDocument(letter);
    if (!mail || mail.claim !== null) continue;
    read.push({ id, mail, touches: await transaction.get(TOUCHES_COLLECTION, mail.cause) });
  }
  for (const { id, mail, touches } of read) {
    if (touches) forgetLetter(transaction, touches, mail.queuedAt);
    transaction.delete(MAILS_COLLECTION, id);
  }
}

function toDocument({ recipients, ...mailing }: NewMailing, { by, at }: Author): DocumentContent {
  return {
    ...mailing,
    members: recipients.flatMap(({ member }) => member || []),
    replies: recipients.flatMap(({ reply }) => reply || []),
    by: by && { ...by },
    at: at.toISOString(),
    order: `${mailing.kind} ${at.toISOString()}`,
    shares: [],
    stoppedAt: null,
    toQueue: "yes",
  };
}

export function mailingFromDocument({ id, content }: StoredDocument): Mailing {
  const { members, replies, order: _, toQueue, at, shares, stoppedAt, ...stored } = content;
  return {
    ...(stored as unknown as Omit<Mailing, "id" | "recipients" | "shares" | "at" | "stoppedAt" | "isQueued">),
    id,
    recipients: [
      ...(members as string[]).map((member) => ({ member, reply: "" })),
      ...(replies as string[]).map((reply) => ({ member: "", reply })),
    ],
    shares: (shares as DocumentContent[]).map((one) => ({ ...one, at: new Date(String(one.at)) }) as unknown as Share),
    at: new Date(String(at)),
    stoppedAt: typeof stoppedAt === "string" ? new Date(stoppedAt) : null,
    isQueued: toQueue === "",
  };
}

const writeShares = (transaction: Transaction, id: string, shares: readonly Share[]): void =>
  transaction.update(MAILINGS_COLLECTION, id, {
    shares: shares.map(({ way, recipients, by, at }) => ({
      way,
      recipients: [...recipients],
      by: by && { ...by },
      at: at.toISOString(),
    })),
  });

/**
 * Reads the mailings to a member, or to replies of a person. One query of all mailings: there are a few dozen a year.
 * @returns a function that removes these recipients from them
 */
export async function readRecipientTraces(
  transaction: Transaction,
  recipients: ReadonlySet<string>,
): Promise<() => void> {
  const found = (await transaction.query(MAILINGS_COLLECTION)).filter(({ content }) =>
    [...(content.members as string[]), ...(content.replies as string[])].some((id) => recipients.has(id)),
  );
  const without = (ids: readonly string[]) => ids.filter((id) => !recipients.has(id));
  return () => {
    for (const document of found) {
      const { members, replies } = document.content as { members: string[]; replies: string[] };
      transaction.update(MAILINGS_COLLECTION, document.id, { members: without(members), replies: without(replies) });
      const { shares } = mailingFromDocument(document);
      writeShares(
        transaction,
        document.id,
        shares.map((share) => ({ ...share, recipients: without(share.recipients) })),
      );
    }
  };
}
