/** The family that keeps everything in the data folder. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { dropUnfinished, openFiles } from "#adapters/disk/files.ts";
import { createBackups } from "#adapters/embedded/backup/nightly-backups.ts";
import { placesOf } from "#adapters/embedded/data-folder.ts";
import { EMBEDDED_PROCESSORS } from "#adapters/embedded/data-processors.ts";
import { isInFile } from "#adapters/embedded/database.ts";
import { emptyLog, rewriteErased } from "#adapters/embedded/erasure.ts";
import { makePrivate } from "#adapters/embedded/private-folder.ts";
import { createScryptIdentities } from "#adapters/scrypt/identities.ts";
import { createImageProcessor } from "#adapters/sharp/image-processor.ts";
import { openDocuments } from "#adapters/sqlite/documents.ts";
import { PICTURE_COLLECTIONS } from "#domain/pictures/stored-image.ts";
import { readOrMakeSecret } from "#server/session-secret.ts";
import { noteFormat } from "#stores/format.ts";
import { createPictureStore } from "#stores/pictures/picture-store.ts";
import { createPictures } from "#stores/pictures/pictures.ts";
import { createHealthCheck, createLastSeenTime } from "#stores/site-state.ts";
import type { Config } from "../config.ts";
import type { Backend, BackendEvents, Opener } from "./backend.ts";
import { openForCommand, openForSite } from "./data-folder.ts";

const A_DAY_MS = 24 * 60 * 60 * 1000;
/** How long the health check waits for another process to finish writing. */
const HEALTH_MS = 500;

/**
 * Opens the stores of the data folder.
 * @param opener a site has the folder for itself until `close`; a command works beside a running one
 * @throws when one cannot be opened; the message says which
 */
export async function openEmbedded(
  config: Config,
  { onChange, report }: BackendEvents,
  opener: Opener,
): Promise<Backend> {
  const { dataDir } = config;
  const { database, images: directory, secret: secretFile } = placesOf(dataDir);
  const { db, release } = opener === "site" ? openForSite(config) : openForCommand(config);
  const documents = openDocuments(database, { onErased: () => emptyLog(db) });
  const ofHealth = openDocuments(database);
  // After the database: a secret without one says that the database was lost.
  const secret = readOrMakeSecret(secretFile);
  if (opener === "site") closeToOthers(dataDir, report);
  // `npm run transfer` has brought pictures of an older site.
  const olderSite = PICTURE_COLLECTIONS.some((collection) => existsSync(join(directory, collection)));
  const images = createPictures({
    store: createPictureStore({ documents, files: openFiles(directory), olderSite }),
    imageProcessor: createImageProcessor(),
    onChange,
    onError: (fault) => report(fault, "pictures"),
    onWarning: (sentence) => report(null, sentence),
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
    lastSeen: createLastSeenTime(documents),
    exclusive: true,
    isHealthy: createHealthCheck(ofHealth, { waitMs: HEALTH_MS, isSeen: (count) => isInFile(database, count) }),
    imageFile: images.readServed,
    async resume() {
      rewriting.start();
      await noteFormat(documents);
      await dropUnfinished(directory)
        .then(() => images.sweep(new Date()))
        .then(() => (olderSite ? adoptAll(images) : []))
        .catch((fault: unknown) => report(fault, "pictures"));
    },
    async close() {
      rewriting.stop();
      await backups.stop();
      await images.stop();
      ofHealth.close();
      documents.close();
      rewriting.now();
      db.close();
      release();
    },
  };
}

/** A backup holds what this site has made of pictures, and not the files of an older site. */
const adoptAll = (images: Backend["images"]) =>
  Promise.all(PICTURE_COLLECTIONS.map((collection) => images.findLastOfEach(collection)));

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
