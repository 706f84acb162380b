import { workerData } from "node:worker_threads";
import { openSqliteConnection } from "./connection.ts";
import { rewriteDocuments } from "./erasure.ts";

const db = openSqliteConnection(workerData);
try {
  rewriteDocuments(db);
} finally {
  db.close();
}
