import type { Firestore } from "@google-cloud/firestore";
import { CHAMPS_MEMBRE, type ChampsMembre } from "#domain/membre.ts";
import type { Stored } from "#domain/stored.ts";
import type { MembreStore } from "#ports/membre-store.ts";
import { createDocumentStore } from "./document-store.ts";

/**
 * Makes the collection `membres`.
 * @param db as `openFirestore` gave it
 * @param maintenant the time of a write
 */
export const createMembreStore = (db: Firestore, maintenant = () => new Date()): MembreStore =>
  createDocumentStore<ChampsMembre, Stored<ChampsMembre>>(db, {
    nom: "membres",
    champs: CHAMPS_MEMBRE,
    maintenant,
    lire: (document) => document,
  });
