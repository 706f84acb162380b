import { existsSync } from "node:fs";
import { openBucket } from "#adapters/cloud-storage/files.ts";
import { createDocuments } from "#adapters/firestore/documents.ts";
import { openFirestore } from "#adapters/firestore/firestore-client.ts";
import { openDocuments } from "#adapters/sqlite/documents.ts";
import { emptyLog } from "#adapters/sqlite/erasure.ts";
import { openFiles } from "#adapters/sqlite/files.ts";
import { schemaProblem } from "#stores/format.ts";
import { dataPaths } from "#upkeep/private-folder.ts";
import type { Memory } from "#usecases/transfer.ts";
import type { Config } from "../config.ts";
import { openForSite } from "./data-folder.ts";

/**
 * Locks the data folder until `close`.
 * @param create true: create a missing data folder; false: throw
 */
export async function openMemory(config: Config, create: boolean): Promise<Memory & { close(): Promise<void> }> {
  if (config.backend.by === "firebase") {
    const { projectId, bucket } = config.backend;
    const db = openFirestore({ projectId });
    const documents = createDocuments(db);
    const problem = await schemaProblem(documents);
    if (problem) throw new Error(`FIREBASE_PROJECT_ID=${projectId}: ${problem}`);
    return { documents, files: openBucket({ projectId, bucket }), close: () => db.terminate() };
  }
  const { database } = dataPaths(config.dataDir);
  if (!create && !existsSync(database)) throw new Error(`There is no site in ${config.dataDir}.`);
  const { db, release } = await openForSite(config);
  const documents = openDocuments(database);
  const files = openFiles(database, { onErased: () => emptyLog(db) });
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
