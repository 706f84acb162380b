import type { MemberFields } from "#domain/committee-member.ts";
import type { Documents } from "#ports/documents.ts";
import { type CardStore, createCards } from "./cards.ts";
import { KINDS } from "./kinds.ts";

export type CommitteeStore = CardStore<MemberFields>;

/** @param now clock for the times of writes */
export const createCommittee = (documents: Documents, now = () => new Date()): CommitteeStore =>
  createCards(documents, KINDS.membre, { now, read: (card) => card });
