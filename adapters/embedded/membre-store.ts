import type { DatabaseSync } from "node:sqlite";
import { CHAMPS_MEMBRE, type ChampsMembre } from "#domain/membre.ts";
import type { MembreStore } from "#ports/membre-store.ts";
import { createDocumentStore } from "./document-store.ts";

/**
 * Makes the collection `membres`.
 * @param db as `openDatabase` gave it
 * @param maintenant the time of a write
 */
export const createMembreStore = (db: DatabaseSync, maintenant = () => new Date()): MembreStore =>
  createDocumentStore<ChampsMembre, keyof ChampsMembre>(db, {
    table: "membres",
    colonnes: CHAMPS_MEMBRE,
    maintenant,
  });
