import type { ChampsMembre } from "#domain/membre.ts";
import type { DocumentStore } from "./document-store.ts";

/** The collection `membres`. */
export type MembreStore = DocumentStore<ChampsMembre>;
