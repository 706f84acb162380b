import { DatabaseSync } from "node:sqlite";

/** Maximum wait for other processes' locks while the database is opened, in milliseconds. */
const OPEN_MS = 5000;

/** Opens a migrated database. Deleted data is overwritten with zeros. Later waits for locks do not block the event loop. */
export function openSqliteConnection(file: string, readOnly = false): DatabaseSync {
  const db = new DatabaseSync(file, { timeout: OPEN_MS, readOnly });
  db.exec("PRAGMA synchronous = FULL; PRAGMA secure_delete = ON; PRAGMA busy_timeout = 0;");
  return db;
}
