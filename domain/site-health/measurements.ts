/** What the checks of the machine and its connections measure. Sizes are in bytes. */
import type { BackupsState } from "../backup-schedule.ts";

/** `failing`: the site answers and cannot write. */
export type ServiceStatus = "well" | "failing" | "silent";

/** Room on the fuller of the disks of data and backups; `backup`: size of the newest one. `elsewhere`: a provider's. */
export type Disk =
  | { readonly free: number; readonly total: number; readonly backup: number }
  | "unreadable"
  | "elsewhere";

/** Quick checks, made on each request. */
export type Measured = {
  /** Null: a command cannot ask a hosted site. */
  readonly service: ServiceStatus | null;
  readonly disk: Disk;
  /** Last time seen before a jump ahead that delays publishing and purging; null: nothing is delayed. */
  readonly clockHeldSince: Date | null;
  /** Null: the backup folder cannot be read. */
  readonly backups: BackupsState | null;
  /** Whether Debian installs security updates by itself; null where deploy/install.sh has not set up the machine. */
  readonly updates: boolean | null;
  readonly running: string;
};

/** Mail of the inbox: how many wait, how many were refused for good, and why mail is held; null when none is. */
export type MailQueue = { readonly waiting: number; readonly refused: number; readonly heldReason: string | null };

/** Restore of the newest backup into a folder of its own. */
export type RestoreTest =
  | { readonly outcome: "restored"; readonly madeAt: Date; readonly files: number }
  | { readonly outcome: "refused"; readonly madeAt: Date }
  | { readonly outcome: "no-room"; readonly needed: number; readonly free: number }
  /** No backup yet; a provider keeps the data; the test itself did not end. */
  | { readonly outcome: "none" | "elsewhere" | "failed" };

export type CertificateCheck =
  | { readonly outcome: "shown"; readonly from: Date; readonly until: Date; readonly trusted: boolean }
  /** No answer; PUBLIC_URL is http; PUBLIC_URL is this machine's own name. */
  | { readonly outcome: "silent" | "http" | "local" };

/** What PUBLIC_URL/healthz answered. */
export type AddressCheck =
  | { readonly outcome: "site"; readonly version: string; readonly healthy: boolean }
  /** The site, where the host keeps /healthz for itself. */
  | { readonly outcome: "site-unnamed" }
  | { readonly outcome: "other"; readonly status: number }
  | { readonly outcome: "silent" };

export type DnsRecord = { readonly name: string; readonly type: "A" | "AAAA"; readonly address: string };

/**
 * DNS records of PUBLIC_URL's host, and of `www.` where this machine serves it. `names` starts with the host; `here`: the
 * address is this machine's. `isPublic`: this machine has public addresses. Null: no public domain, or no answer.
 */
export type DnsCheck = {
  readonly names: readonly string[];
  readonly records: readonly (DnsRecord & { readonly here: boolean })[];
  readonly isPublic: boolean;
} | null;

/** The mail server's answer to a sign-in, or why there is none to ask. */
export type MailCheck = "accepted" | "sign-in" | "unreachable" | "late" | "insecure" | "refused" | "outbox" | "emailjs";

/** Slow checks, made once a day and on request. */
export type Checked = {
  readonly at: Date;
  readonly publicUrl: string;
  readonly restoreTest: RestoreTest;
  readonly certificate: CertificateCheck;
  readonly address: AddressCheck;
  readonly dns: DnsCheck;
  readonly mail: MailCheck;
};
