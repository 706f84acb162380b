/** What the collections `membres` and `evenements` have in common, each in a table of its own. */
import type { DatabaseSync } from "node:sqlite";
import type { DocumentStore, Stored } from "#ports/document-store.ts";
import { transaction } from "./transaction.ts";

/** Identifiers with the same key differ in case or Unicode composition only: `ß` and `SS` are one as well. */
const cleDe = (id: string): string => id.normalize("NFC").toUpperCase().toLowerCase().normalize("NFC");

/**
 * Makes the store of one collection.
 * @param db as `openDatabase` gave it
 * @param table the collection's table; written into statements as it is, like `colonnes`
 * @param colonnes the names of all fields
 */
export function createDocumentStore<Fields extends Record<Colonne, string>, Colonne extends string>(
  db: DatabaseSync,
  table: "membres" | "evenements",
  colonnes: readonly Colonne[],
): DocumentStore<Fields> {
  const noms = colonnes.join(", ");
  const document = `SELECT id, CAST(revision AS TEXT) AS version, ${noms} FROM ${table}`;
  const listing = db.prepare(document);
  const reading = db.prepare(`${document} WHERE id = ?`);
  const counting = db.prepare("UPDATE revisions SET derniere = derniere + 1 RETURNING derniere");
  const creating = db.prepare(
    `INSERT INTO ${table} (id, cle, revision, ${noms}) VALUES (?, ?, ?${", ?".repeat(colonnes.length)})
     ON CONFLICT DO NOTHING`,
  );
  const updating = db.prepare(
    `UPDATE ${table} SET revision = ?, ${colonnes.map((nom) => `${nom} = ?`).join(", ")}
     WHERE id = ? AND CAST(revision AS TEXT) = ?`,
  );
  const deleting = db.prepare(`DELETE FROM ${table} WHERE id = ?`);

  const lu = (ligne: object) => ({ ...ligne }) as Stored<Fields>;
  const valeurs = (fields: Fields): string[] => colonnes.map((nom) => fields[nom]);
  const revisionSuivante = (): number => Number(counting.get()?.derniere);

  return {
    async list() {
      return listing.all().map(lu);
    },

    async get(id) {
      const ligne = reading.get(id);
      return ligne ? lu(ligne) : null;
    },

    async create(id, fields) {
      return transaction(db, () => {
        const { changes } = creating.run(id, cleDe(id), revisionSuivante(), ...valeurs(fields));
        return changes === 1 ? "cree" : "pris";
      });
    },

    async update(id, fields, version) {
      return transaction(db, () => {
        const { changes } = updating.run(revisionSuivante(), ...valeurs(fields), id, version);
        if (changes === 1) return "modifie";
        return reading.get(id) ? "depasse" : "absent";
      });
    },

    async delete(id) {
      deleting.run(id);
    },
  };
}
