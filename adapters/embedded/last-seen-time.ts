import type { DatabaseSync } from "node:sqlite";
import type { LastSeenTime } from "#ports/upkeep/clock-guard.ts";
import { transaction } from "./transaction.ts";

/**
 * In the database, and so in its backups: an older one that is put back waits before it purges what it brought back.
 * @param db as `openDatabase` gave it
 */
export function createLastSeenTime(db: DatabaseSync): LastSeenTime {
  const reading = db.prepare("SELECT at FROM last_seen_time");
  const writing = db.prepare(
    "INSERT INTO last_seen_time (only_row, at) VALUES (1, :at) ON CONFLICT (only_row) DO UPDATE SET at = :at",
  );
  return {
    async read() {
      const at = reading.get()?.at;
      return at === undefined ? null : new Date(String(at));
    },
    write: async (at) => transaction(db, () => void writing.run({ at: at.toISOString() })),
  };
}
