import type { DatabaseSync } from "node:sqlite";
import { deletionsAnnouncedSince, EVENEMENT_FIELDS, type EvenementFields, isAnnounced } from "#domain/evenement.ts";
import { DAY_FIELDS } from "#domain/planning/days.ts";
import { isDue, publicationsBy } from "#domain/planning/publication.ts";
import type { Stored } from "#domain/stored.ts";
import type { DeletedEvenement, EvenementStore, StoredEvenement } from "#ports/evenement-store.ts";
import { createDocumentStore } from "./document-store.ts";

/** The version is the revision here, and revisions only ever grow. */
const withSequence = (document: Stored<EvenementFields>): StoredEvenement => ({
  ...document,
  sequence: Number(document.version),
});

/**
 * Makes the collection `evenements`.
 * @param db as `openDatabase` gave it
 * @param now the time of a write
 */
export function createEvenementStore(db: DatabaseSync, now = () => new Date()): EvenementStore {
  const names = DAY_FIELDS.join(", ");
  const retiring = db.prepare(
    `INSERT OR REPLACE INTO deleted_evenements (id, sequence, updated_at, ${names}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const sweeping = db.prepare("DELETE FROM deleted_evenements WHERE updated_at < ?");
  const replacing = db.prepare("DELETE FROM deleted_evenements WHERE id = ?");
  const retired = db.prepare(
    `SELECT id, sequence, updated_at AS updatedAt, ${names} FROM deleted_evenements WHERE updated_at >= ?`,
  );

  const due = db.prepare("SELECT id FROM evenements WHERE Publication <> '' AND Publication BETWEEN ? AND ?");

  const documents = createDocumentStore<EvenementFields, keyof EvenementFields>(db, {
    table: "evenements",
    kind: "evenement",
    columns: EVENEMENT_FIELDS,
    now,
    afterCreation: (id) => replacing.run(id),
    onDeletion: (evenement, sequence, at) => {
      if (isAnnounced(evenement))
        retiring.run(evenement.id, sequence, at, ...DAY_FIELDS.map((field) => evenement[field]));
      sweeping.run(deletionsAnnouncedSince(new Date(at)).toISOString());
    },
  });

  return {
    ...documents,
    async list() {
      return (await documents.list()).map(withSequence);
    },
    async get(id) {
      const document = await documents.get(id);
      return document && withSequence(document);
    },
    async listDue(now) {
      const found = await Promise.all(due.all(...publicationsBy(now)).map(({ id }) => documents.get(String(id))));
      return found
        .filter((document) => document !== null)
        .filter((document) => isDue(document, now))
        .map(withSequence);
    },
    async listDeleted(since) {
      return retired.all(since.toISOString()).map((row) => ({ ...row }) as DeletedEvenement);
    },
  };
}
