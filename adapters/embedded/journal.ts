/** The table `journal`: what the committee did. */
import { randomUUID } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import type { JournalAction, JournalSubject } from "#domain/journal.ts";
import type { Journal, JournalFilter, JournalLine } from "#ports/journal.ts";
import { erase } from "./erasure.ts";
import { transaction } from "./transaction.ts";

/** A row, as far as it is read. */
export type JournalRow = {
  id: string;
  at: string;
  person: string;
  name: string;
  action: JournalAction;
  subject: JournalSubject;
  thing: string;
};

export const JOURNAL_COLUMNS = "id, at, person, name, action, subject, thing";

/**
 * Makes the journal.
 * @param db as `openDatabase` gave it
 */
export function createJournal(db: DatabaseSync): Journal {
  const adding = db.prepare(`INSERT INTO journal (${JOURNAL_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)`);
  // For each id that has lines, the name of the newest one; from the index alone, id by id.
  const people = db.prepare(
    `WITH RECURSIVE ids (id) AS (
       SELECT min(person) FROM journal WHERE person > ''
       UNION ALL
       SELECT (SELECT min(person) FROM journal WHERE person > ids.id) FROM ids WHERE ids.id IS NOT NULL
     )
     SELECT id, (SELECT name FROM journal WHERE person = ids.id ORDER BY at DESC, number DESC LIMIT 1) AS name
     FROM ids WHERE id IS NOT NULL`,
  );
  const purging = db.prepare("DELETE FROM journal WHERE at < ?");
  return {
    async add(line) {
      const { id, at, person, name, action, subject, thing } = rowOfLine(randomUUID(), line);
      await transaction(db, () => adding.run(id, at, person, name, action, subject, thing));
    },

    async list(filter, { start, count }) {
      const { where, values } = condition(filter);
      const total = db.prepare(`SELECT count(*) AS count FROM journal ${where}`).get(values)?.count;
      const rows = db
        .prepare(
          `SELECT ${JOURNAL_COLUMNS} FROM journal ${where} ORDER BY at DESC, number DESC LIMIT :count OFFSET :start`,
        )
        .all({ ...values, start, count });
      return { lines: rows.map((row) => lineOf(row as JournalRow)), total: Number(total) };
    },

    listPeople: async () => people.all().map(({ id, name }) => ({ id: String(id), name: String(name) })),

    async purge(before) {
      return erase(db, () => Number(purging.run(before.toISOString()).changes));
    },
  };
}

/** @returns the condition that the lines are narrowed to, and the values of its parameters */
function condition({ by, subject }: JournalFilter): { where: string; values: Record<string, string> } {
  const terms = [by !== undefined && "person = :by", subject && "subject = :subject"].filter(Boolean);
  const values = { ...(by !== undefined && { by }), ...(subject && { subject }) };
  return { where: terms.length > 0 ? `WHERE ${terms.join(" AND ")}` : "", values };
}

/** @returns the row that stands for a line */
export const rowOfLine = (id: string, { at, by, action, subject, thing }: JournalLine): JournalRow => ({
  ...{ id, at: at.toISOString(), person: by?.id ?? "", name: by?.name ?? "" },
  ...{ action, subject, thing },
});

export const lineOf = ({ at, person, name, action, subject, thing }: JournalRow): JournalLine => ({
  ...{ at: new Date(at), by: person || name ? { id: person, name } : null },
  ...{ action, subject, thing },
});
