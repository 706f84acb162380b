import type { Deletion } from "#domain/recycle-bin.ts";
import type { Transaction } from "#ports/documents.ts";
import { deleteUntouchedFees, queryFeesOfMember, readBillLetters, readFeeYears } from "#stores/fees/fee-document.ts";
import { DOCUMENT_KINDS } from "#stores/kinds.ts";
import { moveToBin, readForMoveToBin } from "#stores/revisions.ts";
import { moveConsentToSignUp, readAcceptedSignUps } from "./consent.ts";
import { deleteLinkRequest, readLinkRequest } from "./link-request-document.ts";
import { KEYS_COLLECTION, memberFromDocument, personMarker } from "./member-document.ts";
import { PROPOSALS_COLLECTION, queryProposalsOfMember } from "./proposals.ts";

/** Makes all reads of `removeMember`. @returns null if the member does not exist */
export async function readMemberForDeletion(transaction: Transaction, id: string) {
  const read = await readForMoveToBin(transaction, DOCUMENT_KINDS.register, id);
  if (!read) return null;
  const marker = await personMarker(transaction, read.current.fields);
  const [years, fees] = [await readFeeYears(transaction), await queryFeesOfMember(transaction, id)];
  const letters = await readBillLetters(transaction, fees);
  const proposals = await queryProposalsOfMember(transaction, id);
  const lostLink = await readLinkRequest(transaction, id);
  const { consentOn, signUps } = memberFromDocument(read.document);
  const accepted = await readAcceptedSignUps(transaction, id, signUps);
  return { ...read, id, marker, years, fees, letters, proposals, lostLink, consentOn, accepted };
}

export type MemberReadForDeletion = NonNullable<Awaited<ReturnType<typeof readMemberForDeletion>>>;

/** Moves a member to the recycle bin, and deletes what `RegisterStore.moveToBin` describes. */
export function removeMember(transaction: Transaction, read: MemberReadForDeletion, deletion: Deletion): void {
  const { id, marker, years, fees, letters, proposals, lostLink, consentOn, accepted } = read;
  moveToBin(transaction, DOCUMENT_KINDS.register, read, deletion);
  if (marker?.content.id === id) transaction.delete(KEYS_COLLECTION, marker.id);
  deleteUntouchedFees(transaction, fees, letters, years);
  for (const proposal of proposals) transaction.delete(PROPOSALS_COLLECTION, proposal.id);
  deleteLinkRequest(transaction, lostLink);
  for (const signUp of accepted) moveConsentToSignUp(transaction, signUp, consentOn);
}
