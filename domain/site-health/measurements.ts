/** Results of the checks. Sizes are in bytes. */
import type { BackupsSummary } from "../backup-schedule.ts";

/** `failing`: the site answers, but cannot write. `silent`: the site does not answer. */
export type ServiceStatus = "well" | "failing" | "silent";

/**
 * The disk of the data or the disk of the backups, whichever is fuller. `backup`: size of the newest backup.
 * `elsewhere`: a hosting provider stores the data.
 */
export type DiskSpace =
  | { readonly free: number; readonly total: number; readonly backup: number }
  | "unreadable"
  | "elsewhere";

/** Lines of the server's log that could not be written. `until`: when the log was written again; null before. */
export type LostLogLines = { readonly lines: number; readonly from: Date; readonly until: Date | null };

/** Results of the quick checks, made for each health report. */
export type QuickChecks = {
  /** Null in the command `doctor` for a site on Firebase. */
  readonly service: ServiceStatus | null;
  readonly disk: DiskSpace;
  /** Null if no line was lost since the start of the site, and in the command `doctor`. */
  readonly logLoss: LostLogLines | null;
  /** The time before the server's clock jumped ahead. Null without a jump. A jump suspends publishing and purging. */
  readonly clockHeldSince: Date | null;
  /** Null if the backup folder cannot be read. */
  readonly backups: BackupsSummary | null;
  /** Whether Debian installs security updates. Null if deploy/install.sh has not set up the machine. */
  readonly updates: boolean | null;
  readonly running: string;
};

/**
 * `refused`: permanently refused mails. `refusedAddresses`: recipients that the mail server refused. `heldReason`: the
 * setting that blocks mail, in French. Null for none.
 */
export type MailQueue = {
  readonly waiting: number;
  readonly refused: number;
  readonly refusedAddresses: readonly string[];
  readonly heldReason: string | null;
};

export type RestoreTest =
  | { readonly outcome: "readable" | "refused"; readonly madeAt: Date }
  /** `none`: no backup yet. `elsewhere`: a hosting provider makes backups. `failed`: the test did not finish. */
  | { readonly outcome: "none" | "elsewhere" | "failed" };

export type CertificateCheck =
  | { readonly outcome: "shown"; readonly from: Date; readonly until: Date; readonly trusted: boolean }
  /** `silent`: no response. `http`: PUBLIC_URL is http. `local`: the host of PUBLIC_URL is local. */
  | { readonly outcome: "silent" | "http" | "local" };

/** Which server answered at PUBLIC_URL/healthz. */
export type PublicUrlCheck =
  | { readonly outcome: "site"; readonly version: string; readonly healthy: boolean }
  /** This site answered, but the hosting provider does not forward /healthz. */
  | { readonly outcome: "site-unnamed" }
  | { readonly outcome: "other"; readonly status: number }
  | { readonly outcome: "silent" };

export type DnsRecord = { readonly name: string; readonly type: "A" | "AAAA"; readonly address: string };

/** DNS records of PUBLIC_URL's host. Null if the host has no public domain, or DNS does not answer. */
export type DnsCheck = {
  /** The host, and the host's `www.` name if this machine serves the `www.` name. */
  readonly names: readonly string[];
  /** `here`: the record has an address of this machine. */
  readonly records: readonly (DnsRecord & { readonly here: boolean })[];
  /** Whether this machine has public addresses. */
  readonly isPublic: boolean;
} | null;

/** Answer of the mail server to a sign-in. `outbox` and `emailjs`: the site has no mail server. */
export type MailCheck = "accepted" | "sign-in" | "unreachable" | "late" | "insecure" | "refused" | "outbox" | "emailjs";

/** DNS records of the sender's domain. Null: the DNS did not answer. Empty: no such record. */
export type MailDomainCheck = {
  /** In ASCII. */
  readonly domain: string;
  /** Name of the mail server. Null if the name is local, or an IP address. */
  readonly mailHost: string | null;
  readonly spf: readonly string[] | null;
  /** Of the domain, or of the nearest parent domain that has one. */
  readonly dmarc: readonly string[] | null;
  /** Names of the servers that receive the domain's mail. Empty name: a null MX. */
  readonly mx: readonly string[] | null;
};

/** Results of the slow checks, made once a day and on request. */
export type SlowChecks = {
  readonly at: Date;
  readonly publicUrl: string;
  readonly restoreTest: RestoreTest;
  readonly certificate: CertificateCheck;
  readonly address: PublicUrlCheck;
  readonly dns: DnsCheck;
  readonly mail: MailCheck;
  /** Null if no mail leaves by SMTP. */
  readonly mailDomain: MailDomainCheck | null;
};
