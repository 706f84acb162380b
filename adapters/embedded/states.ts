/** The column `states`: the earlier states of what a row holds, newest first, as JSON (domain/history.ts). */
import type { DatabaseSync } from "node:sqlite";
import { keptStates, type State } from "#domain/history.ts";
import { erase } from "./erasure.ts";

type Table = "membres" | "evenements" | "settings";

/**
 * @param contentOf completes a content: an earlier version wrote it without the fields that it did not know
 * @returns what reads the states of a row by its id; of the one row of the settings by any
 */
export function statesIn<Content>(
  db: DatabaseSync,
  table: Table,
  contentOf: (content: Partial<Content>) => Content,
): { of: (id: string) => State<Content>[] } {
  const where = table === "settings" ? "? <> ''" : "id = ?";
  const reading = db.prepare(`SELECT states FROM ${table} WHERE ${where}`);
  return {
    of(id) {
      const row = reading.get(id);
      const states = row ? (JSON.parse(String(row.states)) as State<Partial<Content>>[]) : [];
      return states.map(({ content, ...state }) => ({ content: contentOf(content), ...state }));
    },
  };
}

/** Forgets the states whose time is over. */
export function pruneStates(db: DatabaseSync, table: Table, now: Date): Promise<void> {
  const listing = db.prepare(`SELECT rowid AS number, states FROM ${table} WHERE states <> '[]'`);
  const writing = db.prepare(`UPDATE ${table} SET states = ? WHERE rowid = ?`);
  return erase(db, () => {
    for (const { number, states } of listing.all()) {
      const before = JSON.parse(String(states)) as State<unknown>[];
      const after = keptStates(before, now);
      if (after.length < before.length) writing.run(JSON.stringify(after), Number(number));
    }
  });
}
