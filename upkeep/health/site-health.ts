import { isIP } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { connect } from "node:tls";
import type { BackupsState } from "#domain/backup-schedule.ts";
import type {
  AddressLook,
  CertificateLook,
  Checked,
  Disk,
  MailLook,
  Measured,
  RestoreTest,
  ServiceLook,
} from "#domain/site-health/measurements.ts";
import type { Clock } from "#ports/clock.ts";
import { fetchText } from "./ask.ts";
import { installsUpdates, measureDisk } from "./local.ts";

const TIMEOUT_MS = 10_000;

type Options = {
  publicUrl: string;
  /** The release that runs. */
  running: string;
  /** How the site itself is; null where a command cannot ask it. */
  lookAtService: () => Promise<ServiceLook | null>;
  /** Null: another one's machine keeps the data. */
  data: { readonly folders: readonly string[]; readonly newestBackupBytes: () => number } | null;
  backups: { readState: () => Promise<BackupsState> };
  /** Puts the newest backup back, in a folder of its own. */
  tryBackup: () => Promise<RestoreTest>;
  /** Signs in to the mail server, or says why there is none to ask. */
  tryMail: () => Promise<MailLook>;
  clock: Clock;
  clockHeldSince: () => Date | null;
  report: (error: unknown, where: string) => void;
  timeoutMs?: number;
  /** Whom to believe besides those that everybody does; for tests. */
  ca?: string;
};

/** `SiteHealth` (usecases/services.ts); nothing is looked at before it is asked. */
export function createSiteHealth(options: Options) {
  const { data, backups, running, lookAtService, clockHeldSince } = options;
  return {
    async measure(): Promise<Measured> {
      const [service, disk, state] = await Promise.all([
        lookAtService(),
        diskOf(data),
        backups.readState().catch(() => null),
      ]);
      const updates = data && installsUpdates();
      return { service, disk, clockHeldSince: clockHeldSince(), backups: state, updates, running };
    },
    ...createChecks(options),
  };
}

async function diskOf(data: Options["data"]): Promise<Disk> {
  if (!data) return "elsewhere";
  // A disk that is gone (a share on the network) may never answer.
  const unanswered = wait(1000, "unreadable" as const, { ref: false });
  return Promise.race([measureDisk(data.folders, data.newestBackupBytes), unanswered]);
}

function createChecks(options: Options) {
  let last: Checked | null = null;
  let inProgress: Promise<void> | null = null;
  return {
    async check(waitMs?: number) {
      inProgress ??= look(options)
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

async function look({
  publicUrl,
  data,
  tryBackup,
  tryMail,
  clock,
  report,
  timeoutMs = TIMEOUT_MS,
  ca,
}: Options): Promise<Checked> {
  const [restoreTest, certificate, address, mail] = await Promise.all([
    tryBackup().catch((error: unknown): RestoreTest => {
      report(error, "health: restore test");
      return { outcome: "failed" };
    }),
    lookAtCertificate(publicUrl, timeoutMs, ca),
    lookAtAddress(publicUrl, timeoutMs, data === null),
    tryMail(),
  ]);
  return { at: clock.now(), publicUrl, restoreTest, certificate, address, mail };
}

/**
 * Checks which site answers; the certificate is a finding of its own.
 * @param hosted Google reserves paths that end in `z`: without /healthz, robots.txt identifies the site
 */
async function lookAtAddress(publicUrl: string, timeoutMs: number, hosted: boolean): Promise<AddressLook> {
  const answer = await fetchText(`${publicUrl}/healthz`, timeoutMs);
  if (!answer) return { outcome: "silent" };
  const version = versionIn(answer.text);
  if (version === null && hosted) {
    const robots = await fetchText(`${publicUrl}/robots.txt`, timeoutMs);
    if (robots?.text.includes(`${publicUrl}/sitemap.xml`)) return { outcome: "site-unnamed" };
  }
  if (version === null) return { outcome: "other", status: answer.status };
  return { outcome: "site", version, healthy: answer.status === 200 };
}

function versionIn(text: string): string | null {
  try {
    const { version, health } = JSON.parse(text) as { version?: unknown; health?: unknown };
    return typeof version === "string" && typeof health === "string" ? version.slice(0, 20) : null;
  } catch {
    return null;
  }
}

const LOCAL = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

function lookAtCertificate(publicUrl: string, timeoutMs: number, ca?: string): Promise<CertificateLook> {
  const { protocol, hostname, port } = new URL(publicUrl);
  if (protocol !== "https:") return Promise.resolve({ outcome: LOCAL.test(hostname) ? "local" : "http" });
  const host = hostname.replaceAll(/[[\]]/g, "");
  return new Promise((resolve) => {
    const socket = connect({
      host,
      port: Number(port || 443),
      ...(isIP(host) === 0 && { servername: host }),
      // An untrusted certificate is reported, too; nothing is sent.
      rejectUnauthorized: false,
      ...(ca && { ca }),
    });
    const timer = setTimeout(() => end({ outcome: "silent" }), timeoutMs);
    function end(look: CertificateLook) {
      clearTimeout(timer);
      socket.destroy();
      resolve(look);
    }
    socket.once("error", () => end({ outcome: "silent" }));
    socket.once("secureConnect", () => {
      const { valid_from, valid_to } = socket.getPeerCertificate();
      const [from, until] = [new Date(valid_from), new Date(valid_to)];
      const readable = !Number.isNaN(from.getTime()) && !Number.isNaN(until.getTime());
      end(readable ? { outcome: "shown", from, until, trusted: socket.authorized } : { outcome: "silent" });
    });
  });
}
