/** What the collections `membres` and `evenements` have in common, each in a table of its own. */
import type { DatabaseSync } from "node:sqlite";
import { cleDIdentifiant } from "#domain/identifiants.ts";
import type { Stored } from "#domain/stored.ts";
import type { DocumentStore } from "#ports/document-store.ts";
import { erase } from "./erasure.ts";
import { transaction } from "./transaction.ts";

type Collection<Colonne> = {
  /** Written into statements as it is, like `colonnes`. */
  table: "membres" | "evenements";
  /** The names of all fields. */
  colonnes: readonly Colonne[];
  /** The time of a write. */
  maintenant: () => Date;
  /** Runs in the write that creates a document. */
  apresCreation?: (id: string) => void;
  /** Runs in the write that deletes a document, which is still there. */
  avantSuppression?: (id: string, revision: number, le: string) => void;
};

/**
 * Makes the store of one collection.
 * @param db as `openDatabase` gave it
 */
export function createDocumentStore<Fields extends Record<Colonne, string>, Colonne extends string>(
  db: DatabaseSync,
  { table, colonnes, maintenant, apresCreation, avantSuppression }: Collection<Colonne>,
): DocumentStore<Fields> {
  const { listing, reading, counting, creating, updating, deleting } = statements(db, table, colonnes);
  const lu = (ligne: object) => ({ ...ligne }) as Stored<Fields>;
  const valeurs = (fields: Fields): string[] => colonnes.map((nom) => fields[nom]);
  const revisionSuivante = (): number => Number(counting.get()?.derniere);
  const instant = (): string => maintenant().toISOString();

  return {
    list: async () => listing.all().map(lu),

    async get(id) {
      const ligne = reading.get(id);
      return ligne ? lu(ligne) : null;
    },

    async create(id, fields) {
      return transaction(db, () => {
        const { changes } = creating.run(id, cleDIdentifiant(id), revisionSuivante(), instant(), ...valeurs(fields));
        if (changes === 0) return "pris";
        apresCreation?.(id);
        return "cree";
      });
    },

    async update(id, fields, version) {
      return erase(db, () => {
        const { changes } = updating.run(revisionSuivante(), instant(), ...valeurs(fields), id, version);
        if (changes === 1) return "modifie";
        return reading.get(id) ? "depasse" : "absent";
      });
    },

    async delete(id) {
      erase(db, () => {
        avantSuppression?.(id, revisionSuivante(), instant());
        deleting.run(id);
      });
    },
  };
}

function statements(db: DatabaseSync, table: string, colonnes: readonly string[]) {
  const noms = colonnes.join(", ");
  const document = `SELECT id, CAST(revision AS TEXT) AS version, modifie_le AS modifieLe, ${noms} FROM ${table}`;
  return {
    listing: db.prepare(document),
    reading: db.prepare(`${document} WHERE id = ?`),
    counting: db.prepare("UPDATE revisions SET derniere = derniere + 1 RETURNING derniere"),
    creating: db.prepare(
      `INSERT INTO ${table} (id, cle, revision, modifie_le, ${noms}) VALUES (?, ?, ?, ?${", ?".repeat(colonnes.length)})
       ON CONFLICT DO NOTHING`,
    ),
    updating: db.prepare(
      `UPDATE ${table} SET revision = ?, modifie_le = ?, ${colonnes.map((nom) => `${nom} = ?`).join(", ")}
       WHERE id = ? AND CAST(revision AS TEXT) = ?`,
    ),
    deleting: db.prepare(`DELETE FROM ${table} WHERE id = ?`),
  };
}
