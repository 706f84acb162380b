/** Results of the checks of the machine and its connections. Sizes are in bytes. */
import type { BackupsState } from "../backup-schedule.ts";

/** `failing`: the site answers, but cannot write. `silent`: it does not answer. */
export type ServiceStatus = "well" | "failing" | "silent";

/**
 * Space on the disk of the data or on the disk of the backups, whichever is fuller. `backup`: size of the newest
 * backup. `elsewhere`: a hosting provider stores the data, so there is no disk to measure.
 */
export type Disk =
  | { readonly free: number; readonly total: number; readonly backup: number }
  | "unreadable"
  | "elsewhere";

/** Results of the quick checks, which are repeated for each health report. */
export type Measured = {
  /** State of the site; null in the command `doctor` when the site runs at a hosting provider. */
  readonly service: ServiceStatus | null;
  readonly disk: Disk;
  /** Last time before the clock jumped ahead; null without a jump. A jump suspends publishing and purging. */
  readonly clockHeldSince: Date | null;
  /** State of the backups; null when the backup folder cannot be read. */
  readonly backups: BackupsState | null;
  /** Whether Debian installs security updates by itself; null where deploy/install.sh has not set up the machine. */
  readonly updates: boolean | null;
  readonly running: string;
};

/** Numbers of waiting and of permanently refused mails. `heldReason`: why a setting blocks mail, in French, or null. */
export type MailQueue = { readonly waiting: number; readonly refused: number; readonly heldReason: string | null };

/** Result of restoring the newest backup into a temporary folder. */
export type RestoreTest =
  | { readonly outcome: "restored"; readonly madeAt: Date; readonly files: number }
  | { readonly outcome: "refused"; readonly madeAt: Date }
  | { readonly outcome: "no-room"; readonly needed: number; readonly free: number }
  /** `none`: no backup yet. `elsewhere`: at a hosting provider. `failed`: the test failed or did not finish. */
  | { readonly outcome: "none" | "elsewhere" | "failed" };

export type CertificateCheck =
  | { readonly outcome: "shown"; readonly from: Date; readonly until: Date; readonly trusted: boolean }
  /** `silent`: no response. `http`: PUBLIC_URL is http. `local`: only this machine knows the name in PUBLIC_URL. */
  | { readonly outcome: "silent" | "http" | "local" };

/** Which server answered at PUBLIC_URL/healthz. */
export type AddressCheck =
  | { readonly outcome: "site"; readonly version: string; readonly healthy: boolean }
  /** This site answered, but its version is unknown, because the hosting provider does not forward /healthz. */
  | { readonly outcome: "site-unnamed" }
  | { readonly outcome: "other"; readonly status: number }
  | { readonly outcome: "silent" };

export type DnsRecord = { readonly name: string; readonly type: "A" | "AAAA"; readonly address: string };

/**
 * DNS records of PUBLIC_URL's host; null if the host has no public domain, or DNS does not answer. `names`: the host,
 * then its `www.` name if this machine serves it. `here`: the record has an address of this machine. `isPublic`: this
 * machine has public addresses.
 */
export type DnsCheck = {
  readonly names: readonly string[];
  readonly records: readonly (DnsRecord & { readonly here: boolean })[];
  readonly isPublic: boolean;
} | null;

/** How the mail server answered a sign-in; `outbox` and `emailjs`: the site is configured without a mail server. */
export type MailCheck = "accepted" | "sign-in" | "unreachable" | "late" | "insecure" | "refused" | "outbox" | "emailjs";

/** Results of the slow checks, made once a day and on request. */
export type SlowChecks = {
  readonly at: Date;
  readonly publicUrl: string;
  readonly restoreTest: RestoreTest;
  readonly certificate: CertificateCheck;
  readonly address: AddressCheck;
  readonly dns: DnsCheck;
  readonly mail: MailCheck;
};
