/** What the collections `membres` and `evenements` have in common, each in a table of its own. */
import type { DatabaseSync } from "node:sqlite";
import { type State, statesAfter } from "#domain/history.ts";
import { identifierKey } from "#domain/identifiers.ts";
import type { Person } from "#domain/person.ts";
import { movedPictures, pictureAfter } from "#domain/pictures/card-picture.ts";
import type { Deletion } from "#domain/recycle-bin.ts";
import type { Stored } from "#domain/stored.ts";
import type { DocumentStore } from "#ports/document-store.ts";
import { pictureIn, pictureText } from "./card-picture.ts";
import { erase } from "./erasure.ts";
import { binRows } from "./recycle-bin.ts";
import { pruneStates, statesIn } from "./states.ts";
import { transaction } from "./transaction.ts";

type Collection<Fields, Column> = {
  /** Written into statements as it is, like `columns`. */
  table: "membres" | "evenements";
  /** What the recycle bin calls one. */
  kind: "membre" | "evenement";
  /** The names of all fields. */
  columns: readonly Column[];
  /** The time of a write. */
  now: () => Date;
  /** Runs in the write that creates or restores a document. */
  afterCreation?: (id: string) => void;
  /** Runs in the write that deletes a document. */
  onDeletion?: (document: Stored<Fields>, revision: number, at: string) => void;
};

/** A row as it is read. */
type Row<Fields> = Fields & { id: string; version: string; updatedAt: string; updatedBy: string; picture: string };

/**
 * Makes the store of one collection.
 * @param db as `openDatabase` gave it
 */
export function createDocumentStore<Fields extends Record<Column, string>, Column extends string>(
  db: DatabaseSync,
  collection: Collection<Fields, Column>,
): DocumentStore<Fields> {
  const { table, columns, now } = collection;
  const { listing, reading, updating } = statements(db, table, columns);
  const toDocument = (row: object): Stored<Fields> => {
    const { updatedBy, picture, ...document } = row as Row<Fields>;
    return { ...document, updatedBy: JSON.parse(updatedBy), picture: pictureIn(picture) } as unknown as Stored<Fields>;
  };
  const find = (id: string): Stored<Fields> | null => {
    const row = reading.get(id);
    return row ? toDocument(row) : null;
  };
  const fieldsOf = (fields: Partial<Fields>): Fields =>
    Object.fromEntries(columns.map((name) => [name, fields[name] ?? ""])) as unknown as Fields;
  const states = statesIn<Fields>(db, table, fieldsOf);

  return {
    list: async () => listing.all().map(toDocument),
    get: async (id) => find(id),

    async update(id, fields, version, by = null, picture) {
      return erase(db, () => {
        const before = find(id);
        if (!before) return "absent";
        if (before.version !== version) return "outdated";
        const { updatedAt: at, updatedBy } = before;
        const [was, is] = pictureAfter(before.picture, picture);
        const after = statesAfter(states.of(id), {
          before: { content: fieldsOf(before), at, by: updatedBy, ...was },
          after: { content: fieldsOf(fields), ...is },
          ...{ by, at: now() },
        });
        const texts = [by, after].map((value) => JSON.stringify(value));
        const values = columns.map((name) => fields[name]);
        updating.run(nextRevision(db), now().toISOString(), ...texts, pictureText(is.picture), ...values, id);
        return "updated";
      });
    },

    listStates: async (id) => states.of(id),
    pruneStates: async (at) => pruneStates(db, table, at),
    ...comings(db, collection),
    ...goings(db, collection, (document) => ({ fields: fieldsOf(document), states: states.of(document.id) }), find),
  };
}

const nextRevision = (db: DatabaseSync): number =>
  Number(db.prepare("UPDATE revisions SET last = last + 1 RETURNING last").get()?.last);

/** What a card has besides its fields. */
type Own = { readonly states: readonly State<unknown>[]; readonly picture: string | null | undefined };

function comings<Fields extends Record<Column, string>, Column extends string>(
  db: DatabaseSync,
  { table, kind, columns, now, afterCreation }: Collection<Fields, Column>,
): Pick<DocumentStore<Fields>, "create" | "restore"> {
  const { creating } = statements(db, table, columns);
  const bin = binRows(db);
  /** @returns false when the identifier is taken */
  const create = (id: string, fields: Fields, by: Person | null, { states, picture }: Own): boolean => {
    const values = columns.map((name) => fields[name] ?? "");
    const own = [JSON.stringify(by), JSON.stringify(states), pictureText(picture)];
    const at = now().toISOString();
    const { changes } = creating.run(id, identifierKey(id), nextRevision(db), at, ...own, ...values);
    if (changes === 1) afterCreation?.(id);
    return changes === 1;
  };
  return {
    create: async (id, fields, by = null, picture) =>
      transaction(db, () => (create(id, fields, by, { states: [], picture }) ? "created" : "taken")),

    async restore(key, id, by, moved) {
      return erase(db, () => {
        const entry = bin.card(key);
        if (entry?.kind !== kind) return "absent";
        const { fields, picture, states } = entry;
        const own = movedPictures({ picture, states }, moved);
        if (!create(id, fields as unknown as Fields, by, own)) return "taken";
        bin.remove(key);
        return "restored";
      });
    },
  };
}

function goings<Fields, Column extends string>(
  db: DatabaseSync,
  { table, kind, onDeletion }: Collection<Fields, Column>,
  contentsOf: (document: Stored<Fields>) => { fields: Fields; states: readonly State<Fields>[] },
  find: (id: string) => Stored<Fields> | null,
): Pick<DocumentStore<Fields>, "moveToBin"> {
  const deleting = db.prepare(`DELETE FROM ${table} WHERE id = ?`);
  const bin = binRows(db);
  return {
    async moveToBin(id: string, version: string, deletion: Deletion) {
      return erase(db, () => {
        const document = find(id);
        if (!document) return "absent";
        if (document.version !== version) return "outdated";
        const { fields, states } = contentsOf(document);
        const { picture = document.picture } = deletion;
        onDeletion?.(document, nextRevision(db), deletion.at.toISOString());
        deleting.run(id);
        bin.add({ ...deletion, kind, id, content: fields, states, picture });
        return "updated";
      });
    },
  };
}

function statements(db: DatabaseSync, table: string, columns: readonly string[]) {
  const names = columns.join(", ");
  const document = `SELECT id, CAST(revision AS TEXT) AS version, updated_at AS updatedAt, updated_by AS updatedBy, picture,
    ${names} FROM ${table}`;
  return {
    listing: db.prepare(document),
    reading: db.prepare(`${document} WHERE id = ?`),
    creating: db.prepare(
      `INSERT INTO ${table} (id, key, revision, updated_at, updated_by, states, picture, ${names})
       VALUES (?, ?, ?, ?, ?, ?, ?${", ?".repeat(columns.length)}) ON CONFLICT DO NOTHING`,
    ),
    updating: db.prepare(
      `UPDATE ${table} SET revision = ?, updated_at = ?, updated_by = ?, states = ?, picture = ?,
         ${columns.map((name) => `${name} = ?`).join(", ")} WHERE id = ?`,
    ),
  };
}
