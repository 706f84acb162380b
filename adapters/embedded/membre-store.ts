import type { DatabaseSync } from "node:sqlite";
import type { ChampsMembre } from "#domain/membre.ts";
import type { MembreStore } from "#ports/membre-store.ts";
import { createDocumentStore } from "./document-store.ts";

/** Makes the collection `membres`. @param db as `openDatabase` gave it */
export const createMembreStore = (db: DatabaseSync): MembreStore =>
  createDocumentStore<ChampsMembre, keyof ChampsMembre>(db, "membres", ["Prenom", "Nom", "Poste"]);
