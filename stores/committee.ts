import type { MemberFields } from "#domain/committee-member.ts";
import type { Documents } from "#ports/documents.ts";
import type { FieldNames } from "./card-document.ts";
import type { CommitteeStore } from "./card-store.ts";
import { createCards } from "./cards.ts";

/** Field names in documents: docs/specification.md section 3, collection `membres`. */
export const MEMBER_NAMES: FieldNames<MemberFields> = { firstName: "Prenom", lastName: "Nom", role: "Poste" };

/** @param now clock for the times of writes */
export const createCommittee = (documents: Documents, now = () => new Date()): CommitteeStore =>
  createCards(documents, {
    collection: "membres",
    subject: "membre",
    names: MEMBER_NAMES,
    now,
    read: (card) => card,
  });
