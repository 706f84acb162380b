import type { DatabaseSync } from "node:sqlite";
import { MEMBRE_FIELDS, type MembreFields } from "#domain/membre.ts";
import type { MembreStore } from "#ports/membre-store.ts";
import { createDocumentStore } from "./document-store.ts";

/**
 * Makes the collection `membres`.
 * @param db as `openDatabase` gave it
 * @param now the time of a write
 */
export const createMembreStore = (db: DatabaseSync, now = () => new Date()): MembreStore =>
  createDocumentStore<MembreFields, keyof MembreFields>(db, {
    table: "membres",
    kind: "membre",
    columns: MEMBRE_FIELDS,
    now,
  });
