import type { Firestore } from "@google-cloud/firestore";
import { MEMBRE_FIELDS, type MembreFields } from "#domain/membre.ts";
import type { Stored } from "#domain/stored.ts";
import type { MembreStore } from "#ports/membre-store.ts";
import { createDocumentStore } from "./document-store.ts";

/**
 * Makes the collection `membres`.
 * @param db as `openFirestore` gave it
 * @param now the time of a write
 */
export const createMembreStore = (db: Firestore, now = () => new Date()): MembreStore =>
  createDocumentStore<MembreFields, Stored<MembreFields>>(db, {
    name: "membres",
    kind: "membre",
    fieldNames: MEMBRE_FIELDS,
    now,
    read: (document) => document,
  });
