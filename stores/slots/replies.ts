/** The replies to slots: documents `replies/{random}`. A withdrawn reply stays; a person who comes again gets a new reply. */
import type { Moment } from "#domain/dates.ts";
import type { Author, Person } from "#domain/person.ts";
import { type AgreedTerms, isComing, needsConfirmation, type Reply, type WithdrawnBy } from "#domain/slots/reply.ts";
import { findComingReply, type Replier, type ReplyQuestion, type ReplyRefusal } from "#domain/slots/reply-rules.ts";
import type { Slot } from "#domain/slots/slot.ts";
import type { DocumentContent, Documents, JsonValue, Query, StoredDocument, Transaction } from "#ports/documents.ts";
import { mapInSlices } from "#ports/yield-to-event-loop.ts";
import { recordAction } from "#stores/journal.ts";
import { eraseDocuments } from "#stores/purge.ts";
import { SLOTS_COLLECTION, slotFromDocument } from "./slots.ts";

export const REPLIES_COLLECTION = "replies";

/**
 * Query for the reply that was added or changed last. A watch of this query notices every change, and reads only one
 * document for each.
 */
export const LAST_CHANGED_REPLY_QUERY: Query = {
  where: { field: "changedAt", descending: true },
  limit: 1,
  select: ["changedAt"],
};

/** `comingTo` is the slot until the reply is withdrawn, so that counting people reads no withdrawn replies. */
const comingTo = (slot: string): Query => ({ where: { field: "comingTo", equals: slot } });

export type NewReplies = {
  /** `subject` of the event. */
  readonly event: string;
  /** Ids of the slots, each once. */
  readonly slots: readonly string[];
  readonly replier: Omit<Replier, "birthDate" | "door">;
  /** Called in the transaction, with the slot as it is then. */
  readonly agreed: (slot: Slot) => AgreedTerms;
  /** The submission to which the replies belong, for a person who comes again. Absent: a new submission. */
  readonly submission?: string | undefined;
};

/**
 * `added`: the person comes to all slots. `already`: the person came to all of them before; nothing was written.
 * `replies`: those of the person to these slots.
 */
export type RepliesOutcome =
  | { readonly is: "added" | "already"; readonly replies: readonly Reply[] }
  | { readonly is: "refused"; readonly refused: readonly ReplyRefusal[] };

export type ReplyStore = ReturnType<typeof createReplyStore>;

/** Methods throw if the store is unavailable. @param now clock for the times of writes */
export const createReplyStore = (documents: Documents, now = () => new Date()) => ({
  /** @returns the replies to all slots of an event (`subject`), also withdrawn ones and those to deleted slots, oldest first */
  list: (event: string): Promise<Reply[]> => listWhere(documents, "event", event),

  /** @returns the replies of a member to all events, oldest first */
  listOfMember: (member: string): Promise<Reply[]> => listWhere(documents, "member", member),

  /** @returns the replies of a person (`replierKey`) to an event, oldest first */
  listOfPerson: async (event: string, person: string): Promise<Reply[]> =>
    (await listWhere(documents, "person", person)).filter((reply) => reply.event === event),

  /** @returns the number of people who come to each of these slots, by id. On Firestore, one read for each slot */
  async countComing(slots: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const counts = slots.map(
      async (slot) => [slot, await documents.count(REPLIES_COLLECTION, comingTo(slot))] as const,
    );
    return new Map(await Promise.all(counts));
  },

  /** @returns null if the reply does not exist */
  async get(id: string): Promise<Reply | null> {
    const document = await documents.get(REPLIES_COLLECTION, id);
    return document && replyFromDocument(document);
  },

  /**
   * Adds replies to several slots, or none of them. Slots to which the person comes already keep their reply.
   * @param refuse decides (`findReplyRefusals`), also in the transaction, so that a slot is never full twice
   * @param by the committee, if it adds the person by hand; null for the person
   */
  async add(
    wanted: NewReplies,
    refuse: (read: ReplyQuestion) => ReplyRefusal[],
    by: Person | null,
  ): Promise<RepliesOutcome> {
    // Transactions about one slot run one after the other. If many people reply at once, most of them are refused: this
    // check refuses them without a transaction.
    const early = refuse(await readQuestion(documents, wanted));
    if (early.length > 0) return { is: "refused", refused: early };
    return documents.transaction(async (transaction) => {
      const question = await readQuestion(transaction, wanted);
      const refused = refuse(question);
      if (refused.length > 0) return { is: "refused", refused };
      return addReplies(transaction, wanted, question, { by, at: now() });
    });
  },

  /** @returns the replies that were withdrawn at or after `since`, oldest withdrawal first; of all events */
  listWithdrawn: async (since: Date): Promise<Reply[]> =>
    (await documents.query(REPLIES_COLLECTION, { where: { field: "withdrawnAt", from: since.toISOString() } })).map(
      replyFromDocument,
    ),

  /** Withdraws replies. Idempotent. @returns the replies that exist */
  withdraw: (ids: readonly string[], withdrawnBy: WithdrawnBy, by: Person | null): Promise<Reply[]> =>
    change(documents, ids, isComing, {
      fields: (at) => ({ withdrawnAt: at.toISOString(), withdrawnBy, comingTo: "" }),
      action: "withdrawn",
      author: () => ({ by, at: now() }),
    }),

  /** Undoes a withdrawal. Idempotent: a person who came again meanwhile has one reply. @returns the replies that exist */
  undoWithdrawal: (ids: readonly string[], by: Person | null): Promise<Reply[]> =>
    change(
      documents,
      ids,
      async (reply, { transaction }) => !isComing(reply) && !(await comesAgain(transaction, reply)),
      {
        fields: (_, { slot }) => ({ withdrawnAt: null, withdrawnBy: null, isWithdrawalSeen: false, comingTo: slot }),
        action: "restored",
        author: () => ({ by, at: now() }),
      },
    ),

  /** Records whether the committee has seen a withdrawal. Idempotent. @returns the replies that exist */
  setWithdrawalSeen: (ids: readonly string[], isSeen: boolean, by: Person | null): Promise<Reply[]> =>
    change(documents, ids, (reply) => !isComing(reply) && reply.isWithdrawalSeen !== isSeen, {
      fields: () => ({ isWithdrawalSeen: isSeen }),
      action: "changed",
      author: () => ({ by, at: now() }),
    }),

  /** Records that persons come to the present post and hours of their slots. Idempotent. @returns the replies that exist */
  confirm: (ids: readonly string[], agreed: (reply: Reply) => AgreedTerms, by: Person | null): Promise<Reply[]> =>
    change(documents, ids, isComing, {
      fields: (at, reply) => ({
        agreed: agreed(reply),
        ...(needsConfirmation(reply, agreed(reply)) && { agreedBefore: reply.agreed }),
        confirmedAt: at.toISOString(),
      }),
      action: "confirmed",
      author: () => ({ by, at: now() }),
    }),

  /** Undoes the last confirmation: the persons have to confirm again. Idempotent. @returns the replies that exist */
  undoConfirmation: (ids: readonly string[], by: Person | null): Promise<Reply[]> =>
    change(documents, ids, (_, { content }) => Boolean(content.agreedBefore), {
      fields: (_, __, { agreedBefore = null }) => ({ agreed: agreedBefore, agreedBefore: null, confirmedAt: null }),
      action: "changed",
      author: () => ({ by, at: now() }),
    }),

  /** Records whether the committee saw a person at the slot. Idempotent. @returns the replies that exist */
  setPresent: (ids: readonly string[], isPresent: boolean, by: Person | null): Promise<Reply[]> =>
    change(documents, ids, (reply) => reply.isPresent !== isPresent, {
      fields: () => ({ isPresent }),
      action: "changed",
      author: () => ({ by, at: now() }),
    }),

  /** Erases replies. */
  erase: (ids: readonly string[]): Promise<void> => eraseDocuments(documents, REPLIES_COLLECTION, ids),

  /** @returns all replies, unordered, to find the expired ones */
  listAll: async (): Promise<Reply[]> => mapInSlices(await documents.query(REPLIES_COLLECTION), replyFromDocument),
});

const oldestFirst = (a: Reply, b: Reply): number => a.at.getTime() - b.at.getTime();

async function listWhere(documents: Documents, field: string, equals: string): Promise<Reply[]> {
  const found = await documents.query(REPLIES_COLLECTION, { where: { field, equals } });
  return (await mapInSlices(found, replyFromDocument)).toSorted(oldestFirst);
}

type Reader = Pick<Transaction, "get" | "query">;

/** Reads the chosen slots with their replies, and the other slots to which the person comes. */
async function readQuestion(reader: Reader, { event, slots, replier }: NewReplies): Promise<ReplyQuestion> {
  const replies = new Map<string, Reply>();
  const add = (found: StoredDocument[]) => {
    for (const document of found) replies.set(document.id, replyFromDocument(document));
  };
  for (const slot of slots) add(await reader.query(REPLIES_COLLECTION, comingTo(slot)));
  add(await reader.query(REPLIES_COLLECTION, { where: { field: "person", equals: replier.person } }));
  const ofEvent = [...replies.values()].filter((reply) => reply.event === event);
  const own = ofEvent.filter((reply) => reply.person === replier.person && isComing(reply));
  const found = [];
  for (const id of new Set([...slots, ...own.map(({ slot }) => slot)])) {
    const document = await reader.get(SLOTS_COLLECTION, id);
    if (document?.content.event === event) found.push(slotFromDocument(document));
  }
  return { chosen: slots, slots: found, replies: ofEvent };
}

function addReplies(
  transaction: Transaction,
  { event, slots, replier, agreed, submission = transaction.newId() }: NewReplies,
  { slots: known, replies }: ReplyQuestion,
  author: Author,
): RepliesOutcome {
  const existing = slots.flatMap((slot) => findComingReply(replies, slot, replier.person) ?? []);
  const missing = known.filter(({ id }) => slots.includes(id) && !existing.some((reply) => reply.slot === id));
  if (missing.length === 0) return { is: "already", replies: existing };
  const added = missing.map((slot): Reply => {
    const { person, member, name, phone, isAdult } = replier;
    const state = {
      confirmedAt: null,
      withdrawnAt: null,
      withdrawnBy: null,
      isWithdrawalSeen: false,
      isPresent: false,
    };
    const id = transaction.newId();
    return {
      id,
      event,
      slot: slot.id,
      person,
      member,
      name,
      phone,
      isAdult,
      at: author.at,
      submission,
      agreed: agreed(slot),
      ...state,
    };
  });
  for (const reply of added) {
    const more = { comingTo: reply.slot, changedAt: author.at.toISOString() };
    transaction.create(REPLIES_COLLECTION, reply.id, { ...contentOf(reply), ...more });
    if (author.by) recordAction(transaction, { ...author, action: "added", subject: "reply", subjectId: reply.id });
  }
  return { is: "added", replies: [...existing, ...added] };
}

type ReplyChange = {
  readonly fields: (at: Date, reply: Reply, content: DocumentContent) => DocumentContent;
  readonly action: "withdrawn" | "restored" | "confirmed" | "changed";
  readonly author: () => Author;
};

/** Changes the replies for which `applies`, and records what the committee does. Leaves out replies that do not exist. */
const change = (
  documents: Documents,
  ids: readonly string[],
  applies: (reply: Reply, read: { content: DocumentContent; transaction: Transaction }) => boolean | Promise<boolean>,
  { fields, action, author }: ReplyChange,
): Promise<Reply[]> =>
  documents.transaction(async (transaction) => {
    const found: { reply: Reply; content: DocumentContent }[] = [];
    for (const id of new Set(ids)) {
      const document = await transaction.get(REPLIES_COLLECTION, id);
      if (document) found.push({ reply: replyFromDocument(document), content: document.content });
    }
    const changed = [];
    for (const { reply, content } of found)
      if (await applies(reply, { content, transaction })) changed.push({ reply, content });
    const { by, at } = author();
    for (const { reply, content } of changed) {
      transaction.update(REPLIES_COLLECTION, reply.id, { ...fields(at, reply, content), changedAt: at.toISOString() });
      if (by) recordAction(transaction, { by, at, action, subject: "reply", subjectId: reply.id });
    }
    return found.map(({ reply }) => reply);
  });

/** Whether the person has another reply to the same slot, which is not withdrawn. */
const comesAgain = async (transaction: Transaction, { slot, person }: Reply): Promise<boolean> =>
  findComingReply(
    (await transaction.query(REPLIES_COLLECTION, { where: { field: "slot", equals: slot } })).map(replyFromDocument),
    slot,
    person,
  ) !== undefined;

function contentOf({ id: _, at, confirmedAt, withdrawnAt, ...reply }: Reply): DocumentContent {
  const times = { confirmedAt: confirmedAt?.toISOString() ?? null, withdrawnAt: withdrawnAt?.toISOString() ?? null };
  return { ...reply, at: at.toISOString(), ...times };
}

export function replyFromDocument({ id, content }: Pick<StoredDocument, "id" | "content">): Reply {
  const { event, slot, member, person, name, phone, submission, agreed, withdrawnBy } = content;
  return {
    id,
    event: String(event),
    slot: String(slot),
    member: String(member),
    person: String(person),
    name: String(name),
    phone: String(phone),
    isAdult: content.isAdult === true,
    at: new Date(String(content.at)),
    submission: String(submission),
    agreed: agreedIn(agreed),
    confirmedAt: instantIn(content.confirmedAt),
    withdrawnAt: instantIn(content.withdrawnAt),
    withdrawnBy: withdrawnBy === "person" || withdrawnBy === "committee" ? withdrawnBy : null,
    isWithdrawalSeen: content.isWithdrawalSeen === true,
    isPresent: content.isPresent === true,
  };
}

const instantIn = (value: JsonValue | undefined): Date | null => (typeof value === "string" ? new Date(value) : null);

function agreedIn(value: JsonValue | undefined): AgreedTerms {
  const { post, from, until } = (value ?? {}) as { post?: JsonValue; from?: Moment; until?: Moment };
  const unknown: Moment = { day: "", time: "" };
  return { post: typeof post === "string" ? post : "", from: from ?? unknown, until: until ?? unknown };
}

/** @returns the documents of a member's replies */
export const queryRepliesOfMember = (reader: Pick<Transaction, "query">, member: string): Promise<StoredDocument[]> =>
  reader.query(REPLIES_COLLECTION, { where: { field: "member", equals: member } });

/** @returns the documents of the replies to a slot, or to all slots of an event (`subject`) */
export const queryRepliesTo = (
  reader: Pick<Transaction, "query">,
  id: string,
  field: "slot" | "event" = "slot",
): Promise<StoredDocument[]> => reader.query(REPLIES_COLLECTION, { where: { field, equals: id } });
