/** The only place that chooses adapters, with server/backends/ for what belongs to one family of stores. */
import { EMAILJS_PROCESSOR } from "#adapters/emailjs/data-processor.ts";
import { createEmailJsMailer } from "#adapters/emailjs/emailjs-mailer.ts";
import { createEmlMailer } from "#adapters/outbox/eml-mailer.ts";
import { createSavedMail } from "#adapters/outbox/saved-mail.ts";
import { smtpProcessor } from "#adapters/smtp/data-processor.ts";
import { createSmtpAccountMailer } from "#adapters/smtp/smtp-account-mailer.ts";
import { createSmtpMailer } from "#adapters/smtp/smtp-mailer.ts";
import { MIGRATIONS } from "#adapters/sqlite/database.ts";
import { isGuessable } from "#adapters/zxcvbn/password-strength.ts";
import type { DataProcessor } from "#domain/data-processor.ts";
import { isDue } from "#domain/events/publication.ts";
import { ASSOCIATION } from "#domain/mail/letter.ts";
import type { ServiceStatus } from "#domain/site-health/measurements.ts";
import type { Clock } from "#ports/clock.ts";
import type { StoredDocument } from "#ports/documents.ts";
import { createAccountMailQueue } from "#stores/account-mail.ts";
import { createAccounts } from "#stores/accounts.ts";
import { createCommittee } from "#stores/committee.ts";
import { createEvents } from "#stores/events.ts";
import { formatProblem } from "#stores/format.ts";
import { createInbox } from "#stores/inbox.ts";
import { createJournal } from "#stores/journal.ts";
import { createRecycleBin } from "#stores/recycle-bin.ts";
import { createSettingsStore } from "#stores/settings.ts";
import { type BackupReport, makeBackup } from "#upkeep/backup/create.ts";
import { freeBackupFile } from "#upkeep/backup/nightly-backups.ts";
import { type RestoreReport, restoreBackup } from "#upkeep/backup/restore.ts";
import { placesOf } from "#upkeep/data-folder.ts";
import type { Services } from "#usecases/services.ts";
import { createClockGuard } from "#usecases/site-health/clock-guard.ts";
import type { Backend, BackendEvents, Opener } from "./backends/backend.ts";
import { openEmbedded } from "./backends/embedded.ts";
import { openHealth } from "./backends/health.ts";
import type { Config } from "./config.ts";
import type { ImageFile } from "./http/static-files.ts";

export { endWaits } from "#adapters/sqlite/write-lock.ts";

export type OpenSite = Pick<Backend, "exclusive" | "isHealthy" | "resume" | "close"> & {
  imageFile: ImageFile;
  services: Services;
  /** For a command. @throws with one line when another version wrote what is there; a site looks when it takes up its work */
  check: () => Promise<void>;
};

type Changes = {
  /** Whether no event that is known of has to be announced by now; false while none is known. */
  isNothingDue: (now: Date) => boolean;
  stop: () => void;
};

/** Of a command, which watches nothing. */
const IDLE: Changes = { isNothingDue: () => false, stop() {} };

function watchDocuments(
  { documents, images }: Pick<Backend, "documents" | "images">,
  { onChange, onMail, report }: BackendEvents,
): Changes {
  let events: readonly StoredDocument[] | null = null;
  const onDown = (error: unknown) => report(error, "listening to other instances");
  const firstDue = { where: { field: "dueAt" }, limit: 1, select: ["dueAt"] } as const;
  const stops = [
    ...(["membres", "evenements", "settings"] as const).map((source) =>
      documents.watch(
        source,
        {},
        {
          onDocuments(found) {
            if (source === "evenements") events = found;
            images.hear(source, found);
            onChange(source);
          },
          onDown(error) {
            if (source === "evenements") events = null;
            images.hear(source, null);
            onDown(error);
          },
        },
      ),
    ),
    ...["inbox", "account-mail"].map((outbox) => documents.watch(outbox, firstDue, { onDocuments: onMail, onDown })),
  ];
  return {
    isNothingDue: (now) =>
      events?.every(({ content }) => !isDue({ publication: String(content.Publication ?? "") }, now)) ?? false,
    stop() {
      for (const stop of stops) stop();
    },
  };
}

/** A watch may be dead without a word. */
const TRUSTED_MS = 15 * 60_000;

/** @returns asks the store, which costs in a hosted one, only when something may be due, and every quarter of an hour */
function skipWhenIdle<Due>(
  listDue: (now: Date) => Promise<Due[]>,
  isNothingDue: (now: Date) => boolean,
): (now: Date) => Promise<Due[]> {
  let asked = Number.NEGATIVE_INFINITY;
  return async (now) => {
    if (Math.abs(now.getTime() - asked) < TRUSTED_MS && isNothingDue(now)) return [];
    const due = await listDue(now);
    asked = now.getTime();
    return due;
  };
}

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
async function openBackend(config: Config, events: BackendEvents, opener: Opener): Promise<Backend> {
  if (config.backend.by === "embedded") return openEmbedded(config, events, opener);
  const { openFirebase } = await import("./backends/firebase.ts").catch(namePackage);
  return openFirebase(config.backend, events);
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
  const backend = await openBackend(config, { onChange, onMail, report }, opener);
  const { documents, identities, images, siteSecret, backups } = backend;
  const now = () => clock.now();
  const journal = createJournal(documents);
  const events = createEvents(documents, now);
  const changes = opener === "site" ? watchDocuments(backend, { onChange, onMail, report }) : IDLE;
  const { mailer, accountMailer, dataProcessors } = openMail(config, backend);
  const clockGuard = createClockGuard({ lastSeen: backend.lastSeen, clock });
  // A page that is read must not write: it shows the result of the last /healthz or check.
  let service: ServiceStatus = "well";
  const isHealthy = async () => {
    service = (await backend.isHealthy()) ? "well" : "failing";
    return service === "well";
  };
  const around = { backups, clock, clockHeldSince: clockGuard.heldSince, report, checkService: async () => service };
  const { health, stop: stopHealth } = openHealth(config, around);
  const services: Services = {
    committee: createCommittee(documents, now),
    events: { ...events, listDue: skipWhenIdle(events.listDue, changes.isNothingDue) },
    settings: createSettingsStore(documents),
    inbox: createInbox(documents),
    bin: createRecycleBin(documents, now),
    // What is noted was done: nobody is told otherwise because its line could not be written.
    journal: { ...journal, add: (line) => journal.add(line).catch((fault: unknown) => report(fault, "journal")) },
    images,
    auth: createAccounts({ documents, identities, secret: siteSecret, report, now }),
    siteSecret,
    isGuessable,
    mailer,
    savedMail: createSavedMail({ directory: placesOf(config.dataDir).outbox }),
    accountMailer,
    accountMail: createAccountMailQueue(documents),
    backups,
    health: { ...health, check: async (waitMs) => void (await Promise.all([isHealthy(), health.check(waitMs)])) },
    clock,
    clockGuard,
    dataProcessors: [...backend.dataProcessors, ...dataProcessors],
  };
  const { exclusive, resume } = backend;
  const close = async () => {
    changes.stop();
    await stopHealth();
    await backend.close();
  };
  const check = async () => {
    const problem = await formatProblem(documents);
    if (problem) throw new Error(problem);
  };
  return { services, exclusive, isHealthy, imageFile: images.readServed, resume, check, close };
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
