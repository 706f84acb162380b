import type { DatabaseSync } from "node:sqlite";
import { REGLAGES_DE_DEPART, type Reglages } from "#domain/reglages.ts";
import type { Auteur, ReglagesStore } from "#ports/reglages-store.ts";
import { erase } from "./erasure.ts";

/** The version before anything was saved. */
export const AVANT_TOUT = "0";

/** The row, as far as it is read. */
type Ligne = { contenu: string; version: string; modifie_le: string | null; modifie_par: string | null };

/**
 * Makes the store of the committee's settings. A setting that was unknown when they were saved last has
 * the value of a first start.
 * @param db as `openDatabase` gave it
 */
export function createReglagesStore(db: DatabaseSync): ReglagesStore {
  const reading = db.prepare(
    "SELECT contenu, CAST(revision AS TEXT) AS version, modifie_le, modifie_par FROM reglages",
  );
  const saving = db.prepare(
    `UPDATE reglages SET contenu = ?, revision = revision + 1, modifie_le = ?, modifie_par = ?
     WHERE CAST(revision AS TEXT) = ?`,
  );
  const savingFirst = db.prepare(
    `INSERT INTO reglages (ligne, contenu, modifie_le, modifie_par) VALUES (1, ?, ?, ?) ON CONFLICT DO NOTHING`,
  );

  return {
    async get() {
      const ligne = reading.get() as Ligne | undefined;
      const enregistres = ligne ? (JSON.parse(ligne.contenu) as Partial<Reglages>) : {};
      return {
        ...structuredClone(REGLAGES_DE_DEPART),
        ...enregistres,
        version: ligne?.version ?? AVANT_TOUT,
        modifies: ligne ? auteurDe(ligne) : null,
      };
    },

    async save(reglages, version, { email, le }) {
      const valeurs = [JSON.stringify(seulsReglages(reglages)), le.toISOString(), email] as const;
      const { changes } = erase(db, () =>
        version === AVANT_TOUT ? savingFirst.run(...valeurs) : saving.run(...valeurs, version),
      );
      return changes === 1 ? "enregistre" : "depasse";
    },
  };
}

const auteurDe = ({ modifie_le, modifie_par }: Ligne): Auteur | null =>
  modifie_le && modifie_par ? { email: modifie_par, le: new Date(modifie_le) } : null;

/** Without the version and the author of what was read, should they come along. */
const seulsReglages = (reglages: Reglages): Reglages =>
  Object.fromEntries(
    (Object.keys(REGLAGES_DE_DEPART) as (keyof Reglages)[]).map((champ) => [champ, reglages[champ]]),
  ) as Reglages;
