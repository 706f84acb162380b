import { sendingsNotRefused } from "#domain/fees/fee.ts";
import type { Author } from "#domain/person.ts";
import type { StoredDocument, Transaction } from "#ports/documents.ts";
import { queryPresencesOfMember } from "#stores/assemblies/attendance.ts";
import { readWaitingPayments, type WaitingPayments } from "#stores/bank/payment-document.ts";
import { feeFromDocument, isFeeYearClosed } from "#stores/fees/fee-document.ts";
import { findSignUpDocument, inboxEntryFields, reopenSignUp } from "#stores/inbox-document.ts";
import { DOCUMENT_KINDS } from "#stores/kinds.ts";
import { readSharedRecipients } from "#stores/mailings.ts";
import { hasRevisions } from "#stores/revisions.ts";
import { queryTouchesOfMember } from "#stores/rounds/touches.ts";
import { queryRepliesOfMember } from "#stores/slots/replies.ts";
import { memberFromDocument } from "./member-document.ts";
import { readMemberForDeletion, removeMember } from "./remove-member.ts";

/**
 * Why an acceptance cannot be undone. `renewed`: the member existed before. `booked`: a fee has a payment or a waiver,
 * or a payment waits. `billed`: a bill was sent. `written`: a message of a round or a mailing was sent. `closed`: the year of a fee
 * is closed. `used`: the member has a presence, a proposal or a
 * reply to a slot. `changed`: the record was changed since.
 */
export type UndoAcceptanceRefusal = "renewed" | "booked" | "billed" | "written" | "closed" | "used" | "changed";

/** `undone`: ids of the sign-ups that are new again. `staying`: the sign-ups that stay accepted. */
export type UndoneAcceptances = {
  readonly undone: readonly string[];
  readonly staying: readonly { readonly signUp: string; readonly reason: UndoAcceptanceRefusal }[];
};

/** Undoes acceptances, except those after which something was paid or sent (`UndoAcceptanceRefusal`). */
export async function undoAcceptancesInTransaction(
  transaction: Transaction,
  signUps: readonly string[],
  author: Author,
): Promise<UndoneAcceptances> {
  const waiting = await readWaitingPayments(transaction, author);
  const shared = await readSharedRecipients(transaction);
  const read = await Promise.all([...new Set(signUps)].map((id) => readAcceptance(transaction, id, waiting, shared)));
  const plans = read.filter((plan) => plan !== null);
  for (const { document, member, reason } of plans) {
    if (reason) continue;
    const others = (member?.accepted ?? []).filter(({ id }) => id !== document.id);
    if (member) removeMember(transaction, { ...member, accepted: others }, { ...author, key: transaction.newId() });
    reopenSignUp(transaction, document, (member ?? inboxEntryFields(document)).consentOn, member ? null : author);
  }
  return {
    undone: plans.filter(({ reason }) => !reason).map(({ document }) => document.id),
    staying: plans.flatMap(({ document, reason }) => (reason ? { signUp: document.id, reason } : [])),
  };
}

async function readAcceptance(
  transaction: Transaction,
  id: string,
  waiting: WaitingPayments,
  shared: ReadonlySet<string>,
) {
  const document = await findSignUpDocument(transaction, id);
  const decision = document && inboxEntryFields(document).decision;
  if (!document || decision?.is !== "accepted") return null;
  const member = await readMemberForDeletion(transaction, decision.member);
  if (!member) return { document, member, reason: null };
  if (decision.isRenewal) return { document, member, reason: "renewed" as const };
  const presences = await queryPresencesOfMember(transaction, decision.member);
  const touches = await queryTouchesOfMember(transaction, decision.member);
  const replies = await queryRepliesOfMember(transaction, decision.member);
  const changed =
    memberFromDocument(member.document).updatedAt.toISOString() !== decision.at ||
    (await hasRevisions(transaction, DOCUMENT_KINDS.register, decision.member));
  const isWritten = touches.length > 0 || shared.has(decision.member);
  return { document, member, reason: reasonToStay({ ...member, presences, isWritten, replies, waiting, changed }) };
}

type Traces = NonNullable<Awaited<ReturnType<typeof readMemberForDeletion>>> & {
  readonly presences: readonly StoredDocument[];
  /** Whether a message of a round, or a mailing, was sent. */
  readonly isWritten: boolean;
  readonly replies: readonly StoredDocument[];
  readonly waiting: WaitingPayments;
  /** Whether the record was changed since the acceptance. */
  readonly changed: boolean;
};

function reasonToStay({
  id,
  years,
  fees,
  proposals,
  presences,
  isWritten,
  replies,
  waiting,
  changed,
}: Traces): UndoAcceptanceRefusal | null {
  const all = fees.map(feeFromDocument);
  if (all.some(({ lines }) => lines.length > 0) || waiting.awaits(id)) return "booked";
  if (all.some((fee) => sendingsNotRefused(fee).length > 0)) return "billed";
  if (isWritten) return "written";
  if (all.some(({ year }) => isFeeYearClosed(years, year))) return "closed";
  if ([proposals, presences, replies].some(({ length }) => length > 0)) return "used";
  return changed ? "changed" : null;
}
