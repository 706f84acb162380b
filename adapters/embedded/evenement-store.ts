import type { DatabaseSync } from "node:sqlite";
import { CHAMPS_EVENEMENT, type ChampsEvenement, retraitsDepuis } from "#domain/evenement.ts";
import type { Stored } from "#domain/stored.ts";
import type { EvenementRetire, EvenementStocke, EvenementStore } from "#ports/evenement-store.ts";
import { createDocumentStore } from "./document-store.ts";

/** The version is the revision here, and revisions only ever grow. */
const avecSequence = (document: Stored<ChampsEvenement>): EvenementStocke => ({
  ...document,
  sequence: Number(document.version),
});

/**
 * Makes the collection `evenements`.
 * @param db as `openDatabase` gave it
 * @param maintenant the time of a write
 */
export function createEvenementStore(db: DatabaseSync, maintenant = () => new Date()): EvenementStore {
  const noms = CHAMPS_EVENEMENT.join(", ");
  const retiring = db.prepare(
    `INSERT OR REPLACE INTO evenements_retires (id, sequence, modifie_le, ${noms})
     SELECT id, ?, ?, ${noms} FROM evenements WHERE id = ?`,
  );
  const sweeping = db.prepare("DELETE FROM evenements_retires WHERE modifie_le < ?");
  const replacing = db.prepare("DELETE FROM evenements_retires WHERE id = ?");
  const retired = db.prepare(
    `SELECT id, sequence, modifie_le AS modifieLe, ${noms} FROM evenements_retires WHERE modifie_le >= ?`,
  );

  const documents = createDocumentStore<ChampsEvenement, keyof ChampsEvenement>(db, {
    table: "evenements",
    colonnes: CHAMPS_EVENEMENT,
    maintenant,
    apresCreation: (id) => replacing.run(id),
    avantSuppression: (id, sequence, le) => {
      retiring.run(sequence, le, id);
      sweeping.run(retraitsDepuis(new Date(le)).toISOString());
    },
  });

  return {
    ...documents,
    async list() {
      return (await documents.list()).map(avecSequence);
    },
    async get(id) {
      const document = await documents.get(id);
      return document && avecSequence(document);
    },
    async retires(depuis) {
      return retired.all(depuis.toISOString()).map((ligne) => ({ ...ligne }) as EvenementRetire);
    },
  };
}
