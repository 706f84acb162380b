import type { ChampsEvenement } from "#domain/evenement.ts";
import type { DocumentStore } from "./document-store.ts";

/** The collection `evenements`. */
export type EvenementStore = DocumentStore<ChampsEvenement>;
