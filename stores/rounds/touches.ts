/**
 * The messages of rounds that the committee opened in a messaging app on its phone, and the letters of reminders
 * (touches). Documents `touches/{kind}-{member}` record the kinds that belong to the member, `touches/{kind}-{hash}` those
 * that belong to an event and a person. Messages with a bill are recorded as sendings of the fees.
 */
import { createHash } from "node:crypto";
import { monthsBefore } from "#domain/dates.ts";
import type { FeeSending } from "#domain/fees/fee.ts";
import { sendingsNotRefused } from "#domain/fees/fee.ts";
import { isSameMailbox } from "#domain/mail/addresses.ts";
import type { Author, Person } from "#domain/person.ts";
import { hasLeft, workingEmail } from "#domain/register/member.ts";
import {
  type Addressee,
  awaitsTopicMessage,
  isSameTouch,
  type MemberRoundKind,
  type RoundKind,
  type RoundTopic,
  roundRules,
  type TopicRoundKind,
  type Touch,
  type TouchWay,
} from "#domain/rounds/round.ts";
import { isComing } from "#domain/slots/reply.ts";
import type { DocumentContent, Documents, StoredDocument, Transaction } from "#ports/documents.ts";
import { mapInSlices } from "#ports/yield-to-event-loop.ts";
import { addFeeSending, FEES_COLLECTION, feeFromDocument, removeSendings } from "#stores/fees/fee-document.ts";
import { recordAction } from "#stores/journal.ts";
import { type NewLetter, queueLetter, queueLetters } from "#stores/mail-document.ts";
import { isMailingTo } from "#stores/mailing-document.ts";
import { purgeDocumentsBefore } from "#stores/purge.ts";
import { memberFromDocument, REGISTER_COLLECTION } from "#stores/register/member-document.ts";
import { REPLIES_COLLECTION, replyFromDocument } from "#stores/slots/replies.ts";

export const TOUCHES_COLLECTION = "touches";

/** `at`: when the committee tapped the link. */
export type NewTouch = Addressee & { readonly kind: RoundKind; readonly way: TouchWay; readonly at: Date };

/** The touches of a person with the same `about` (`RoundTopic`). `person`: `replierKey`. */
export type TopicTouches = {
  readonly person: string;
  readonly about: string;
  readonly touches: readonly Touch[];
};

/** A letter to a member about a topic. */
export type NewTopicLetter = {
  readonly member: string;
  readonly topic: Omit<RoundTopic, "reply">;
  readonly replies?: readonly string[];
  readonly letter: Omit<NewLetter, "kind" | "cause" | "member" | "topic" | "replies">;
};

/** A reminder by letter. `replies`: ids of those that it names; it is not queued if one was withdrawn meanwhile. */
export type NewReminderLetter = NewTopicLetter & { readonly replies: readonly string[] };

export type TouchStore = ReturnType<typeof createTouchStore>;

/** In months. Touches about an event are deleted after this time: they are not needed once the event is over. */
const EVENT_TOUCH_MONTHS = 6;

/** Methods throw if the store is unavailable. @param now clock for the times of the journal */
export const createTouchStore = (documents: Documents, now = () => new Date()) => ({
  /** @returns the touches of a kind by member, oldest first. Only members with a touch since `since`. */
  async list(kind: MemberRoundKind, since: Date): Promise<ReadonlyMap<string, readonly Touch[]>> {
    const where = { field: "order", from: `${kind} ${since.toISOString()}`, before: `${kind}!` };
    const found = await mapInSlices(await documents.query(TOUCHES_COLLECTION, { where }), touchesIn);
    return new Map(found.map(({ member, touches }) => [member, touches]));
  },

  /** @returns the touches of a kind about a topic (`RoundTopic`), those of a person oldest first */
  async listOfTopic(kind: TopicRoundKind, topic: string): Promise<TopicTouches[]> {
    const where = { field: "kindAndTopic", equals: kindAndTopic(kind, topic) };
    return mapInSlices(await documents.query(TOUCHES_COLLECTION, { where }), (document) => ({
      person: String(document.content.person),
      about: String(document.content.about),
      touches: touchesIn(document).touches,
    }));
  },

  /**
   * @param person id of the member, or key of a person who is not a member (`Reply.person`)
   * @returns what a person was sent of a mailing, oldest first
   */
  async listOfMailing(mailing: string, person: string): Promise<readonly Touch[]> {
    const { id } = topicPlace("mailing", { id: mailing, about: "" }, person, "");
    const document = await documents.get(TOUCHES_COLLECTION, id);
    return document ? touchesIn(document).touches : [];
  },

  /**
   * @returns the touches of a member, by kind; for kinds about a topic (`RoundTopic`), those of a topic together. `topic` is
   * empty for the other kinds.
   */
  listOf: async (member: string): Promise<{ kind: RoundKind; topic: string; touches: readonly Touch[] }[]> =>
    (await queryTouchesOfMember(documents, member)).map(touchesIn),

  /**
   * Records a touch. A second touch by the same way on the same day changes nothing.
   * @returns false if the member, a fee or the reply does not exist, or the mailing does not go to them
   */
  record: (touch: NewTouch, by: Person | null): Promise<boolean> =>
    documents.transaction((transaction) => record(transaction, touch, { by, at: now() })),

  /** Removes a touch and its bills. Idempotent. @param touch `way` and the day of `at` identify the recorded touch */
  takeBack: (touch: NewTouch, by: Person | null): Promise<void> =>
    documents.transaction((transaction) => takeBack(transaction, touch, { by, at: now() }), { erases: true }),

  /**
   * Queues the letters of reminders, and records them, in one transaction. Leaves out members who were reminded of this
   * evening already, who withdrew or have left, and letters to an address that the member no longer has. Idempotent.
   * @param reminders at most `REMINDERS_PER_CALL_MAX`, of one event
   * @param notices queued with them, if there is a letter
   * @returns the number of letters
   */
  remind: (
    reminders: readonly NewReminderLetter[],
    notices: readonly NewLetter[],
    by: Person | null,
  ): Promise<number> =>
    documents.transaction((transaction) => remind(transaction, reminders, notices, { by, at: now() })),

  /** Deletes the touches about events that are older than `EVENT_TOUCH_MONTHS`. @returns number of deleted documents */
  purge: (today: Date): Promise<number> =>
    purgeDocumentsBefore(
      documents,
      TOUCHES_COLLECTION,
      "eventTouchAt",
      monthsBefore(today, EVENT_TOUCH_MONTHS).toISOString(),
    ),
});

/** A transaction that reads several hundred documents at once exceeds Firestore's deadline. */
export const REMINDERS_PER_CALL_MAX = 25;

/** Where touches are recorded. `identity`: the fields that never change. `subjectId`: of the journal's entry. */
type Place = { readonly id: string; readonly identity: DocumentContent; readonly subjectId: string };

const memberPlace = (kind: MemberRoundKind, member: string): Place => ({
  id: `${kind}-${member}`,
  identity: { kind, member },
  subjectId: member,
});

/** @param member empty for a person who is not a member */
function topicPlace(
  kind: RoundKind,
  { id: topic, about }: Omit<RoundTopic, "reply">,
  person: string,
  member: string,
): Place {
  const hash = createHash("sha256").update([topic, about, person].join("\n")).digest("hex").slice(0, 32);
  const identity = { kind, kindAndTopic: kindAndTopic(kind, topic), topic, about, person, member };
  return { id: `${kind}-${hash}`, identity, subjectId: topic };
}

const kindAndTopic = (kind: RoundKind, topic: string): string => `${kind} ${topic}`;

/** @returns null if the fees record the touch; `absent` if the member or the reply does not exist, or gets no such mailing */
async function readPlace(
  transaction: Transaction,
  { kind, member, topic }: NewTouch,
): Promise<Place | null | "absent"> {
  const { recordedWith } = roundRules(kind);
  if (kind === "mailing" && !(topic && (await isMailingTo(transaction, topic.id, member || topic.reply))))
    return "absent";
  if (recordedWith === "topic" && topic && member === "") {
    const document = await transaction.get(REPLIES_COLLECTION, topic.reply);
    const reply = document && replyFromDocument(document);
    return reply && (kind === "mailing" || reply.event === topic.id)
      ? topicPlace(kind, topic, reply.person, reply.member)
      : "absent";
  }
  if (!(await transaction.get(REGISTER_COLLECTION, member))) return "absent";
  if (recordedWith === "topic") return topic ? topicPlace(kind, topic, member, member) : "absent";
  return recordedWith === "member" ? memberPlace(kind as MemberRoundKind, member) : null;
}

/**
 * Reads when the committee last touched a member of a round, and how to forget this, so that the member waits again. Null
 * without a touch.
 */
export async function readLastTouch(transaction: Transaction, kind: MemberRoundKind, member: string) {
  const { id } = memberPlace(kind, member);
  const document = await transaction.get(TOUCHES_COLLECTION, id);
  const last = document && touchesIn(document).touches.at(-1);
  return last ? { at: last.at, forget: () => transaction.delete(TOUCHES_COLLECTION, id) } : null;
}

function touchesIn({ content }: Pick<StoredDocument, "content">) {
  const touches = (content.touches as DocumentContent[]).map(
    (one) => ({ ...one, at: new Date(String(one.at)) }) as unknown as Touch,
  );
  return {
    kind: content.kind as RoundKind,
    member: String(content.member),
    topic: String(content.topic ?? ""),
    touches,
  };
}

/** @param before touches that the document contains; none if it does not exist */
function writeTouches(
  transaction: Transaction,
  { id, identity }: Pick<Place, "id" | "identity">,
  before: readonly Touch[],
  after: readonly Touch[],
): void {
  const last = after.at(-1);
  if (!last) {
    transaction.delete(TOUCHES_COLLECTION, id);
    return;
  }
  const touches = after.map((one): DocumentContent => ({ ...one, at: one.at.toISOString() }));
  const at = last.at.toISOString();
  const isOfEvent = identity.topic !== undefined && identity.kind !== ("mailing" satisfies RoundKind);
  const content = {
    ...identity,
    touches,
    order: `${String(identity.kind)} ${at}`,
    ...(isOfEvent && { eventTouchAt: at }),
  };
  if (before.length > 0) transaction.update(TOUCHES_COLLECTION, id, content);
  else transaction.create(TOUCHES_COLLECTION, id, content);
}

async function readTouches(transaction: Transaction, { id }: Place): Promise<Touch[]> {
  const document = await transaction.get(TOUCHES_COLLECTION, id);
  return document ? touchesIn(document).touches : [];
}

const sorted = (touches: readonly Touch[]): Touch[] => touches.toSorted((a, b) => a.at.getTime() - b.at.getTime());

/** @returns the documents of the given fees that belong to the member */
async function readBilledFees(
  transaction: Transaction,
  ids: readonly string[],
  member: string,
): Promise<StoredDocument[]> {
  const found = await Promise.all(ids.map((id) => transaction.get(FEES_COLLECTION, id)));
  return found.filter((fee) => fee !== null && fee.content.member === member) as StoredDocument[];
}

async function record(transaction: Transaction, touch: NewTouch, author: Author): Promise<boolean> {
  const { kind, member, way, at } = touch;
  const place = await readPlace(transaction, touch);
  if (place === "absent") return false;
  const touches = place ? await readTouches(transaction, place) : [];
  const fees = await readBilledFees(transaction, touch.fees, member);
  if (fees.length < touch.fees.length) return false;
  const unsent = fees.filter((fee) => !sendingsNotRefused(feeFromDocument(fee)).some((one) => isSameTouch(one, touch)));
  if (place && !touches.some((one) => isSameTouch(one, touch))) {
    const added: Touch = { way, at, by: author.by, fees: unsent.map(({ id }) => id) };
    writeTouches(transaction, place, touches, sorted([...touches, added]));
    recordTouch(transaction, kind, { ...author, action: "sent", subjectId: place.subjectId });
  }
  for (const fee of unsent) {
    addFeeSending(transaction, fee, { way, at, by: author.by });
    recordAction(transaction, { ...author, action: "sent", subject: "fee", subjectId: member });
  }
  return true;
}

async function takeBack(transaction: Transaction, touch: NewTouch, author: Author): Promise<void> {
  const { kind, member } = touch;
  const place = await readPlace(transaction, touch);
  if (place === "absent") return;
  const touches = place ? await readTouches(transaction, place) : [];
  const removed = touches.filter((one) => isSameTouch(one, touch));
  const ids = place ? removed.flatMap(({ fees = [] }) => fees) : touch.fees;
  const fees = await readBilledFees(transaction, ids, member);
  if (place && removed.length > 0) {
    const after = touches.filter((one) => !removed.includes(one));
    writeTouches(transaction, place, touches, after);
    recordTouch(transaction, kind, { ...author, action: "unsent", subjectId: place.subjectId });
  }
  const isRemoved = (one: FeeSending) => one.refused === undefined && isSameTouch(one, touch);
  for (const fee of fees)
    if (removeSendings(transaction, fee, isRemoved))
      recordAction(transaction, { ...author, action: "unsent", subject: "fee", subjectId: member });
}

/** The journal uses the names of the kinds that are not recorded with fees as subjects. */
const recordTouch = (
  transaction: Transaction,
  kind: RoundKind,
  entry: Author & { readonly action: "sent" | "unsent"; readonly subjectId: string },
): void => recordAction(transaction, { ...entry, subject: kind as MemberRoundKind | TopicRoundKind });

async function remind(
  transaction: Transaction,
  reminders: readonly NewReminderLetter[],
  notices: readonly NewLetter[],
  author: Author,
): Promise<number> {
  const stillComes: NewReminderLetter[] = [];
  for (const reminder of reminders) {
    const found = [];
    for (const id of reminder.replies) found.push(await transaction.get(REPLIES_COLLECTION, id));
    if (found.every((one) => one !== null && isComing(replyFromDocument(one)))) stillComes.push(reminder);
  }
  const write = await readTopicLetters(transaction, "slot-reminder", stillComes, author);
  const count = write();
  const [first] = stillComes;
  if (!first || count === 0) return 0;
  queueLetters(transaction, notices, author.at);
  recordTouch(transaction, "slot-reminder", { ...author, action: "sent", subjectId: first.topic.id });
  return count;
}

/**
 * Reads whether letters to members may be queued: not to those who got a message of this topic already, who have left, or
 * who no longer have this address.
 * @returns a function that queues the others, records them as touches, and returns their number
 */
export async function readTopicLetters(
  transaction: Transaction,
  kind: "slot-reminder" | "mailing",
  letters: readonly NewTopicLetter[],
  author: Author,
): Promise<() => number> {
  const all = await Promise.all(
    letters.map(async (letter) => {
      const { member, topic } = letter;
      const place = topicPlace(kind, topic, member, member);
      const touches = await readTouches(transaction, place);
      const document = await transaction.get(REGISTER_COLLECTION, member);
      const current = document && memberFromDocument(document);
      const isReached =
        current !== null && !hasLeft(current) && isSameMailbox(workingEmail(current), letter.letter.recipient);
      return awaitsTopicMessage(touches) && isReached ? { letter, place, touches } : null;
    }),
  );
  const read = all.filter((one) => one !== null);
  return () => {
    for (const { letter, place, touches } of read) {
      const { member, topic, replies, letter: words } = letter;
      writeTouches(transaction, place, touches, [...touches, { way: "email", ...author }]);
      const about = { cause: place.id, member, topic: topic.id, ...(replies && { replies }) };
      queueLetter(transaction, { ...words, kind, ...about }, author.at);
    }
    return read.length;
  };
}

/**
 * Records that the mail server refused a letter for good: it counts as not sent.
 * @param queuedAt ISO 8601 @param refusal `isOfAddress`: whether it refused the address, not only the letter
 */
export function markLetterRefused(
  transaction: Transaction,
  { id, content }: StoredDocument,
  queuedAt: string,
  { reason, isOfAddress }: { readonly reason: string; readonly isOfAddress: boolean },
): void {
  const refusal = { refused: reason, ...(!isOfAddress && { refusesLetter: true }) };
  const touches = (content.touches as DocumentContent[]).map((one) =>
    one.way === "email" && one.at === queuedAt ? { ...one, ...refusal } : one,
  );
  transaction.update(TOUCHES_COLLECTION, id, { touches });
}

/** Records when the mail server took a letter. @param queuedAt ISO 8601 */
export function markLetterSent(
  transaction: Transaction,
  { id, content }: StoredDocument,
  queuedAt: string,
  sentAt: Date,
): void {
  const touches = (content.touches as DocumentContent[]).map((one) =>
    one.way === "email" && one.at === queuedAt ? { ...one, sentAt: sentAt.toISOString() } : one,
  );
  transaction.update(TOUCHES_COLLECTION, id, { touches });
}

/** Forgets a letter that was not sent: the member waits again. @param queuedAt ISO 8601 */
export function forgetLetter(transaction: Transaction, document: StoredDocument, queuedAt: string): void {
  const { touches } = touchesIn(document);
  const { touches: _, order: __, eventTouchAt: ___, ...identity } = document.content;
  const after = touches.filter(({ way, at }) => !(way === "email" && at.toISOString() === queuedAt));
  writeTouches(transaction, { id: document.id, identity }, touches, after);
}

/** @returns the documents with the touches of a member */
export const queryTouchesOfMember = (reader: Pick<Transaction, "query">, member: string): Promise<StoredDocument[]> =>
  reader.query(TOUCHES_COLLECTION, { where: { field: "member", equals: member } });

/** @returns the documents with the touches about a topic (`RoundTopic`) */
export const queryTouchesOfTopic = (reader: Pick<Transaction, "query">, topic: string): Promise<StoredDocument[]> =>
  reader.query(TOUCHES_COLLECTION, { where: { field: "topic", equals: topic } });
