/** The family that keeps everything in the data folder. */
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { createAccountMailQueue } from "#adapters/embedded/account-mail-queue.ts";
import { createAuthenticator } from "#adapters/embedded/authenticator.ts";
import { createSauvegardes } from "#adapters/embedded/backup/sauvegardes.ts";
import { placesOf } from "#adapters/embedded/data-folder.ts";
import { canWrite } from "#adapters/embedded/database.ts";
import { rewriteErased } from "#adapters/embedded/erasure.ts";
import { createEvenementStore } from "#adapters/embedded/evenement-store.ts";
import { imageFile } from "#adapters/embedded/images/file-names.ts";
import { createInbox } from "#adapters/embedded/inbox.ts";
import { createMembreStore } from "#adapters/embedded/membre-store.ts";
import { createPictureStore } from "#adapters/embedded/picture-store.ts";
import { createReglagesStore } from "#adapters/embedded/reglages-store.ts";
import { TRAITEMENTS_EMBEDDED } from "#adapters/embedded/traitements.ts";
import { createImageStore } from "#adapters/pictures/image-store.ts";
import { createImagerie } from "#adapters/sharp/imagerie.ts";
import type { Clock } from "#ports/clock.ts";
import type { Config } from "../config.ts";
import { readOrMakeSecret } from "../secret.ts";
import type { FichierImage } from "../static.ts";
import type { Annonces, Backend, Opener } from "./backend.ts";
import { openForCommand, openForSite } from "./data-folder.ts";

const A_DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Opens the stores of the data folder.
 * @param opener a site has the folder for itself until `close`; a command works beside a running one
 * @throws when one cannot be opened; the message says which
 */
export function openEmbedded(config: Config, clock: Clock, { onChange, signaler }: Annonces, opener: Opener): Backend {
  const { dataDir } = config;
  const { images: directory, secret } = placesOf(dataDir);
  const { db, release } = opener === "site" ? openForSite(config) : openForCommand(config);
  const maintenant = () => clock.now();
  const images = createImageStore({
    store: createPictureStore({ db, directory }),
    imagerie: createImagerie(),
    onChange,
    onError: (panne) => signaler(panne, "image variants"),
    onDamage: (path) => signaler(new Error("damaged picture"), `picture damaged on the disk: ${path.split("/")[0]}`),
  });
  const sauvegardes = createSauvegardes({
    dataDir,
    directory: config.backup.dir,
    keep: config.backup.keep,
    onMissing: (files) => signaler(null, `backup: ${files} picture files are not on the disk`),
  });
  const rewrite = () => {
    try {
      rewriteErased(db);
    } catch (panne) {
      signaler(panne, "database not rewritten");
    }
  };
  let rewriting: NodeJS.Timeout | undefined;
  return {
    membres: createMembreStore(db, maintenant),
    evenements: createEvenementStore(db, maintenant),
    reglages: createReglagesStore(db),
    inbox: createInbox(db),
    images,
    auth: createAuthenticator({ db, secret: readOrMakeSecret(secret), now: maintenant }),
    accountMail: createAccountMailQueue(db),
    sauvegardes,
    traitements: TRAITEMENTS_EMBEDDED,
    seul: true,
    enBonneSante: () => canWrite(db),
    imageFile: (collection, id, file) => fichierA(imageFile(directory, collection, id, file)),
    reprendre() {
      rewrite();
      rewriting = setInterval(rewrite, A_DAY_MS).unref();
      return images.resume();
    },
    async close() {
      clearInterval(rewriting);
      await sauvegardes.stop();
      await images.stop();
      rewrite();
      db.close();
      release();
    },
  };
}

async function fichierA(chemin: string | null): Promise<FichierImage | null> {
  const infos = chemin === null ? null : await stat(chemin).catch(() => null);
  return chemin !== null && infos?.isFile() ? { taille: infos.size, lire: () => createReadStream(chemin) } : null;
}
