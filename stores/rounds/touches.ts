/**
 * The messages of rounds that the committee opened in a messaging app on its phone (touches). Documents
 * `touches/{kind}-{member}` record the kinds that belong to the member. Messages with a bill are recorded as sendings
 * of the fees.
 */
import type { FeeSending } from "#domain/fees/fee.ts";
import { sendingsOut } from "#domain/fees/fee.ts";
import type { Author, Person } from "#domain/person.ts";
import {
  isSameTouch,
  type MemberRoundKind,
  type RoundKind,
  roundRules,
  type Touch,
  type TouchWay,
} from "#domain/rounds/round.ts";
import type { Content, Documents, StoredDocument, Transaction } from "#ports/documents.ts";
import { mapInSlices } from "#ports/yield-to-event-loop.ts";
import { addSending, FEES, feeFromDocument, removeSendings } from "#stores/fees/fee-document.ts";
import { recordAction } from "#stores/journal.ts";
import { REGISTER } from "#stores/register/member-document.ts";

export const TOUCHES = "touches";

/** `fees`: ids of the fees whose bill is in the message. `at`: when the committee tapped the link. */
export type NewTouch = {
  readonly kind: RoundKind;
  readonly member: string;
  readonly fees: readonly string[];
  readonly way: TouchWay;
  readonly at: Date;
};

export type Touches = ReturnType<typeof createTouches>;

/** Methods throw if the store is unavailable. @param now clock for the times of the journal */
export const createTouches = (documents: Documents, now = () => new Date()) => ({
  /** @returns the touches of a kind by member, oldest first. Only members with a touch since `since`. */
  async list(kind: RoundKind, since: Date): Promise<ReadonlyMap<string, readonly Touch[]>> {
    const where = { field: "order", from: `${kind} ${since.toISOString()}`, before: `${kind}!` };
    const found = await mapInSlices(await documents.query(TOUCHES, { where }), touchesIn);
    return new Map(found.map(({ member, touches }) => [member, touches]));
  },

  /** @returns the touches of a member, by kind */
  listOf: async (member: string): Promise<{ kind: RoundKind; touches: readonly Touch[] }[]> =>
    (await readTouchesOf(documents, member)).map(touchesIn),

  /**
   * Records a touch. A second touch by the same way on the same day changes nothing.
   * @returns false if the member or a fee does not exist
   */
  record: (touch: NewTouch, by: Person | null): Promise<boolean> =>
    documents.transaction((transaction) => record(transaction, touch, { by, at: now() })),

  /** Removes a touch and its bills. Idempotent. @param touch `way` and the day of `at` identify the recorded touch */
  takeBack: (touch: NewTouch, by: Person | null): Promise<void> =>
    documents.transaction((transaction) => takeBack(transaction, touch, { by, at: now() }), { erases: true }),
});

const idOf = ({ kind, member }: Pick<NewTouch, "kind" | "member">): string => `${kind}-${member}`;

/**
 * Reads when the committee last touched a member of a round, and how to forget this, so that the member waits again. Null
 * without a touch.
 */
export async function readLastTouch(transaction: Transaction, kind: MemberRoundKind, member: string) {
  const document = await transaction.get(TOUCHES, idOf({ kind, member }));
  const last = document && touchesIn(document).touches.at(-1);
  return last ? { at: last.at, forget: () => transaction.delete(TOUCHES, idOf({ kind, member })) } : null;
}

function touchesIn({ content }: Pick<StoredDocument, "content">) {
  const touches = (content.touches as Content[]).map(
    (one) => ({ ...one, at: new Date(String(one.at)) }) as unknown as Touch,
  );
  return { kind: content.kind as RoundKind, member: String(content.member), touches };
}

/** @param before touches that the document contains; none if it does not exist */
function writeTouches(
  transaction: Transaction,
  touch: NewTouch,
  before: readonly Touch[],
  after: readonly Touch[],
): void {
  const { kind, member } = touch;
  const last = after.at(-1);
  if (!last) {
    transaction.delete(TOUCHES, idOf(touch));
    return;
  }
  const touches = after.map((one): Content => ({ ...one, at: one.at.toISOString() }));
  const content = { kind, member, touches, order: `${kind} ${last.at.toISOString()}` };
  if (before.length > 0) transaction.update(TOUCHES, idOf(touch), content);
  else transaction.create(TOUCHES, idOf(touch), content);
}

async function readTouches(transaction: Transaction, touch: NewTouch): Promise<Touch[]> {
  const document = isKindOfMember(touch.kind) ? await transaction.get(TOUCHES, idOf(touch)) : null;
  return document ? touchesIn(document).touches : [];
}

/** @returns the documents of the given fees that belong to the member */
async function readFees(transaction: Transaction, ids: readonly string[], member: string): Promise<StoredDocument[]> {
  const found = await Promise.all(ids.map((id) => transaction.get(FEES, id)));
  return found.filter((fee) => fee !== null && fee.content.member === member) as StoredDocument[];
}

async function record(transaction: Transaction, touch: NewTouch, author: Author): Promise<boolean> {
  const { kind, member: subjectId, way, at } = touch;
  const member = await transaction.get(REGISTER, subjectId);
  const touches = await readTouches(transaction, touch);
  const fees = await readFees(transaction, touch.fees, subjectId);
  if (!member || fees.length < touch.fees.length) return false;
  const line = { ...author, action: "sent", subjectId } as const;
  const unsent = fees.filter((fee) => !sendingsOut(feeFromDocument(fee)).some((one) => isSameTouch(one, touch)));
  if (isKindOfMember(kind) && !touches.some((one) => isSameTouch(one, touch))) {
    const added: Touch = { way, at, by: author.by, fees: unsent.map(({ id }) => id) };
    const after = [...touches, added].toSorted((a, b) => a.at.getTime() - b.at.getTime());
    writeTouches(transaction, touch, touches, after);
    recordAction(transaction, { ...line, subject: kind });
  }
  for (const fee of unsent) {
    addSending(transaction, fee, { way, at, by: author.by });
    recordAction(transaction, { ...line, subject: "fee" });
  }
  return true;
}

async function takeBack(transaction: Transaction, touch: NewTouch, author: Author): Promise<void> {
  const { kind, member: subjectId } = touch;
  const touches = await readTouches(transaction, touch);
  const removed = touches.filter((one) => isSameTouch(one, touch));
  const ids = isKindOfMember(kind) ? removed.flatMap(({ fees = [] }) => fees) : touch.fees;
  const fees = await readFees(transaction, ids, subjectId);
  const line = { ...author, action: "unsent", subjectId } as const;
  if (isKindOfMember(kind) && removed.length > 0) {
    const after = touches.filter((one) => !removed.includes(one));
    writeTouches(transaction, touch, touches, after);
    recordAction(transaction, { ...line, subject: kind });
  }
  const isRemoved = (one: FeeSending) => one.refused === undefined && isSameTouch(one, touch);
  for (const fee of fees)
    if (removeSendings(transaction, fee, isRemoved)) recordAction(transaction, { ...line, subject: "fee" });
}

/** The journal uses the names of these kinds as subjects. */
const isKindOfMember = (kind: RoundKind): kind is MemberRoundKind => roundRules(kind).isOfMember;

/** @returns the documents with the touches of a member */
export const readTouchesOf = (reader: Pick<Transaction, "query">, member: string): Promise<StoredDocument[]> =>
  reader.query(TOUCHES, { where: { field: "member", equals: member } });
