import type { DatabaseSync } from "node:sqlite";
import type { ChampsEvenement } from "#domain/evenement.ts";
import type { EvenementStore } from "#ports/evenement-store.ts";
import { createDocumentStore } from "./document-store.ts";

/** Makes the collection `evenements`. @param db as `openDatabase` gave it */
export const createEvenementStore = (db: DatabaseSync): EvenementStore =>
  createDocumentStore<ChampsEvenement, keyof ChampsEvenement>(db, "evenements", ["Nom", "Date", "Lieu", "AfterMovie"]);
