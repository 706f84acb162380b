/**
 * Mailings: documents `mailings/{id}`. E-mails and messages by phone are touches of the round kind "mailing", whose topic
 * is the mailing (rounds/touches.ts). What reaches many people at once, the group and paper, is a share in the document.
 */
import type { Day } from "#domain/dates.ts";
import { monthsBefore } from "#domain/dates.ts";
import { MAILING_RETENTION_MONTHS, type Mailing, type NewMailing } from "#domain/mailings/mailing.ts";
import type { Share } from "#domain/mailings/ways.ts";
import type { Author } from "#domain/person.ts";
import type { Reply } from "#domain/slots/reply.ts";
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
import { MAILINGS_COLLECTION, recipientIdsIn } from "#stores/mailing-document.ts";
import { eraseDocuments, repeatUntilShortBatch } from "#stores/purge.ts";
import {
  forgetLetter,
  type NewTopicLetter,
  queryTouchesOfTopic,
  readTopicLetters,
  TOUCHES_COLLECTION,
} from "#stores/rounds/touches.ts";
import { readSignedId, signIdOf } from "#stores/signed-ids.ts";

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
      transaction.create(MAILINGS_COLLECTION, id, toDocument(mailing, author, transaction.newId()));
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

  /**
   * @param recipients ids (`recipientId`) @returns the mailings since a time that went to one of them, newest first; their
   * `recipients` and those of their shares are only these
   */
  async listTo(recipients: ReadonlySet<string>, since: Date): Promise<Mailing[]> {
    const where = { field: "at", from: since.toISOString(), descending: true };
    const found = await mapInSlices(await documents.query(MAILINGS_COLLECTION, { where }), (document) =>
      onlyTo(document, recipients),
    );
    return found.flatMap((document) => (document ? mailingFromDocument(document) : []));
  },

  /** @returns the convocations to the assembly of a day, oldest first */
  async listOfDay(day: Day): Promise<Mailing[]> {
    const found = await documents.query(MAILINGS_COLLECTION, { where: { field: "day", equals: day } });
    return found.map(mailingFromDocument).toSorted((a, b) => a.at.getTime() - b.at.getTime());
  },

  /** @returns the days of the assemblies to which a convocation was sent */
  async listConvokedDays(): Promise<ReadonlySet<Day>> {
    const where = { field: "order", from: "convocation ", before: "convocation!" };
    const found = await documents.query(MAILINGS_COLLECTION, { where, select: ["day"] });
    return new Set(found.map(({ content }) => String(content.day)));
  },

  /** @returns ids of the mailings whose e-mails are not all queued */
  listUnqueued: async (): Promise<string[]> =>
    (await documents.query(MAILINGS_COLLECTION, { where: { field: "toQueue", after: "" }, select: ["toQueue"] })).map(
      ({ id }) => id,
    ),

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

  /**
   * Records that all e-mails were queued, unless others are to be queued since the mailing was read. Idempotent.
   * @param mailing as it was read before
   */
  markQueued: ({ id, toQueue }: Pick<Mailing, "id" | "toQueue">): Promise<void> =>
    documents.transaction(async (transaction) => {
      const document = await transaction.get(MAILINGS_COLLECTION, id);
      if (document?.content.toQueue === toQueue) transaction.update(MAILINGS_COLLECTION, id, { toQueue: "" });
    }),

  /** Lets the job queue the e-mails that are missing: after an address was corrected. Idempotent. */
  requeue: (id: string): Promise<void> =>
    documents.transaction(async (transaction) => (await readMailingToQueue(transaction, id))()),

  /**
   * Records that the mailing was shared in the group, or printed. Recipients who got it by the same way already are left
   * out, so two taps are one share.
   * @param tapped when the committee did it, if not now, and `tap` of the share
   * @returns false if the mailing does not exist
   */
  share: (
    id: string,
    way: Share["way"],
    recipients: readonly string[],
    by: Author["by"],
    tapped?: { readonly at: Date; readonly tap: string },
  ): Promise<boolean> =>
    documents.transaction(async (transaction) => {
      const document = await transaction.get(MAILINGS_COLLECTION, id);
      if (!document) return false;
      const { shares } = mailingFromDocument(document);
      const known = new Set(shares.filter((share) => share.way === way).flatMap((share) => share.recipients));
      const added = [...new Set(recipients)].filter((one) => !known.has(one));
      if (added.length === 0) return true;
      const share: Share = { way, recipients: added, by, ...(tapped ?? { at: now() }) };
      transaction.update(MAILINGS_COLLECTION, id, sharesContent([...shares, share]));
      const action = way === "paper" ? "printed" : "sent";
      recordAction(transaction, { by, at: now(), action, subject: "mailing", subjectId: id });
      return true;
    }),

  /** Takes back a share of a way. Idempotent. @param at `at` of the share (ISO 8601), or its `tap` */
  unshare: (id: string, way: Share["way"], at: string, by: Author["by"]): Promise<void> =>
    documents.transaction(
      async (transaction) => {
        const document = await transaction.get(MAILINGS_COLLECTION, id);
        if (!document) return;
        const { shares } = mailingFromDocument(document);
        const kept = shares.filter((share) => !(share.way === way && [share.at.toISOString(), share.tap].includes(at)));
        if (kept.length === shares.length) return;
        transaction.update(MAILINGS_COLLECTION, id, sharesContent(kept));
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
        (transaction) => removeWaiting(transaction, id, letters.slice(i, i + MAILING_LETTERS_PER_CALL_MAX)),
        { erases: true },
      );
  },

  /** Sends the e-mails again that `stop` deleted: the job queues them. Idempotent. */
  resume: (id: string, by: Author["by"]): Promise<void> =>
    documents.transaction(async (transaction) => {
      const document = await transaction.get(MAILINGS_COLLECTION, id);
      if (!document || !mailingFromDocument(document).stoppedAt) return;
      transaction.update(MAILINGS_COLLECTION, id, { stoppedAt: null, toQueue: transaction.newId() });
      recordAction(transaction, { by, at: now(), action: "resumed", subject: "mailing", subjectId: id });
    }),

  /** @returns the token of `/ecrire/lu/{token}`, the page for the group */
  pageTokenOf: async (id: string): Promise<string> => signIdOf(await secret(), PAGE, id),

  /** @returns the mailing that the token opens; null if the token is wrong or the mailing no longer exists */
  async findByPageToken(token: string): Promise<Mailing | null> {
    const id = readSignedId(await secret(), PAGE, token);
    const document = id && (await documents.get(MAILINGS_COLLECTION, id));
    return document ? mailingFromDocument(document) : null;
  },

  /** Forgets people who are not members, whose replies end (`readRecipientTraces`). Idempotent. */
  async forgetReplies(replies: readonly Pick<Reply, "id" | "person">[]): Promise<void> {
    if (replies.length === 0) return;
    await documents.transaction(async (transaction) => (await readRecipientTraces(transaction, { replies }))(), {
      erases: true,
    });
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

/** In several transactions, the mailing last: after a crash, the next purge erases the rest. */
async function erase(documents: Documents, id: string): Promise<void> {
  for (const collection of [MAILS_COLLECTION, TOUCHES_COLLECTION]) {
    const found = await documents.query(collection, { where: { field: "topic", equals: id }, select: ["topic"] });
    await eraseDocuments(
      documents,
      collection,
      found.map((one) => one.id),
    );
  }
  await eraseDocuments(documents, MAILINGS_COLLECTION, [id]);
}

/**
 * Reads a mailing whose e-mails are to be queued again.
 * @returns a function that lets the job queue those that are missing; it does nothing for a mailing that is stopped or
 * does not exist
 */
export async function readMailingToQueue(transaction: Transaction, id: string): Promise<() => void> {
  const document = await transaction.get(MAILINGS_COLLECTION, id);
  const isSending = document !== null && mailingFromDocument(document).stoppedAt === null;
  return () => {
    if (isSending) transaction.update(MAILINGS_COLLECTION, id, { toQueue: transaction.newId() });
  };
}

/**
 * Skips the mails that a worker is sending: it drops them itself if it cannot send them (`deliverMails`). Deletes none once
 * the mailing was resumed: nobody would queue them again.
 */
async function removeWaiting(
  transaction: Transaction,
  mailing: string,
  letters: readonly StoredDocument[],
): Promise<void> {
  const document = await transaction.get(MAILINGS_COLLECTION, mailing);
  if (document && !mailingFromDocument(document).stoppedAt) return;
  const all = await Promise.all(
    letters.map(async ({ id }) => {
      const letter = await transaction.get(MAILS_COLLECTION, id);
      const mail = letter && mailFromDocument(letter);
      if (!mail || mail.claim !== null) return null;
      return { id, mail, touches: await transaction.get(TOUCHES_COLLECTION, mail.cause) };
    }),
  );
  for (const { id, mail, touches } of all.filter((one) => one !== null)) {
    if (touches) forgetLetter(transaction, touches, mail.queuedAt);
    transaction.delete(MAILS_COLLECTION, id);
  }
}

function toDocument({ recipients, ...mailing }: NewMailing, { by, at }: Author, toQueue: string): DocumentContent {
  return {
    ...mailing,
    members: recipients.flatMap(({ member }) => member || []),
    replies: recipients.flatMap(({ reply }) => reply || []),
    by: by && { ...by },
    at: at.toISOString(),
    order: `${mailing.kind} ${at.toISOString()}`,
    erased: 0,
    shares: [],
    stoppedAt: null,
    toQueue,
  };
}

function mailingFromDocument({ id, content }: StoredDocument): Mailing {
  const { members, replies, order: _, at, shares, stoppedAt, ...stored } = content;
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
    isQueued: content.toQueue === "",
  };
}

/** A document without the other recipients, who may be thousands. Null if the mailing goes to none of the recipients. */
function onlyTo(document: StoredDocument, recipients: ReadonlySet<string>): StoredDocument | null {
  const { members, replies, shares, ...content } = document.content;
  const own = (ids: unknown) => (ids as string[]).filter((id) => recipients.has(id));
  const [ownMembers, ownReplies] = [own(members), own(replies)];
  if (ownMembers.length + ownReplies.length === 0) return null;
  const ownShares = (shares as DocumentContent[]).map((one) => ({ ...one, recipients: own(one.recipients) }));
  return { ...document, content: { ...content, members: ownMembers, replies: ownReplies, shares: ownShares } };
}

const sharesContent = (shares: readonly Share[]): DocumentContent => ({
  shares: shares.map(({ way, recipients, by, at, tap }) => ({
    way,
    recipients: [...recipients],
    by: by && { ...by },
    at: at.toISOString(),
    ...(tap && { tap }),
  })),
});

const isToOneOf =
  (recipients: ReadonlySet<string>) =>
  (document: StoredDocument): boolean =>
    recipientIdsIn(document).some((id) => recipients.has(id));

type ErasedRecipients = {
  /** Id of a member. */
  readonly member?: string;
  /** Replies of the member, or of people who are not members. */
  readonly replies: readonly Pick<Reply, "id" | "person">[];
};

/**
 * Reads the mailings to a member, or to replies. One query of all mailings: there are a few dozen a year.
 * @returns a function that removes these recipients from them, with what people who are not members were sent
 */
export async function readRecipientTraces(
  transaction: Transaction,
  { member, replies }: ErasedRecipients,
): Promise<() => void> {
  const recipients = new Set([...(member ? [member] : []), ...replies.map(({ id }) => id)]);
  const found = (await transaction.query(MAILINGS_COLLECTION)).filter(isToOneOf(recipients));
  const touches: StoredDocument[] = [];
  for (const mailing of found) {
    const named = new Set(recipientIdsIn(mailing));
    const people = new Set(replies.filter(({ id }) => named.has(id)).map(({ person }) => person));
    if (people.size > 0)
      touches.push(
        ...(await queryTouchesOfTopic(transaction, mailing.id)).filter(
          ({ content }) => content.member === "" && people.has(String(content.person)),
        ),
      );
  }
  const without = (ids: readonly string[]) => ids.filter((id) => !recipients.has(id));
  return () => {
    for (const { id } of touches) transaction.delete(TOUCHES_COLLECTION, id);
    for (const document of found) {
      const { members, replies } = document.content as { members: string[]; replies: string[] };
      const { shares, erased } = mailingFromDocument(document);
      const all = [...members, ...replies];
      transaction.update(MAILINGS_COLLECTION, document.id, {
        erased: erased + all.length - without(all).length,
        members: without(members),
        replies: without(replies),
        ...sharesContent(shares.map((share) => ({ ...share, recipients: without(share.recipients) }))),
      });
    }
  };
}

/** Reads the mailings about an event. @returns a function that erases them, with their touches and waiting letters */
export async function readEventMailings(transaction: Transaction, event: string): Promise<() => void> {
  const found = await transaction.query(MAILINGS_COLLECTION, { where: { field: "event", equals: event } });
  const touches: StoredDocument[] = [];
  const letters: StoredDocument[] = [];
  for (const { id } of found) {
    touches.push(...(await queryTouchesOfTopic(transaction, id)));
    letters.push(...(await queryLettersOfTopic(transaction, id)));
  }
  return () => {
    for (const { id } of letters) transaction.delete(MAILS_COLLECTION, id);
    for (const { id } of touches) transaction.delete(TOUCHES_COLLECTION, id);
    for (const { id } of found) transaction.delete(MAILINGS_COLLECTION, id);
  };
}

/** @returns the ids of the recipients (`recipientId`) who got a mailing in the group or on paper */
export async function readSharedRecipients(transaction: Transaction): Promise<ReadonlySet<string>> {
  const found = await transaction.query(MAILINGS_COLLECTION);
  return new Set(found.flatMap((document) => mailingFromDocument(document).shares.flatMap((one) => one.recipients)));
}
