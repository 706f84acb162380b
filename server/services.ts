/** Only this file and server/backends/ choose adapters. */
import { createEmailJsMailer, EMAILJS_PROCESSOR } from "#adapters/emailjs/emailjs-mailer.ts";
import { createEmlMailer } from "#adapters/outbox/eml-mailer.ts";
import { createSavedMailFolder } from "#adapters/outbox/saved-mail.ts";
import { createSmtpMailer, smtpProcessor } from "#adapters/smtp/smtp-mailer.ts";
import { MIGRATIONS_FOLDER } from "#adapters/sqlite/database.ts";
import { isPasswordGuessable } from "#adapters/zxcvbn/password-strength.ts";
import type { DataProcessor } from "#domain/data-processor.ts";
import { isPublicationDue } from "#domain/events/publication.ts";
import { ASSOCIATION_NAME } from "#domain/mail/letter.ts";
import type { ServiceStatus } from "#domain/site-health/measurements.ts";
import type { Clock } from "#ports/clock.ts";
import type { Documents, StoredDocument } from "#ports/documents.ts";
import { createAccountStore } from "#stores/accounts.ts";
import { createAttendanceStore } from "#stores/assemblies/attendance.ts";
import { createBankPaymentStore } from "#stores/bank/payments.ts";
import { createCommitteeStore } from "#stores/committee.ts";
import { createDossierStore } from "#stores/dossiers/dossiers.ts";
import { createTaskStore } from "#stores/dossiers/tasks.ts";
import { createEventStore } from "#stores/events.ts";
import { createFeeStore } from "#stores/fees/fees.ts";
import { createFirstStepsStore } from "#stores/first-steps.ts";
import { checkDocumentFormat } from "#stores/format.ts";
import { createHandoverItemStore } from "#stores/handover-items.ts";
import { createInboxStore } from "#stores/inbox.ts";
import { createJournalStore } from "#stores/journal.ts";
import { MAIL_QUEUES, MAILS_COLLECTION } from "#stores/mail-document.ts";
import { createMailingStore } from "#stores/mailings.ts";
import { createMailStore } from "#stores/mails.ts";
import { createOptOutStore } from "#stores/opt-outs.ts";
import { createRecycleBinStore } from "#stores/recycle-bin.ts";
import { createLostLinkStore, LINK_QUESTIONS_COLLECTION } from "#stores/register/lost-links.ts";
import { createMemberImportStore } from "#stores/register/member-imports.ts";
import { createMemberLinkStore } from "#stores/register/member-links.ts";
import { createProposalStore } from "#stores/register/proposals.ts";
import { createRegisterStore } from "#stores/register/register.ts";
import { createTouchStore } from "#stores/rounds/touches.ts";
import {
  createAnnouncementStore,
  createRoundTextStore,
  createSettingsStore,
  createTextStore,
} from "#stores/settings.ts";
import { createPlaceLinkStore } from "#stores/slots/place-links.ts";
import { createReplyStore, LAST_CHANGED_REPLY_QUERY, REPLIES_COLLECTION } from "#stores/slots/replies.ts";
import { createSlotStore, SLOTS_COLLECTION } from "#stores/slots/slots.ts";
import type { BackupReport } from "#upkeep/backup/create.ts";
import { availableBackupPath, makeInterruptibleBackup } from "#upkeep/backup/nightly-backups.ts";
import { type RestoreReport, restoreBackup } from "#upkeep/backup/restore.ts";
import { dataFolderPaths } from "#upkeep/private-folder.ts";
import type { Services } from "#usecases/services.ts";
import { createClockGuard } from "#usecases/site-health/clock-guard.ts";
import { readToDo } from "#usecases/to-do/read-to-do.ts";
import { createToDoReader } from "#usecases/to-do/to-do-reader.ts";
import type { Backend, BackendEvents, BackendOpener } from "./backends/backend.ts";
import { openEmbedded } from "./backends/embedded.ts";
import { openSiteHealth } from "./backends/health.ts";
import type { Config } from "./config.ts";
import { logOutput } from "./log-output.ts";

export { stopWaitingForLocks as endWaits } from "#adapters/sqlite/write-lock.ts";

type Watches = {
  isNothingDue: (now: Date) => boolean;
  stop: () => void;
};

const NO_WATCHES: Watches = { isNothingDue: () => false, stop() {} };

function watchDocuments(
  { documents, pictures }: Pick<Backend, "documents" | "pictures">,
  { onChange, onMail, report }: BackendEvents,
): Watches {
  let events: readonly StoredDocument[] | null = null;
  const onDown = (error: unknown) => report(error, "watching documents");
  const firstDue = (field: string) => ({ where: { field }, limit: 1, select: [field] });
  const stops = [
    ...(["membres", "evenements", "settings"] as const).map((source) =>
      documents.watch(
        source,
        {},
        {
          onDocuments(found) {
            // If an event has a `PageAddress`, every page links to the event. Report `settings`, because all pages
            // depend on `settings`.
            const isOnEveryPage = [...(events ?? []), ...found].some(({ content }) => content.PageAddress);
            if (source === "evenements") events = found;
            pictures.onWatch(source, found);
            onChange(isOnEveryPage ? "settings" : source);
          },
          onDown(error) {
            if (source === "evenements") events = null;
            pictures.onWatch(source, null);
            onDown(error);
          },
        },
      ),
    ),
    documents.watch("texts", {}, { onDocuments: () => onChange("texts"), onDown }),
    documents.watch(SLOTS_COLLECTION, {}, { onDocuments: () => onChange("slots"), onDown }),
    documents.watch(REPLIES_COLLECTION, LAST_CHANGED_REPLY_QUERY, { onDocuments: () => onChange("slots"), onDown }),
    documents.watch(
      LINK_QUESTIONS_COLLECTION,
      { limit: 1 },
      { onDocuments: (found) => found.length > 0 && onMail(), onDown },
    ),
    ...MAIL_QUEUES.map((queue) => documents.watch(MAILS_COLLECTION, firstDue(queue), { onDocuments: onMail, onDown })),
  ];
  return {
    isNothingDue: (now) =>
      events?.every(({ content }) => !isPublicationDue({ publication: String(content.Publication ?? "") }, now)) ??
      false,
    stop() {
      for (const stop of stops) stop();
    },
  };
}

/** Query at least this often, because the notifications of a store can stop without an error. */
const POLL_MS = 15 * 60_000;

/** Queries cost money in a hosted store. While no event is due, queries only once in `POLL_MS`. */
function skipWhenIdle<Due>(
  listDue: (now: Date) => Promise<Due[]>,
  isNothingDue: (now: Date) => boolean,
): (now: Date) => Promise<Due[]> {
  let lastQuery = Number.NEGATIVE_INFINITY;
  return async (now) => {
    if (Math.abs(now.getTime() - lastQuery) < POLL_MS && isNothingDue(now)) return [];
    const due = await listDue(now);
    lastQuery = now.getTime();
    return due;
  };
}

type OpenMail = Pick<Services, "mailer"> & { dataProcessors: readonly DataProcessor[] };

function openMail({ mail, mailFrom, mailTo, dataDir, publicUrl }: Config, { mailThrottle }: Backend): OpenMail {
  const to = [...mailTo];
  const from = `${ASSOCIATION_NAME} <${mailFrom}>`;
  if (mail.by === "outbox") {
    const { outbox: directory } = dataFolderPaths(dataDir);
    return { mailer: createEmlMailer({ directory, from, to, publicUrl }), dataProcessors: [] };
  }
  // EmailJS sends only to the addresses in its templates, so accounts and members cannot get mail.
  if (mail.by === "emailjs")
    return {
      mailer: createEmailJsMailer({ ...mail, ...(mailThrottle && { throttle: mailThrottle }) }),
      dataProcessors: [EMAILJS_PROCESSOR],
    };
  const { url } = mail;
  return {
    mailer: createSmtpMailer({ url, from, to, publicUrl }),
    dataProcessors: [smtpProcessor(url)],
  };
}

/** Google's libraries take 100 MB of memory and a second: load them only for Firebase. */
async function openBackend(config: Config, events: BackendEvents, opener: BackendOpener): Promise<Backend> {
  if (config.backend.by === "embedded") return openEmbedded(config, events, opener);
  const { openFirebase } = await import("./backends/firebase.ts").catch(rethrowMissingPackage);
  return openFirebase(config.backend, events);
}

function rethrowMissingPackage(error: NodeJS.ErrnoException): never {
  if (error.code !== "ERR_MODULE_NOT_FOUND") throw error;
  const [, pkg] = /package '([^']+)'/.exec(error.message) ?? [];
  throw new Error(`BACKEND=firebase needs the package ${pkg}, which is not installed: run npm ci.`);
}

/** Calls `onWrite` after each transaction. A watch of a part of a collection reports a write later than its transaction. */
const reportingWrites = (documents: Documents, onWrite: () => void): Documents => ({
  ...documents,
  async transaction(work, options) {
    const result = await documents.transaction(work, options);
    onWrite();
    return result;
  },
});

export async function openServices(config: Config, backendEvents: BackendEvents, opener: BackendOpener = "command") {
  const { report } = backendEvents;
  const clock: Clock = { now: () => new Date() };
  const backend = await openBackend(config, backendEvents, opener);
  const { documents, identities, pictures, siteSecret, backups } = backend;
  const now = () => clock.now();
  const journal = createJournalStore(documents);
  const toDo = createToDoReader(
    (at) => readToDo(services, at, report),
    () => services.clock.now(),
  );
  const toDoDocuments = reportingWrites(documents, toDo.forget);
  const events = createEventStore(toDoDocuments, now);
  const fees = createFeeStore(documents, now);
  const watches = opener === "site" ? watchDocuments(backend, backendEvents) : NO_WATCHES;
  const { mailer, dataProcessors } = openMail(config, backend);
  const clockGuard = createClockGuard({ lastSeen: backend.lastSeen, clock });
  // The health check writes to the store. Pages must not write, so pages show the result of the last check.
  let service: ServiceStatus = "well";
  const isHealthy = async () => {
    service = (await backend.isHealthy()) ? "well" : "failing";
    return service === "well";
  };
  const around = {
    backups,
    clock,
    clockHeldSince: clockGuard.heldSince,
    logLoss: logOutput.readLoss,
    report,
    checkService: async () => service,
  };
  const { health, stop: stopHealth } = openSiteHealth(config, around);
  const services: Services = {
    committee: createCommitteeStore(documents, now),
    events: { ...events, listDue: skipWhenIdle(events.listDue, watches.isNothingDue) },
    settings: createSettingsStore(documents),
    texts: createTextStore(documents),
    roundTexts: createRoundTextStore(documents),
    touches: createTouchStore(documents, now),
    firstSteps: createFirstStepsStore(documents, now),
    announcement: createAnnouncementStore(documents),
    inbox: createInboxStore(documents),
    register: createRegisterStore(documents, now),
    fees: { ...fees, open: (year, by) => fees.open(year, by).finally(toDo.forget) },
    bank: createBankPaymentStore(documents, now),
    attendance: createAttendanceStore(documents, now),
    slots: createSlotStore(documents, now),
    replies: createReplyStore(
      reportingWrites(documents, () => backendEvents.onChange("slots")),
      now,
    ),
    placeLinks: createPlaceLinkStore(documents, siteSecret),
    tasks: createTaskStore(toDoDocuments, now),
    dossiers: createDossierStore(toDoDocuments, now),
    handoverItems: createHandoverItemStore(documents, now),
    mailings: createMailingStore(documents, siteSecret, now),
    optOuts: createOptOutStore(documents, siteSecret, now),
    toDo,
    memberImports: createMemberImportStore(documents, now),
    memberLinks: createMemberLinkStore(documents, siteSecret, now),
    lostLinks: createLostLinkStore(documents, siteSecret, now),
    proposals: createProposalStore(documents, now),
    bin: createRecycleBinStore(documents, now),
    // An action must not fail because of its journal entry, so only report the error.
    journal: { ...journal, add: (line) => journal.add(line).catch((error: unknown) => report(error, "journal")) },
    pictures,
    auth: createAccountStore({ documents, identities, secret: siteSecret, report, now, publicUrl: config.publicUrl }),
    siteSecret,
    isGuessable: isPasswordGuessable,
    mails: createMailStore(documents, now),
    mailer,
    savedMail: createSavedMailFolder({ directory: dataFolderPaths(config.dataDir).outbox }),
    backups,
    health: { ...health, check: async (waitMs) => void (await Promise.all([isHealthy(), health.check(waitMs)])) },
    clock,
    clockGuard,
    dataProcessors: [...backend.dataProcessors, ...dataProcessors],
  };
  const { singleInstance, resume } = backend;
  const close = async () => {
    watches.stop();
    await stopHealth();
    await backend.close();
  };
  const check = () => checkDocumentFormat(documents);
  return { services, singleInstance, isHealthy, readPictureFile: pictures.readPictureFile, resume, check, close };
}

export type OpenSite = Awaited<ReturnType<typeof openServices>>;

export async function backUpSite(config: Config, file: string | null): Promise<BackupReport> {
  const { dataDir, backup } = inDataFolder(config);
  return makeInterruptibleBackup({ dataDir, file: file ?? availableBackupPath(backup.dir, new Date()) });
}

export function restoreSite(config: Config, file: string): RestoreReport {
  const { dataDir } = inDataFolder(config);
  return restoreBackup({ file, dataDir, migrations: MIGRATIONS_FOLDER });
}

function inDataFolder(config: Config): Config {
  if (config.backend.by === "embedded") return config;
  throw new Error(
    "Backups are of a data folder, and BACKEND=firebase keeps nothing there. docs/deploy.md says how Google makes them; " +
      "npm run transfer -- --from firebase --to embedded copies everything into DATA_DIR.",
  );
}
