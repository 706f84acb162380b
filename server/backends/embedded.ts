/** The family that keeps everything in the data folder. */
import type { DatabaseSync } from "node:sqlite";
import { dropUnfinished, openFiles } from "#adapters/disk/files.ts";
import { createBackups } from "#adapters/embedded/backup/nightly-backups.ts";
import { placesOf } from "#adapters/embedded/data-folder.ts";
import { EMBEDDED_PROCESSORS } from "#adapters/embedded/data-processors.ts";
import { canWrite } from "#adapters/embedded/database.ts";
import { emptyLog, rewriteErased } from "#adapters/embedded/erasure.ts";
import { createLastSeenTime } from "#adapters/embedded/last-seen-time.ts";
import { makePrivate } from "#adapters/embedded/private-folder.ts";
import { createScryptIdentities } from "#adapters/scrypt/identities.ts";
import { createImageProcessor } from "#adapters/sharp/image-processor.ts";
import { openDocuments } from "#adapters/sqlite/documents.ts";
import { readOrMakeSecret } from "#server/session-secret.ts";
import { noteFormat } from "#stores/format.ts";
import { createPictures } from "#stores/pictures/pictures.ts";
import type { Config } from "../config.ts";
import type { Backend, BackendEvents, Opener } from "./backend.ts";
import { openForCommand, openForSite } from "./data-folder.ts";

const A_DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Opens the stores of the data folder.
 * @param opener a site has the folder for itself until `close`; a command works beside a running one
 * @throws when one cannot be opened; the message says which
 */
export async function openEmbedded(config: Config, { report }: BackendEvents, opener: Opener): Promise<Backend> {
  const { dataDir } = config;
  const { database, images: directory, secret: secretFile } = placesOf(dataDir);
  const { db, release } = opener === "site" ? openForSite(config) : openForCommand(config);
  const documents = openDocuments(database, { onErased: () => emptyLog(db) });
  // After the database: a secret without one says that the database was lost.
  const secret = readOrMakeSecret(secretFile);
  if (opener === "site") closeToOthers(dataDir, report);
  const images = createPictures({
    documents,
    files: openFiles(directory),
    imageProcessor: createImageProcessor(),
  });
  const backups = createBackups({
    dataDir,
    directory: config.backup.dir,
    keep: config.backup.keep,
    onMissing: (files) => report(null, `backup: ${files} picture files are not on the disk`),
  });
  const rewriting = rewritingDaily(db, report);
  return {
    documents,
    identities: createScryptIdentities(documents),
    images,
    siteSecret: async () => secret,
    backups,
    dataProcessors: EMBEDDED_PROCESSORS,
    lastSeen: createLastSeenTime(db),
    exclusive: true,
    isHealthy: () => canWrite(db),
    async resume() {
      rewriting.start();
      await noteFormat(documents);
      await dropUnfinished(directory)
        .then(() => images.sweep(new Date()))
        .catch((fault: unknown) => report(fault, "pictures"));
    },
    async close() {
      rewriting.stop();
      await backups.stop();
      await images.stop();
      documents.close();
      rewriting.now();
      db.close();
      release();
    },
  };
}

function closeToOthers(dataDir: string, report: BackendEvents["report"]): void {
  const whyNot = makePrivate(dataDir);
  if (whyNot) report(null, whyNot);
}

/** Writes the database anew when it starts, and once a day, where something was erased. */
function rewritingDaily(db: DatabaseSync, report: BackendEvents["report"]) {
  const now = () => {
    try {
      rewriteErased(db);
    } catch (fault) {
      report(fault, "database not rewritten");
    }
  };
  let daily: NodeJS.Timeout | undefined;
  return {
    now,
    start() {
      now();
      daily = setInterval(now, A_DAY_MS).unref();
    },
    stop: () => clearInterval(daily),
  };
}
