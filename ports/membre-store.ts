import type { MembreFields } from "#domain/membre.ts";
import type { DocumentStore } from "./document-store.ts";

/** The collection `membres`. */
export type MembreStore = DocumentStore<MembreFields>;
