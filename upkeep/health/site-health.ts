import { existsSync, readFileSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import type { BackupsSummary } from "#domain/backup-schedule.ts";
import type {
  DiskSpace,
  MailCheck,
  MailDomainCheck,
  QuickChecks,
  RestoreTest,
  SlowChecks,
} from "#domain/site-health/measurements.ts";
import type { Clock } from "#ports/clock.ts";
import { checkCertificate, checkDns, checkPublicUrl } from "./connections.ts";

const TIMEOUT_MS = 10_000;

type Options = {
  publicUrl: string;
  running: QuickChecks["running"];
  /** Resolves to null if the service cannot be checked: a site on Firebase runs on another machine. */
  checkService: () => Promise<QuickChecks["service"]>;
  /** Null with BACKEND=firebase, where the data is not on this machine. */
  data: { readonly folders: readonly string[]; readonly newestBackupBytes: () => number } | null;
  backups: { readState: () => Promise<BackupsSummary> };
  testRestore: () => Promise<RestoreTest>;
  checkMail: () => Promise<MailCheck>;
  /** Resolves to null if no mail leaves by SMTP. */
  checkMailDomain: (timeoutMs: number) => Promise<MailDomainCheck | null>;
  clock: Clock;
  clockHeldSince: () => Date | null;
  logLoss: () => QuickChecks["logLoss"];
  report: (error: unknown, where: string) => void;
  timeoutMs?: number;
};

/** Implements `SiteHealth` (usecases/services.ts). */
export function createSiteHealth(options: Options) {
  const { data, backups, running, checkService, clockHeldSince, logLoss } = options;
  let last: SlowChecks | null = null;
  let inProgress: Promise<void> | null = null;
  return {
    async measure(): Promise<QuickChecks> {
      const [service, disk, state] = await Promise.all([
        checkService(),
        // Limit the time, because an unreachable network share may never answer.
        data
          ? Promise.race([measureDisk(data), wait(1000, "unreadable" as const, { ref: false })])
          : ("elsewhere" as const),
        backups.readState().catch(() => null),
      ]);
      const updates = data && areSystemUpdatesInstalled();
      return { service, disk, logLoss: logLoss(), clockHeldSince: clockHeldSince(), backups: state, updates, running };
    },
    async check(waitMs?: number) {
      inProgress ??= runChecks(options)
        .then((checked) => {
          last = checked;
        })
        .finally(() => {
          inProgress = null;
        });
      await (waitMs === undefined ? inProgress : Promise.race([inProgress, wait(waitMs, undefined, { ref: false })]));
    },
    readChecked: () => ({ last, inProgress: inProgress !== null }),
  };
}

/** The folder of the backups may not exist yet. */
async function measureDisk({ folders, newestBackupBytes }: NonNullable<Options["data"]>): Promise<DiskSpace> {
  try {
    const existing = folders.filter((folder, i) => i === 0 || existsSync(folder));
    const rooms = (await Promise.all(existing.map((folder) => statfs(folder)))).map(({ bavail, blocks, bsize }) => ({
      free: bavail * bsize,
      total: blocks * bsize,
    }));
    const least = rooms.reduce((one, other) => (other.free < one.free ? other : one));
    return { ...least, backup: bytesOrZero(newestBackupBytes) };
  } catch {
    return "unreadable";
  }
}

/** An unreadable folder of the backups is a problem of the backups, not of the disk. */
function bytesOrZero(measure: () => number): number {
  try {
    return measure();
  } catch {
    return 0;
  }
}

/** Written by deploy/install.sh. Only machines with this file are checked for updates. */
const INSTALLED = "/etc/jeunesse.env";
const UPDATES = "/etc/apt/apt.conf.d/20auto-upgrades";

export function areSystemUpdatesInstalled(root = ""): boolean | null {
  if (!existsSync(root + INSTALLED)) return null;
  try {
    return /^APT::Periodic::Unattended-Upgrade\s+"(?:[1-9]\d*|always)"/m.test(readFileSync(root + UPDATES, "utf8"));
  } catch {
    return false;
  }
}

async function runChecks({ publicUrl, data, timeoutMs = TIMEOUT_MS, ...options }: Options): Promise<SlowChecks> {
  const [restoreTest, certificate, address, dns, mail, mailDomain] = await Promise.all([
    options.testRestore().catch((error: unknown): RestoreTest => {
      options.report(error, "health: restore test");
      return { outcome: "failed" };
    }),
    checkCertificate(publicUrl, timeoutMs),
    checkPublicUrl(publicUrl, timeoutMs, data === null),
    data && Promise.race([checkDns(publicUrl), wait(timeoutMs, null, { ref: false })]),
    options.checkMail(),
    options.checkMailDomain(timeoutMs),
  ]);
  return { at: options.clock.now(), publicUrl, restoreTest, certificate, address, dns, mail, mailDomain };
}
