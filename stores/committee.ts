import { MEMBRE_FIELDS } from "#domain/membre.ts";
import type { MembreStore } from "#ports/document-store.ts";
import type { Documents } from "#ports/documents.ts";
import { createCards } from "./cards.ts";

/** @param now the time of a write */
export const createCommittee = (documents: Documents, now = () => new Date()): MembreStore =>
  createCards(documents, {
    ...{ collection: "membres", subject: "membre", fieldNames: MEMBRE_FIELDS, now, read: (card) => card },
  });
