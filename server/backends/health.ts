import { checkSmtpSignIn } from "#adapters/smtp/smtp-mailer.ts";
import { MIGRATIONS_FOLDER } from "#adapters/sqlite/database.ts";
import { openSqliteDocuments } from "#adapters/sqlite/documents.ts";
import type { QuickChecks } from "#domain/site-health/measurements.ts";
import { createInboxStore } from "#stores/inbox.ts";
import { createMailStore } from "#stores/mails.ts";
import { createNightlyBackups } from "#upkeep/backup/nightly-backups.ts";
import { createRestoreTests, newestBackupBytes } from "#upkeep/backup/restore-test.ts";
import { fetchText } from "#upkeep/health/connections.ts";
import { checkMailDomain } from "#upkeep/health/mail-domain.ts";
import { createSiteHealth } from "#upkeep/health/site-health.ts";
import { dataFolderPaths } from "#upkeep/private-folder.ts";
import type { BackupControl, SiteHealth } from "#usecases/services.ts";
import type { Config } from "../config.ts";
import { SITE_VERSION } from "../version.ts";
import { isDataFolderReady } from "./data-folder.ts";

const SERVICE_MS = 5_000;

/** With Firebase, Google makes the backups (docs/deploy.md). The site cannot check these backups. */
export const FIREBASE_BACKUP_STATE: BackupControl = {
  readState: async () => ({ last: null, failedAt: null, kept: null }),
  make: async () => {
    throw new Error("Backups of a hosted site are made by Google: docs/deploy.md.");
  },
};

type Parts = Omit<
  Parameters<typeof createSiteHealth>[0],
  "publicUrl" | "running" | "data" | "testRestore" | "checkMail" | "checkMailDomain"
>;

export function openSiteHealth(config: Config, parts: Parts): { health: SiteHealth; stop: () => Promise<void> } {
  const { publicUrl, dataDir, mail, mailFrom, backup, backend } = config;
  const checkMail = async () => (mail.by === "smtp" ? checkSmtpSignIn(mail.url) : mail.by);
  const checkSender = async (timeoutMs: number) =>
    mail.by === "smtp" ? checkMailDomain({ sender: mailFrom, url: mail.url }, timeoutMs) : null;
  const common = { ...parts, publicUrl, running: SITE_VERSION, checkMail, checkMailDomain: checkSender };
  if (backend.by === "firebase") {
    const testRestore = async () => ({ outcome: "elsewhere" as const });
    return { health: createSiteHealth({ ...common, data: null, testRestore }), stop: async () => {} };
  }
  const { dir: directory } = backup;
  const { run, stop } = createRestoreTests({ directory, migrations: MIGRATIONS_FOLDER }, parts.report);
  const data = { folders: [dataDir, directory], newestBackupBytes: () => newestBackupBytes(directory) };
  return { health: createSiteHealth({ ...common, data, testRestore: run }), stop };
}

export function openSiteHealthReadOnly(config: Config, report: Parts["report"]): SiteHealth {
  const { dataDir, backup, backend } = config;
  const isHosted = backend.by === "firebase";
  return openSiteHealth(config, {
    backups: isHosted
      ? FIREBASE_BACKUP_STATE
      : createNightlyBackups({ dataDir, directory: backup.dir, keep: backup.keep }),
    clock: { now: () => new Date() },
    clockHeldSince: () => null,
    logLoss: () => null,
    checkService: async () => (isHosted ? null : askService(config)),
    report,
  }).health;
}

export function openMailReadOnly({ backend, dataDir }: Config) {
  if (backend.by === "firebase" || !isDataFolderReady(dataDir)) return null;
  const documents = openSqliteDocuments(dataFolderPaths(dataDir).database, { readOnly: true });
  return { inbox: createInboxStore(documents), mails: createMailStore(documents), documents, close: documents.close };
}

async function askService({ port, host }: Config): Promise<QuickChecks["service"]> {
  const isAny = host === "0.0.0.0" || host === "::";
  const name = isAny ? "localhost" : host.includes(":") ? `[${host}]` : host;
  const answer = await fetchText(`http://${name}:${port}/healthz`, SERVICE_MS);
  return answer === null ? "silent" : answer.status === 200 ? "well" : "failing";
}
