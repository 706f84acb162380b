/** The only place that chooses adapters, with server/backends/ for what belongs to one family of stores. */

import { EMAILJS_PROCESSOR } from "#adapters/emailjs/data-processor.ts";
import { createEmailJsMailer } from "#adapters/emailjs/emailjs-mailer.ts";
import { type BackupReport, makeBackup } from "#adapters/embedded/backup/create.ts";
import { freeBackupFile } from "#adapters/embedded/backup/nightly-backups.ts";
import { type RestoreReport, restoreBackup } from "#adapters/embedded/backup/restore.ts";
import { placesOf } from "#adapters/embedded/data-folder.ts";
import { MIGRATIONS } from "#adapters/embedded/database.ts";
import { createEmlMailer } from "#adapters/embedded/inbox/eml-mailer.ts";
import { createKeptMail } from "#adapters/embedded/inbox/kept-mail.ts";
import { createCalendarWriter } from "#adapters/ical/calendar-writer.ts";
import { createFormPrinter } from "#adapters/pdf/form-printer.ts";
import { createPaperThread } from "#adapters/pdf/paper-thread.ts";
import { createQrBillPrinter } from "#adapters/pdf/qr-bill-printer.ts";
import { smtpProcessor } from "#adapters/smtp/data-processor.ts";
import { createSmtpAccountMailer } from "#adapters/smtp/smtp-account-mailer.ts";
import { createSmtpMailer } from "#adapters/smtp/smtp-mailer.ts";
import { createPasswordStrength } from "#adapters/zxcvbn/password-strength.ts";
import type { DataProcessor } from "#domain/data-processor.ts";
import { ASSOCIATION } from "#domain/mail/letter.ts";
import type { Clock } from "#ports/clock.ts";
import type { Services } from "#ports/services.ts";
import { createClockGuard } from "#usecases/site-health/clock-guard.ts";
import type { Backend, BackendEvents, Opener } from "./backends/backend.ts";
import { openEmbedded } from "./backends/embedded.ts";
import { openHealth } from "./backends/health.ts";
import type { Config } from "./config.ts";

export type OpenSite = Pick<Backend, "exclusive" | "isHealthy" | "imageFile" | "resume" | "close"> & {
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

const WRITES = ["create", "update", "moveToBin", "restore"] as const;

type CommitteeMail = Pick<Services, "mailer" | "accountMailer"> & { dataProcessors: readonly DataProcessor[] };

function openMail({ mail, mailFrom, mailTo, dataDir, publicUrl }: Config, { mailTurn: turn }: Backend): CommitteeMail {
  const to = [...mailTo];
  const from = `${ASSOCIATION} <${mailFrom}>`;
  if (mail.by === "outbox") {
    const { outbox: directory } = placesOf(dataDir);
    return { mailer: createEmlMailer({ directory, from, to, publicUrl }), accountMailer: null, dataProcessors: [] };
  }
  // EmailJS writes to the addresses of its templates only: accounts get no mail, and pages say so.
  if (mail.by === "emailjs")
    return {
      mailer: createEmailJsMailer({ ...mail, ...(turn && { turn }) }),
      accountMailer: null,
      dataProcessors: [EMAILJS_PROCESSOR],
    };
  const { url } = mail;
  return {
    mailer: createSmtpMailer({ url, from, to, publicUrl }),
    accountMailer: createSmtpAccountMailer({ url, from }),
    dataProcessors: [smtpProcessor(url)],
  };
}

/** Google's libraries take 100 MB and a second: they are loaded by a site that is hosted there only. */
async function openBackend(config: Config, clock: Clock, events: BackendEvents, opener: Opener): Promise<Backend> {
  if (config.backend.by === "embedded") return openEmbedded(config, clock, events, opener);
  const { openFirebase } = await import("./backends/firebase.ts").catch(namePackage);
  return openFirebase(config.backend, clock, events);
}

function namePackage(fault: NodeJS.ErrnoException): never {
  if (fault.code !== "ERR_MODULE_NOT_FOUND") throw fault;
  const [, pkg] = /package '([^']+)'/.exec(fault.message) ?? [];
  throw new Error(`BACKEND=firebase needs the package ${pkg}, which is not installed: run npm ci.`);
}

/**
 * Opens the stores that the configuration names.
 * @param opener a site has its data folder for itself until `close`; a command may run beside it
 * @throws when a store cannot be opened; the message says which
 */
export async function openServices(
  config: Config,
  { onChange, onMail, report }: BackendEvents,
  opener: Opener = "command",
): Promise<OpenSite> {
  const clock: Clock = { now: () => new Date() };
  const backend = await openBackend(config, clock, { onChange, onMail, report }, opener);
  const { membres, evenements, settings, inbox, bin, journal, images, auth, siteSecret, accountMail, backups } =
    backend;
  const { mailer, accountMailer, dataProcessors } = openMail(config, backend);
  const clockGuard = createClockGuard({ lastSeen: backend.lastSeen, clock });
  const around = { backups, clock, clockHeldSince: clockGuard.heldSince, report, isSite: opener === "site" };
  const { health, stop: stopHealth } = openHealth(config, around);
  const drawPaper = createPaperThread();
  const services: Services = {
    membres: telling(membres, WRITES, () => onChange("membres")),
    evenements: telling(evenements, WRITES, () => onChange("evenements")),
    settings: telling(settings, ["save"], () => onChange("settings")),
    inbox: telling(inbox, ["add", "resend", "resendAll", "releaseHeld", "restore"], onMail),
    bin,
    // What is noted was done: nobody is told otherwise because its line could not be written.
    journal: { ...journal, add: (line) => journal.add(line).catch((fault: unknown) => report(fault, "journal")) },
    images,
    auth,
    siteSecret,
    passwordStrength: createPasswordStrength(),
    mailer,
    keptMail: createKeptMail({ directory: placesOf(config.dataDir).outbox }),
    accountMailer,
    accountMail: telling(accountMail, ["add"], onMail),
    formPrinter: createFormPrinter(drawPaper),
    calendar: createCalendarWriter(),
    qrBillPrinter: createQrBillPrinter(drawPaper),
    backups,
    health,
    clock,
    clockGuard,
    dataProcessors: [...backend.dataProcessors, ...dataProcessors],
  };
  const { exclusive, isHealthy, imageFile, resume } = backend;
  const close = async () => {
    await stopHealth();
    await backend.close();
  };
  return { services, exclusive, isHealthy, imageFile, resume, close };
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
