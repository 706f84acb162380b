import { workerData } from "node:worker_threads";
import { openSqliteConnection } from "./connection.ts";
import { tryEmptyWriteAheadLog } from "./erasure.ts";

/**
 * Longest wait for another process's write, and for readers of the write-ahead log. The site's own writes wait
 * meanwhile.
 */
const WAIT_MS = 200;

const db = openSqliteConnection(workerData);
try {
  // The copy contains personal data: keep it in memory. `DELETE` fills the pages with zeros.
  db.exec(`
    PRAGMA temp_store = MEMORY;
    PRAGMA busy_timeout = ${WAIT_MS};
    BEGIN IMMEDIATE;
    CREATE TEMP TABLE copy AS SELECT * FROM documents;
    DELETE FROM documents;
    INSERT INTO documents SELECT * FROM copy ORDER BY collection, id;
    PRAGMA user_version = 0;
    COMMIT;
  `);
  tryEmptyWriteAheadLog(db);
} finally {
  db.close();
}
