import type { MembreFields } from "#domain/membre.ts";
import type { MembreStore } from "#ports/document-store.ts";
import type { Documents } from "#ports/documents.ts";
import type { FieldNames } from "./card-document.ts";
import { createCards } from "./cards.ts";

/** SPEC.md section 3, collection `membres`. */
export const MEMBRE_NAMES: FieldNames<MembreFields> = { firstName: "Prenom", lastName: "Nom", role: "Poste" };

/** @param now the time of a write */
export const createCommittee = (documents: Documents, now = () => new Date()): MembreStore =>
  createCards(documents, {
    ...{ collection: "membres", subject: "membre", names: MEMBRE_NAMES, now, read: (card) => card },
  });
