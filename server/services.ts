/** The only place that chooses adapters. */
import { createAuthenticator } from "#adapters/embedded/authenticator.ts";
import { type BackupReport, makeBackup } from "#adapters/embedded/backup/create.ts";
import {
  finishRestore,
  isRestoreUnfinished,
  type RestoreReport,
  restoreBackup,
  SITE_LOCK,
} from "#adapters/embedded/backup/restore.ts";
import { createSauvegardes, freeBackupFile } from "#adapters/embedded/backup/sauvegardes.ts";
import { placesOf } from "#adapters/embedded/data-folder.ts";
import { canWrite, MIGRATIONS, openDatabase } from "#adapters/embedded/database.ts";
import { createEmlMailer } from "#adapters/embedded/eml-mailer.ts";
import { createEvenementStore } from "#adapters/embedded/evenement-store.ts";
import { lockFolder } from "#adapters/embedded/folder-lock.ts";
import { createImageStore, imageFile } from "#adapters/embedded/image-store.ts";
import { createInbox } from "#adapters/embedded/inbox.ts";
import { createMembreStore } from "#adapters/embedded/membre-store.ts";
import { createReglagesStore } from "#adapters/embedded/reglages-store.ts";
import { TRAITEMENTS_EMBEDDED } from "#adapters/embedded/traitements.ts";
import { createCalendrier } from "#adapters/ical/calendrier.ts";
import { createFacturier } from "#adapters/pdf/facturier.ts";
import { createImprimeur } from "#adapters/pdf/imprimeur.ts";
import { createSmtpCourrierCompte } from "#adapters/smtp/smtp-courrier-compte.ts";
import { createSmtpMailer } from "#adapters/smtp/smtp-mailer.ts";
import { traitementSmtp } from "#adapters/smtp/traitement.ts";
import type { Clock } from "#ports/clock.ts";
import type { DocumentStore } from "#ports/document-store.ts";
import type { Inbox } from "#ports/inbox.ts";
import type { Services } from "#ports/services.ts";
import type { Config } from "./config.ts";
import type { Source } from "./public-pages.ts";
import { readOrMakeSecret } from "./secret.ts";
import type { ImageFile } from "./static.ts";

type Hooks = {
  /** Something that visitors see has been written. */
  onChange: (source: Source) => void;
  /** A mail waits. */
  onMail: () => void;
  signaler: (panne: unknown, ou: string) => void;
};

export type Ouverture = {
  services: Services;
  enBonneSante: () => boolean;
  imageFile: ImageFile;
  /** Takes up the work on pictures that an earlier process left; only the process that serves the site does. */
  reprendre: () => Promise<void>;
  /** Closes the stores; work on pictures that is left is taken up at the next start. */
  close: () => Promise<void>;
};

/** @returns a store that tells of each write that went through */
function avecAnnonce<Champs, Store extends DocumentStore<Champs>>(
  store: Store & DocumentStore<Champs>,
  annoncer: () => void,
): Store {
  const puis = async <T>(ecriture: Promise<T>): Promise<T> => {
    const issue = await ecriture;
    annoncer();
    return issue;
  };
  return {
    ...store,
    create: (id: string, champs: Champs) => puis(store.create(id, champs)),
    update: (id: string, champs: Champs, version: string) => puis(store.update(id, champs, version)),
    delete: (id: string) => puis(store.delete(id)),
  };
}

const avecReveil = (inbox: Inbox, reveiller: () => void): Inbox => ({
  ...inbox,
  async add(envoi, maintenant) {
    const ajout = await inbox.add(envoi, maintenant);
    reveiller();
    return ajout;
  },
  async resend(id, maintenant) {
    const existe = await inbox.resend(id, maintenant);
    reveiller();
    return existe;
  },
});

/**
 * Opens the stores that the configuration names.
 * @throws when a store cannot be opened; the message says which
 */
export async function openServices(config: Config, { onChange, onMail, signaler }: Hooks): Promise<Ouverture> {
  const { dataDir, mail, mailFrom: from } = config;
  const to = [...config.mailTo];
  if (isRestoreUnfinished(dataDir))
    throw new Error(`A restore of ${dataDir} was interrupted: start the site, which finishes it.`);
  const { database, images: directory, outbox, secret } = placesOf(dataDir);
  const db = openDatabase(database, () => backUpBeforeUpgrade(config));
  const images = createImageStore({
    db,
    directory,
    onChange,
    onError: (panne) => signaler(panne, "image variants"),
    onDamage: (path) => signaler(new Error("damaged picture"), `picture damaged on the disk: ${path.split("/")[0]}`),
  });
  const reglages = createReglagesStore(db);
  const clock: Clock = { now: () => new Date() };
  const maintenant = () => clock.now();
  const sauvegardes = createSauvegardes({
    dataDir,
    directory: config.backup.dir,
    keep: config.backup.keep,
    onMissing: (files) => signaler(null, `backup: ${files} picture files are not on the disk`),
  });
  const services: Services = {
    membres: avecAnnonce(createMembreStore(db, maintenant), () => onChange("membres")),
    evenements: avecAnnonce(createEvenementStore(db, maintenant), () => onChange("evenements")),
    reglages: {
      get: reglages.get,
      async save(suivants, version, auteur) {
        const issue = await reglages.save(suivants, version, auteur);
        onChange("reglages");
        return issue;
      },
    },
    inbox: avecReveil(createInbox(db), onMail),
    images,
    auth: createAuthenticator({ db, secret: readOrMakeSecret(secret) }),
    mailer:
      mail.by === "smtp"
        ? createSmtpMailer({ url: mail.url, from, to })
        : createEmlMailer({ directory: outbox, from, to }),
    courrierCompte: mail.by === "smtp" ? createSmtpCourrierCompte({ url: mail.url, from }) : null,
    imprimeur: createImprimeur(),
    calendrier: createCalendrier(),
    facturier: createFacturier(),
    sauvegardes,
    clock,
    traitements: [...TRAITEMENTS_EMBEDDED, ...(mail.by === "smtp" ? [traitementSmtp(mail.url)] : [])],
  };
  return {
    services,
    enBonneSante: () => canWrite(db),
    imageFile: (collection, id, file) => imageFile(directory, collection, id, file),
    reprendre: images.resume,
    async close() {
      await sauvegardes.stop();
      await images.stop();
      db.close();
    },
  };
}

/**
 * Says that a site runs on the data folder, and ends a restore that a crash interrupted.
 * @returns what gives the folder back
 * @throws when another site runs on it, or when it cannot be written
 */
export function occupyDataFolder({ dataDir }: Config): () => void {
  const release = lockOrSay(dataDir);
  if (!release)
    throw new Error(`Another site is already running on the data folder ${dataDir}, or it is being restored.`);
  finishRestore(dataDir);
  return release;
}

function lockOrSay(dataDir: string): (() => void) | null {
  try {
    return lockFolder(dataDir, SITE_LOCK);
  } catch (panne) {
    throw new Error(`The data folder ${dataDir} cannot be written (${(panne as Error).message}).`);
  }
}

/** How long an upgrade waits for a backup that is under way. */
const ATTENTE_MS = 60_000;

function backUpBeforeUpgrade({ dataDir, backup }: Config): void {
  try {
    makeBackup({ dataDir, file: freeBackupFile(backup.dir, new Date()), waitMs: ATTENTE_MS });
  } catch (panne) {
    throw new Error(`Nothing was upgraded, because the backup before it failed: ${(panne as Error).message}`);
  }
}

/**
 * @param file absolute path; null: among the backups that the site makes by itself
 * @throws with one line that says why there is no backup
 */
export const backUp = ({ dataDir, backup }: Config, file: string | null): BackupReport =>
  makeBackup({ dataDir, file: file ?? freeBackupFile(backup.dir, new Date()) });

/** @param file a backup @throws with one line that says why nothing was restored */
export const restore = ({ dataDir }: Config, file: string): RestoreReport =>
  restoreBackup({ file, dataDir, migrations: MIGRATIONS });
