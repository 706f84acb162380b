import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { dropUnfinished, openFolder } from "#adapters/disk/files.ts";
import { createScryptIdentities } from "#adapters/scrypt/identities.ts";
import { isInFile } from "#adapters/sqlite/database.ts";
import { EMBEDDED_PROCESSORS, openDocuments } from "#adapters/sqlite/documents.ts";
import { emptyLog, rewriteErased } from "#adapters/sqlite/erasure.ts";
import type { Documents } from "#ports/documents.ts";
import { recordFormat } from "#stores/format.ts";
import { createPictures } from "#stores/pictures/pictures.ts";
import { createHealthCheck, createLastSeenTime } from "#stores/site-state.ts";
import { createBackups } from "#upkeep/backup/nightly-backups.ts";
import { dataPaths, makePrivate } from "#upkeep/private-folder.ts";
import type { Config } from "../config.ts";
import type { Backend, BackendEvents, Opener } from "./backend.ts";
import { openForCommand, openForSite } from "./data-folder.ts";

const CARDS = ["membres", "evenements"] as const;
const A_DAY_MS = 24 * 60 * 60 * 1000;
const HEALTH_MS = 500;

export async function openEmbedded(config: Config, { report }: BackendEvents, opener: Opener): Promise<Backend> {
  const { dataDir } = config;
  const { database, images: directory, secret: secretFile } = dataPaths(dataDir);
  const { db, release } = opener === "site" ? openForSite(config) : openForCommand(config);
  const documents = openDocuments(database, { onErased: () => emptyLog(db) });
  const healthDocuments = openDocuments(database);
  // Create the secret after the database: a folder with only a secret counts as damaged.
  const secret = readOrCreateSecret(secretFile);
  if (opener === "site") restrictAccess(dataDir, report);
  // Picture files of the older Firebase site, which `npm run transfer` has copied.
  const olderSite = CARDS.some((collection) => existsSync(join(directory, collection)));
  const images = createPictures({
    documents,
    files: openFolder(directory),
    olderSite,
    onError: (error) => report(error, "pictures"),
    onWarning: (sentence) => report(null, sentence),
  });
  const backups = createBackups({
    dataDir,
    directory: config.backup.dir,
    keep: config.backup.keep,
    onMissing: (files) => report(null, `backup: ${files} picture files are not on the disk`),
  });
  const rewriting = scheduleRewrites(db, report);
  let isOpen = true;
  return {
    documents,
    identities: createScryptIdentities(documents),
    images,
    siteSecret: async () => secret,
    backups,
    dataProcessors: EMBEDDED_PROCESSORS,
    lastSeen: createLastSeenTime(documents),
    singleInstance: true,
    isHealthy: createHealthCheck(healthDocuments, { waitMs: HEALTH_MS, isWritten: (n) => isInFile(database, n) }),
    async resume() {
      rewriting.start();
      await recordFormat(documents);
      await dropUnfinished(directory)
        .then(() => images.sweep(new Date()))
        .catch((error: unknown) => report(error, "pictures"));
      if (olderSite)
        setAdoptedPictures(documents, images).catch(
          (error: unknown) => isOpen && report(error, "pictures of an older site"),
        );
    },
    async close() {
      isOpen = false;
      rewriting.stop();
      await backups.stop();
      await images.stop();
      healthDocuments.close();
      documents.close();
      rewriting.now();
      db.close();
      release();
    },
  };
}

/** Documents of the older site lack `picture`. Without `picture`, a backup would omit the pictures. */
async function setAdoptedPictures(documents: Documents, images: Backend["images"]): Promise<void> {
  for (const collection of CARDS)
    for (const { id, content } of await documents.query(collection, { select: ["picture"] })) {
      if (content.picture !== undefined) continue;
      const picture = await images.adopt({ collection, id });
      await documents.transaction(async (transaction) => {
        const card = await transaction.get(collection, id);
        if (card && card.content.picture === undefined) transaction.update(collection, id, { picture });
      });
    }
}

function restrictAccess(dataDir: string, report: BackendEvents["report"]): void {
  const problem = makePrivate(dataDir);
  if (problem) report(null, problem);
}

/** Copies of erased data may stay in the file until the database is rewritten. */
function scheduleRewrites(db: DatabaseSync, report: BackendEvents["report"]) {
  const rewrite = () => {
    try {
      rewriteErased(db);
    } catch (error) {
      report(error, "database not rewritten");
    }
  };
  let daily: NodeJS.Timeout | undefined;
  return {
    now: rewrite,
    start() {
      rewrite();
      daily = setInterval(rewrite, A_DAY_MS).unref();
    },
    stop: () => clearInterval(daily),
  };
}

function readOrCreateSecret(file: string): string {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  // A killed process of an earlier version may have left an empty file.
  if (!statSync(file, { throwIfNoEntry: false })?.size) createSecret(file);
  const secret = readFileSync(file, "utf8").trim();
  if (secret.length < 32) throw new Error(`${file} is damaged: it should hold at least 32 characters`);
  return secret;
}

function createSecret(file: string): void {
  const unfinished = `${file}.${randomBytes(4).toString("hex")}.tmp`;
  try {
    writeFileSync(unfinished, randomBytes(32).toString("base64url"), { flag: "wx", mode: 0o600, flush: true });
    renameSync(unfinished, file);
  } finally {
    rmSync(unfinished, { force: true });
  }
}
