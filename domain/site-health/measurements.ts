/** Measurements of the machine and its surroundings. Sizes are in bytes. */
import type { BackupsState } from "../backup-schedule.ts";
import type { Release } from "./release-news.ts";

/** The fuller disk; `backup` is the size of the newest one; `elsewhere`: a provider keeps the data. */
export type Disk =
  | { readonly free: number; readonly total: number; readonly backup: number }
  | "unreadable"
  | "elsewhere";

export type Memory = {
  /** Used by the site; null when run from the command line. */
  readonly used: number | null;
  readonly limit: number;
  /** Left on the machine; null: unknown. */
  readonly free: number | null;
};

export type ClockLook = {
  /** Whether the system synchronises the clock; null: unknown. */
  readonly synchronised: boolean | null;
  /** Seconds ahead of another server, negative when behind; null: not compared. */
  readonly aheadS: number | null;
  /** Last time before a forward jump that suspends publications and purges; null: no jump. */
  readonly heldSince: Date | null;
};

export type News =
  /** RELEASES_URL unset; not fetched yet; no usable answer; up to date; or a newer release. */
  "off" | "unasked" | "silent" | "newest" | Release;

export type Measured = {
  readonly disk: Disk;
  readonly memory: Memory;
  readonly clock: ClockLook;
  readonly backups: BackupsState | null;
  readonly running: string;
  readonly news: News;
};

/** Result of the restore test of the newest backup, in a separate folder. */
export type Trial =
  | { readonly outcome: "restored"; readonly madeAt: Date; readonly files: number }
  | { readonly outcome: "refused"; readonly madeAt: Date }
  | { readonly outcome: "no-room"; readonly needed: number; readonly free: number }
  /** No backup; kept by a provider; the test itself failed. */
  | { readonly outcome: "none" | "elsewhere" | "failed" };

export type CertificateLook =
  | { readonly outcome: "shown"; readonly from: Date; readonly until: Date; readonly trusted: boolean }
  /** No answer; PUBLIC_URL is http; PUBLIC_URL is local. */
  | { readonly outcome: "silent" | "http" | "local" };

export type AddressLook =
  | { readonly outcome: "site"; readonly version: string; readonly healthy: boolean }
  | { readonly outcome: "site-unnamed" }
  | { readonly outcome: "other"; readonly status: number }
  | { readonly outcome: "silent" };

/** Result of a sign-in to the mail server, or the mailer without one. */
export type MailLook = "accepted" | "sign-in" | "unreachable" | "late" | "insecure" | "refused" | "outbox" | "emailjs";

/** Slow checks and requests to other servers: daily, and on demand. */
export type Checked = {
  readonly at: Date;
  readonly publicUrl: string;
  readonly trial: Trial;
  readonly certificate: CertificateLook;
  readonly address: AddressLook;
  readonly mail: MailLook;
};
