import { existsSync } from "node:fs";
import { openBucket } from "#adapters/cloud-storage/files.ts";
import { createFirestoreDocuments } from "#adapters/firestore/documents.ts";
import { createFirestoreClient } from "#adapters/firestore/firestore-client.ts";
import { openSqliteDocuments } from "#adapters/sqlite/documents.ts";
import { emptyWriteAheadLog } from "#adapters/sqlite/erasure.ts";
import { openSqliteFiles } from "#adapters/sqlite/files.ts";
import { documentFormatProblem } from "#stores/format.ts";
import { dataFolderPaths } from "#upkeep/private-folder.ts";
import type { TransferSite } from "#usecases/transfer.ts";
import type { Config } from "../config.ts";
import { openDataFolderForSite } from "./data-folder.ts";

/**
 * Locks the data folder until `close`.
 * @param create true: create a missing data folder; false: throw
 */
export async function openTransferSite(
  config: Config,
  create: boolean,
): Promise<TransferSite & { close(): Promise<void> }> {
  if (config.backend.by === "firebase") {
    const { projectId, bucket } = config.backend;
    const db = createFirestoreClient({ projectId });
    const documents = createFirestoreDocuments(db);
    const problem = await documentFormatProblem(documents);
    if (problem) throw new Error(`FIREBASE_PROJECT_ID=${projectId}: ${problem}`);
    return { documents, files: openBucket({ projectId, bucket }), close: () => db.terminate() };
  }
  const { database } = dataFolderPaths(config.dataDir);
  if (!create && !existsSync(database)) throw new Error(`There is no site in ${config.dataDir}.`);
  const { db, release } = await openDataFolderForSite(config);
  const documents = openSqliteDocuments(database);
  const files = openSqliteFiles(database, { onErased: () => emptyWriteAheadLog(db) });
  return {
    documents,
    files,
    async close() {
      documents.close();
      files.close();
      db.close();
      release();
    },
  };
}
