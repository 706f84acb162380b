/** What the site's health is measured by, for either family of stores. */
import { trySignIn } from "#adapters/smtp/try-sign-in.ts";
import { MIGRATIONS } from "#adapters/sqlite/database.ts";
import { openDocuments } from "#adapters/sqlite/documents.ts";
import type { MailLook, ServiceLook } from "#domain/site-health/measurements.ts";
import type { Clock } from "#ports/clock.ts";
import { createInbox } from "#stores/inbox.ts";
import type { Inbox } from "#stores/inbox-types.ts";
import { createBackups } from "#upkeep/backup/nightly-backups.ts";
import { newestBackupBytes } from "#upkeep/backup/restore-test.ts";
import { createRestoreTests } from "#upkeep/backup/restore-test-thread.ts";
import { dataPaths } from "#upkeep/data-folder.ts";
import { fetchText } from "#upkeep/health/ask.ts";
import { createSiteHealth } from "#upkeep/health/site-health.ts";
import type { Backups, SiteHealth } from "#usecases/services.ts";
import type { Config } from "../config.ts";
import { VERSION } from "../version.ts";
import { isReady } from "./data-folder.ts";

const SERVICE_MS = 5_000;

/** Google keeps the data, and backs them up as docs/deploy.md has it set up: the site cannot look. */
export const FIREBASE_BACKUPS: Backups = {
  readState: async () => ({ last: null, failedAt: null, kept: null }),
  make: async () => {
    throw new Error("Backups of a hosted site are made by Google: docs/deploy.md.");
  },
};

type Around = {
  backups: Pick<Backups, "readState">;
  clock: Clock;
  /** As the port of the clock's guard has it. */
  clockHeldSince: () => Date | null;
  report: (error: unknown, where: string) => void;
  /** How the site itself is; null where a command cannot ask it. */
  lookAtService: () => Promise<ServiceLook | null>;
};

type OpenHealth = {
  health: SiteHealth;
  /** Gives up the restore test that is under way. */
  stop: () => Promise<void>;
};

/** Opens no store: what is measured lies around them. */
export function openHealth(config: Config, around: Around): OpenHealth {
  const { publicUrl, dataDir, mail, backup } = config;
  const tryMail = async (): Promise<MailLook> => (mail.by === "smtp" ? trySignIn(mail.url) : mail.by);
  const common = { ...around, publicUrl, running: VERSION, tryMail };
  if (config.backend.by === "firebase") {
    const tryBackup = async () => ({ outcome: "elsewhere" as const });
    return { health: createSiteHealth({ ...common, data: null, tryBackup }), stop: async () => {} };
  }
  const { dir: directory } = backup;
  const restoreTests = createRestoreTests({ directory, migrations: MIGRATIONS }, around.report);
  const data = { folders: [dataDir, directory], newestBackupBytes: () => newestBackupBytes(directory) };
  return { health: createSiteHealth({ ...common, data, tryBackup: restoreTests.run }), stop: restoreTests.stop };
}

/** For a command beside the site, or without one. @param report hears of what the restore test has to say */
export function openHealthReadOnly(config: Config, report: Around["report"]): SiteHealth {
  const { dataDir, backup, backend } = config;
  const isHosted = backend.by === "firebase";
  const ofFolder = () => createBackups({ dataDir, directory: backup.dir, keep: backup.keep });
  const backups = isHosted ? FIREBASE_BACKUPS : ofFolder();
  const clock = { now: () => new Date() };
  const lookAtService = async () => (isHosted ? null : askService(config));
  return openHealth(config, { backups, clock, clockHeldSince: () => null, report, lookAtService }).health;
}

/**
 * The inbox for a command that changes nothing.
 * @returns null where Google keeps it, or the folder waits for an upgrade or a restore
 */
export function openInboxReadOnly({ backend, dataDir }: Config): { inbox: Inbox; close: () => void } | null {
  if (backend.by === "firebase" || !isReady(dataDir)) return null;
  const documents = openDocuments(dataPaths(dataDir).database, { readOnly: true });
  return { inbox: createInbox(documents), close: documents.close };
}

async function askService({ port, host }: Config): Promise<ServiceLook> {
  const isAny = host === "0.0.0.0" || host === "::";
  const name = isAny ? "localhost" : host.includes(":") ? `[${host}]` : host;
  const answer = await fetchText(`http://${name}:${port}/healthz`, SERVICE_MS);
  return answer === null ? "silent" : answer.status === 200 ? "well" : "failing";
}
