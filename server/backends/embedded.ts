/** The family that keeps everything in the data folder. */
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { createAccountMailQueue } from "#adapters/embedded/accounts/account-mail-queue.ts";
import { createAuthenticator } from "#adapters/embedded/accounts/authenticator.ts";
import { createBackups } from "#adapters/embedded/backup/nightly-backups.ts";
import { placesOf } from "#adapters/embedded/data-folder.ts";
import { EMBEDDED_PROCESSORS } from "#adapters/embedded/data-processors.ts";
import { canWrite } from "#adapters/embedded/database.ts";
import { rewriteErased } from "#adapters/embedded/erasure.ts";
import { createEvenementStore } from "#adapters/embedded/evenement-store.ts";
import { imageFile } from "#adapters/embedded/images/file-names.ts";
import { createInbox } from "#adapters/embedded/inbox/inbox.ts";
import { createMembreStore } from "#adapters/embedded/membre-store.ts";
import { createPictureStore } from "#adapters/embedded/picture-store.ts";
import { createSettingsStore } from "#adapters/embedded/settings-store.ts";
import { createImageStore } from "#adapters/pictures/image-store.ts";
import { createImageProcessor } from "#adapters/sharp/image-processor.ts";
import type { Clock } from "#ports/clock.ts";
import type { FoundImage } from "#server/http/static-files.ts";
import { readOrMakeSecret } from "#server/session-secret.ts";
import type { Config } from "../config.ts";
import type { Backend, BackendEvents, Opener } from "./backend.ts";
import { openForCommand, openForSite } from "./data-folder.ts";

const A_DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Opens the stores of the data folder.
 * @param opener a site has the folder for itself until `close`; a command works beside a running one
 * @throws when one cannot be opened; the message says which
 */
export function openEmbedded(
  config: Config,
  clock: Clock,
  { onChange, report }: BackendEvents,
  opener: Opener,
): Backend {
  const { dataDir } = config;
  const { images: directory, secret } = placesOf(dataDir);
  const { db, release } = opener === "site" ? openForSite(config) : openForCommand(config);
  const now = () => clock.now();
  const images = createImageStore({
    store: createPictureStore({ db, directory }),
    imageProcessor: createImageProcessor(),
    onChange,
    onError: (fault) => report(fault, "image variants"),
    onDamage: (path) => report(new Error("damaged picture"), `picture damaged on the disk: ${path.split("/")[0]}`),
  });
  const backups = createBackups({
    dataDir,
    directory: config.backup.dir,
    keep: config.backup.keep,
    onMissing: (files) => report(null, `backup: ${files} picture files are not on the disk`),
  });
  const rewrite = () => {
    try {
      rewriteErased(db);
    } catch (fault) {
      report(fault, "database not rewritten");
    }
  };
  let rewriting: NodeJS.Timeout | undefined;
  return {
    membres: createMembreStore(db, now),
    evenements: createEvenementStore(db, now),
    settings: createSettingsStore(db),
    inbox: createInbox(db),
    images,
    auth: createAuthenticator({ db, secret: readOrMakeSecret(secret), now: now }),
    accountMail: createAccountMailQueue(db),
    backups,
    dataProcessors: EMBEDDED_PROCESSORS,
    exclusive: true,
    isHealthy: () => canWrite(db),
    imageFile: (collection, id, file) => fileAt(imageFile(directory, collection, id, file)),
    resume() {
      rewrite();
      rewriting = setInterval(rewrite, A_DAY_MS).unref();
      return images.resume();
    },
    async close() {
      clearInterval(rewriting);
      await backups.stop();
      await images.stop();
      rewrite();
      db.close();
      release();
    },
  };
}

async function fileAt(path: string | null): Promise<FoundImage | null> {
  const infos = path === null ? null : await stat(path).catch(() => null);
  return path !== null && infos?.isFile() ? { size: infos.size, read: () => createReadStream(path) } : null;
}
