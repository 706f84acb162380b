import type { DatabaseSync } from "node:sqlite";
import { REGLAGES_DE_DEPART, type Reglages } from "#domain/reglages.ts";
import type { ReglagesStore } from "#ports/reglages-store.ts";

/**
 * Makes the store of the committee's settings. A setting that was unknown when they were saved last has
 * the value of a first start.
 * @param db as `openDatabase` gave it
 */
export function createReglagesStore(db: DatabaseSync): ReglagesStore {
  const reading = db.prepare("SELECT contenu FROM reglages");
  const saving = db.prepare(
    "INSERT INTO reglages (ligne, contenu) VALUES (1, ?) ON CONFLICT DO UPDATE SET contenu = excluded.contenu",
  );

  return {
    async get() {
      const contenu = reading.get()?.contenu;
      const enregistres = typeof contenu === "string" ? (JSON.parse(contenu) as Reglages) : {};
      return { ...structuredClone(REGLAGES_DE_DEPART), ...enregistres };
    },

    async save(reglages) {
      saving.run(JSON.stringify(reglages));
    },
  };
}
