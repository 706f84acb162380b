import type { DatabaseSync } from "node:sqlite";
import { createScryptIdentities } from "#adapters/scrypt/identities.ts";
import { isWriteCountInFile } from "#adapters/sqlite/database.ts";
import { EMBEDDED_PROCESSORS, openSqliteDocuments } from "#adapters/sqlite/documents.ts";
import { emptyWriteAheadLog, rewriteErasedDocuments, rewriteErasedDocumentsHere } from "#adapters/sqlite/erasure.ts";
import { openSqliteFiles } from "#adapters/sqlite/files.ts";
import { createPictureStore } from "#stores/pictures/pictures.ts";
import { createSiteSecret } from "#stores/site-secret.ts";
import { createHealthCheck, createLastSeenTimeStore } from "#stores/site-state.ts";
import { createNightlyBackups } from "#upkeep/backup/nightly-backups.ts";
import { dataFolderPaths, makeDataFolderPrivate } from "#upkeep/private-folder.ts";
import type { Config } from "../config.ts";
import type { Backend, BackendEvents, BackendOpener } from "./backend.ts";
import { openDataFolderForCommand, openDataFolderForSite } from "./data-folder.ts";

const CARDS = ["membres", "evenements"] as const;
const A_DAY_MS = 24 * 60 * 60 * 1000;
const HEALTH_MS = 500;

export async function openEmbedded(config: Config, { report }: BackendEvents, opener: BackendOpener): Promise<Backend> {
  const { dataDir } = config;
  const { database } = dataFolderPaths(dataDir);
  const { db, release } = await (opener === "site" ? openDataFolderForSite(config) : openDataFolderForCommand(config));
  const onErased = () => emptyWriteAheadLog(db);
  const documents = openSqliteDocuments(database, { onErased });
  const healthDocuments = openSqliteDocuments(database);
  const siteSecret = createSiteSecret(documents);
  // Create the secret now, because a request that only reads must not write.
  await siteSecret();
  const files = openSqliteFiles(database, { onErased });
  if (opener === "site") restrictAccess(dataDir, report);
  // Picture files of the older Firebase site, which `npm run transfer` has copied.
  const olderFiles = await Promise.all(CARDS.map((collection) => files.list(`${collection}/`)));
  const olderSite = olderFiles.flat().length > 0;
  const pictures = createPictureStore({
    documents,
    files,
    olderSite,
    onError: (error) => report(error, "pictures"),
    onWarning: (sentence) => report(null, sentence),
  });
  const backups = createNightlyBackups({ dataDir, directory: config.backup.dir, keep: config.backup.keep });
  const rewriting = scheduleRewrites(db, report);
  return {
    documents,
    identities: createScryptIdentities(documents),
    pictures,
    siteSecret,
    backups,
    dataProcessors: EMBEDDED_PROCESSORS,
    lastSeen: createLastSeenTimeStore(documents),
    singleInstance: true,
    isHealthy: createHealthCheck(healthDocuments, {
      waitMs: HEALTH_MS,
      isWritten: (n) => isWriteCountInFile(database, n),
    }),
    async resume() {
      rewriting.start();
      await pictures.sweep(new Date()).catch((error: unknown) => report(error, "pictures"));
    },
    async close() {
      rewriting.stop();
      await backups.stop();
      await pictures.stop();
      healthDocuments.close();
      documents.close();
      files.close();
      rewriting.finish();
      db.close();
      release();
    },
  };
}

function restrictAccess(dataDir: string, report: BackendEvents["report"]): void {
  const problem = makeDataFolderPrivate(dataDir);
  if (problem) report(null, problem);
}

/** Pages may contain copies of erased documents until the documents are rewritten. */
function scheduleRewrites(db: DatabaseSync, report: BackendEvents["report"]) {
  const fail = (error: unknown) => report(error, "documents not rewritten");
  const rewrite = () => rewriteErasedDocuments(db).catch(fail);
  let daily: NodeJS.Timeout | undefined;
  return {
    start() {
      void rewrite();
      daily = setInterval(rewrite, A_DAY_MS).unref();
    },
    stop: () => clearInterval(daily),
    finish() {
      try {
        rewriteErasedDocumentsHere(db);
      } catch (error) {
        fail(error);
      }
    },
  };
}
