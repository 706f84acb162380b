import { type FeeYear, feeLinesTowards } from "#domain/fees/fee.ts";
import type { Author } from "#domain/person.ts";
import { hasLeft, type LateSignUpField, type MemberData } from "#domain/register/member.ts";
import { type Result, refusal, success } from "#domain/result.ts";
import type { StoredDocument, Transaction } from "#ports/documents.ts";
import { mapInSlices, yieldToEventLoop } from "#ports/yield-to-event-loop.ts";
import { readWaitingPayments, type WaitingPayments } from "#stores/bank/payment-document.ts";
import {
  addFeeLines,
  createMissingFees,
  feeFromDocument,
  payFeesFromWaitingPayments,
  queryFeesOfMember,
  readFeeYears,
  renameFees,
} from "#stores/fees/fee-document.ts";
import { decideSignUp, findSignUpDocument, inboxEntryFields } from "#stores/inbox-document.ts";
import { DOCUMENT_KINDS } from "#stores/kinds.ts";
import { readForChange, writeChange } from "#stores/revisions.ts";
import { withFieldsAddedLater } from "./consent.ts";
import { deleteLinkRequest, readLinkRequest } from "./link-request-document.ts";
import {
  KEYS_COLLECTION,
  memberFromDocument,
  personMarker,
  personMarkerId,
  REGISTER_COLLECTION,
} from "./member-document.ts";

export type MemberChange = {
  /** Null for a new member. */
  readonly id: string | null;
  /** The version that the caller has read; absent for a new member. */
  readonly version?: string;
  readonly data: MemberData;
  /** Id of the sign-up that the change accepts. If it is already accepted, the change writes nothing. */
  readonly signUp?: string;
  /** If true, a refused sign-up is not accepted. */
  readonly ifUndecided?: true;
  /** The empty fields of `data` that the sign-up may fill (`withFieldsAddedLater`). Absent: all. */
  readonly late?: readonly LateSignUpField[] | undefined;
  /** Why to waive the member's open fees. Absent: the fees stay due. */
  readonly waiveDebts?: string;
};

/** `index`: position of the refused change. `same`: the id of another member with the same name and birth date. */
export type MemberSaveRefusal = { readonly index: number } & (
  | { readonly reason: "absent" | "outdated" | "no-sign-up" | "decided" }
  | { readonly reason: "taken"; readonly same: string }
);

/** Applies all changes or none. @returns the members' ids, in the order of the changes */
export async function saveMembers(
  transaction: Transaction,
  changes: readonly MemberChange[],
  author: Author,
): Promise<Result<string[], MemberSaveRefusal>> {
  const years = await readFeeYears(transaction);
  const waiting = await readWaitingPayments(transaction, author);
  const plans = await mapInSlices(changes, (change) => readFor(transaction, change));
  const owners = new Map<string, string>();
  for (const [index, plan] of plans.entries()) {
    if (plan.isAccepted) continue;
    const reason = refusalOf(plan);
    if (reason) return refusal({ index, reason });
    const key = personMarkerId(plan.data);
    const same = owners.get(key) ?? ownerOf(plan.marker, plans);
    if (same && same !== plan.memberId) return refusal({ index, reason: "taken", same });
    owners.set(key, plan.memberId);
  }
  for (const { formerMarker, isAccepted } of plans)
    if (formerMarker && !isAccepted && !owners.has(formerMarker.id))
      transaction.delete(KEYS_COLLECTION, formerMarker.id);
  for (const [key, id] of owners) transaction.put(KEYS_COLLECTION, key, { id });
  for (const plan of plans) {
    if (plan.isAccepted) continue;
    await yieldToEventLoop();
    write(transaction, plan, years, waiting);
  }
  return success(plans.map(({ memberId }) => memberId));
}

type Plan = Awaited<ReturnType<typeof readFor>>;

async function readFor(transaction: Transaction, change: MemberChange) {
  const { id, version = "", signUp } = change;
  const signUpDocument = signUp === undefined ? null : await findSignUpDocument(transaction, signUp);
  const data = signUpDocument ? withFieldsAddedLater(change.data, signUpDocument, change.late) : change.data;
  const accepted = signUpDocument && (await acceptedMember(transaction, signUpDocument));
  const memberId = accepted ?? id ?? transaction.newId();
  const read = await readForChange(transaction, DOCUMENT_KINDS.register, memberId, {
    version: id === null ? null : version,
  });
  const { document } = read;
  const former = document && read.current.fields;
  const moved = former !== null && personMarkerId(former) !== personMarkerId(data);
  return {
    ...change,
    data,
    memberId,
    isAccepted: accepted !== null,
    read,
    marker: await personMarker(transaction, data),
    formerMarker: moved ? await personMarker(transaction, former) : null,
    fees: document ? await queryFeesOfMember(transaction, document.id) : [],
    // A former member has no personal link: read an open request for it, to delete the request.
    lostLink: document && hasLeft(data) ? await readLinkRequest(transaction, document.id) : null,
    signUpDocument,
  };
}

/**
 * @returns the id of the member who was accepted from this sign-up; null if there is none, also if the member was
 * deleted
 */
async function acceptedMember(transaction: Transaction, signUp: StoredDocument): Promise<string | null> {
  const { decision } = inboxEntryFields(signUp);
  const document = decision?.is === "accepted" ? await transaction.get(REGISTER_COLLECTION, decision.member) : null;
  return document?.id ?? null;
}

function refusalOf({ id, read: { document, isOutdated }, signUp, signUpDocument, ifUndecided }: Plan) {
  if (signUp !== undefined && !signUpDocument) return "no-sign-up";
  if (ifUndecided && signUpDocument && inboxEntryFields(signUpDocument).decision) return "decided";
  if (id === null) return null;
  if (!document) return "absent";
  return isOutdated ? "outdated" : null;
}

/** @returns id of the member in `marker`; null without a marker, and if one of `plans` changes the name of this member */
function ownerOf(marker: StoredDocument | null, plans: readonly Plan[]): string | null {
  const owner = marker && String(marker.content.id);
  return plans.some(({ formerMarker }) => formerMarker && formerMarker.id === marker?.id) ? null : owner;
}

function write(transaction: Transaction, plan: Plan, years: readonly FeeYear[], waiting: WaitingPayments): void {
  const { memberId, data, read, lostLink, signUp, signUpDocument, waiveDebts } = plan;
  const { author } = waiting;
  const before = read.document && memberFromDocument(read.document);
  const signUps = [...(before?.signUps ?? []), ...(signUp === undefined ? [] : [signUp])];
  const member = { ...data, id: memberId, signUps };
  if (!before || signUp !== undefined || hasLeft(before))
    createMissingFees(transaction, years, member, plan.fees, waiting);
  const fees =
    signUp === undefined ? plan.fees : payFeesFromWaitingPayments(transaction, years, member, plan.fees, waiting);
  if (signUp !== undefined) waiting.acceptSignUp(signUp, years);
  if (waiveDebts === undefined) renameFees(transaction, fees, data);
  else waive(transaction, plan, years, { ...author, reason: waiveDebts });
  if (lostLink) deleteLinkRequest(transaction, lostLink);
  if (signUpDocument) {
    const isRenewal = before !== null;
    decideSignUp(transaction, signUpDocument, { is: "accepted", member: memberId, isRenewal }, author);
  }
  // `decideSignUp` has already recorded that the new member was accepted.
  const action = before ? "changed" : signUpDocument ? null : "added";
  const more = { signUps: [...new Set(signUps)] };
  writeChange(transaction, DOCUMENT_KINDS.register, read, { ...author, fields: data, more, action });
}

function waive(
  transaction: Transaction,
  { fees, data }: Plan,
  years: readonly FeeYear[],
  { reason, ...author }: Author & { reason: string },
): void {
  for (const document of fees) {
    const target = { is: "waived", reason, date: data.leftOn } as const;
    const lines = feeLinesTowards(feeFromDocument(document), target, () => transaction.newId()) ?? [];
    addFeeLines(transaction, document, lines, years, author);
  }
}
