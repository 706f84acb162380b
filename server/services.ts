/** The only place that chooses adapters, with server/backends/ for what belongs to one family of stores. */
import { createEmailJsMailer } from "#adapters/emailjs/emailjs-mailer.ts";
import { TRAITEMENT_EMAILJS } from "#adapters/emailjs/traitement.ts";
import { type BackupReport, makeBackup } from "#adapters/embedded/backup/create.ts";
import { type RestoreReport, restoreBackup } from "#adapters/embedded/backup/restore.ts";
import { freeBackupFile } from "#adapters/embedded/backup/sauvegardes.ts";
import { placesOf } from "#adapters/embedded/data-folder.ts";
import { MIGRATIONS } from "#adapters/embedded/database.ts";
import { createEmlMailer } from "#adapters/embedded/eml-mailer.ts";
import { createKeptMail } from "#adapters/embedded/kept-mail.ts";
import { createCalendrier } from "#adapters/ical/calendrier.ts";
import { createFacturier } from "#adapters/pdf/facturier.ts";
import { createImprimeur } from "#adapters/pdf/imprimeur.ts";
import { createSmtpCourrierCompte } from "#adapters/smtp/smtp-courrier-compte.ts";
import { createSmtpMailer } from "#adapters/smtp/smtp-mailer.ts";
import { traitementSmtp } from "#adapters/smtp/traitement.ts";
import { createPasswordStrength } from "#adapters/zxcvbn/password-strength.ts";
import { ASSOCIATION } from "#domain/mail/letter.ts";
import type { Traitement } from "#domain/traitement.ts";
import type { Clock } from "#ports/clock.ts";
import type { Services } from "#ports/services.ts";
import type { Annonces, Backend, Opener } from "./backends/backend.ts";
import { openEmbedded } from "./backends/embedded.ts";
import type { Config } from "./config.ts";

type Hooks = Annonces & {
  /** A mail waits. */
  onMail: () => void;
};

export type Ouverture = Pick<Backend, "seul" | "enBonneSante" | "imageFile" | "reprendre" | "close"> & {
  services: Services;
};

/** @returns the store, which tells of each call of these methods once it went through */
function telling<Store extends object, Name extends keyof Store>(
  store: Store,
  names: readonly Name[],
  tell: () => void,
): Store {
  const told = names.map((name) => {
    const call = store[name] as (...args: unknown[]) => Promise<unknown>;
    return [
      name,
      async (...args: unknown[]) => {
        const outcome = await call(...args);
        tell();
        return outcome;
      },
    ];
  });
  return { ...store, ...Object.fromEntries(told) };
}

const WRITES = ["create", "update", "delete"] as const;

type Courrier = Pick<Services, "mailer" | "courrierCompte"> & { traitements: readonly Traitement[] };

function ouvrirCourrier({ mail, mailFrom, mailTo, dataDir, publicUrl }: Config, { mailTurn: turn }: Backend): Courrier {
  const to = [...mailTo];
  const from = `${ASSOCIATION} <${mailFrom}>`;
  if (mail.by === "outbox") {
    const { outbox: directory } = placesOf(dataDir);
    return { mailer: createEmlMailer({ directory, from, to, publicUrl }), courrierCompte: null, traitements: [] };
  }
  // EmailJS writes to the addresses of its templates only: accounts get no mail, and pages say so.
  if (mail.by === "emailjs")
    return {
      mailer: createEmailJsMailer({ ...mail, ...(turn && { turn }) }),
      courrierCompte: null,
      traitements: [TRAITEMENT_EMAILJS],
    };
  const { url } = mail;
  return {
    mailer: createSmtpMailer({ url, from, to, publicUrl }),
    courrierCompte: createSmtpCourrierCompte({ url, from }),
    traitements: [traitementSmtp(url)],
  };
}

/** Google's libraries take 100 MB and a second: they are loaded by a site that is hosted there only. */
async function openBackend(config: Config, clock: Clock, annonces: Annonces, opener: Opener): Promise<Backend> {
  if (config.backend.by === "embedded") return openEmbedded(config, clock, annonces, opener);
  const { openFirebase } = await import("./backends/firebase.ts").catch(nommerLePaquet);
  return openFirebase(config.backend, clock, annonces);
}

function nommerLePaquet(panne: NodeJS.ErrnoException): never {
  if (panne.code !== "ERR_MODULE_NOT_FOUND") throw panne;
  const [, paquet] = /package '([^']+)'/.exec(panne.message) ?? [];
  throw new Error(`BACKEND=firebase needs the package ${paquet}, which is not installed: run npm ci.`);
}

/**
 * Opens the stores that the configuration names.
 * @param opener a site has its data folder for itself until `close`; a command may run beside it
 * @throws when a store cannot be opened; the message says which
 */
export async function openServices(
  config: Config,
  { onChange, onMail, signaler }: Hooks,
  opener: Opener = "command",
): Promise<Ouverture> {
  const clock: Clock = { now: () => new Date() };
  const backend = await openBackend(config, clock, { onChange, signaler }, opener);
  const { membres, evenements, reglages, inbox, images, auth, accountMail, sauvegardes } = backend;
  const { mailer, courrierCompte, traitements } = ouvrirCourrier(config, backend);
  const services: Services = {
    membres: telling(membres, WRITES, () => onChange("membres")),
    evenements: telling(evenements, WRITES, () => onChange("evenements")),
    reglages: telling(reglages, ["save"], () => onChange("reglages")),
    inbox: telling(inbox, ["add", "resend", "resendAll"], onMail),
    images,
    auth,
    passwordStrength: createPasswordStrength(),
    mailer,
    keptMail: createKeptMail({ directory: placesOf(config.dataDir).outbox }),
    courrierCompte,
    accountMail: telling(accountMail, ["add"], onMail),
    imprimeur: createImprimeur(),
    calendrier: createCalendrier(),
    facturier: createFacturier(),
    sauvegardes,
    clock,
    traitements: [...backend.traitements, ...traitements],
  };
  const { seul, enBonneSante, imageFile, reprendre, close } = backend;
  return { services, seul, enBonneSante, imageFile, reprendre, close };
}

/**
 * @param file absolute path; null: among the backups that the site makes by itself
 * @throws with one line that says why there is no backup
 */
export function backUp(config: Config, file: string | null): BackupReport {
  const { dataDir, backup } = inDataFolder(config);
  return makeBackup({ dataDir, file: file ?? freeBackupFile(backup.dir, new Date()) });
}

/** @param file a backup @throws with one line that says why nothing was restored */
export function restore(config: Config, file: string): RestoreReport {
  const { dataDir } = inDataFolder(config);
  return restoreBackup({ file, dataDir, migrations: MIGRATIONS });
}

function inDataFolder(config: Config): Config {
  if (config.backend.by === "embedded") return config;
  throw new Error(
    "Backups are of a data folder, and BACKEND=firebase keeps nothing there. docs/deploy.md says how Google makes them; " +
      "npm run transfer -- --from firebase --to embedded copies everything into DATA_DIR.",
  );
}
