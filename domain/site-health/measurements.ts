/** What was looked at on the machine and around it, before anybody judges it. Sizes are in bytes. */
import type { BackupsState } from "../backup-schedule.ts";

/** Whether the site answers and can write, answers and cannot, or does not answer. */
export type ServiceLook = "well" | "failing" | "silent";

/** Room where the data and the backups lie, of the place that has less; `backup` is the size of the newest backup. */
export type Disk =
  | { readonly free: number; readonly total: number; readonly backup: number }
  | "unreadable"
  /** Another one's machine keeps the data. */
  | "elsewhere";

/** What costs milliseconds: looked at whenever somebody asks. */
export type Measured = {
  /** Null: a command cannot ask a hosted site. */
  readonly service: ServiceLook | null;
  readonly disk: Disk;
  /** The last time seen before a jump ahead that holds publications and purges up; null: nothing is held up. */
  readonly clockHeldSince: Date | null;
  /** Null: the place of the backups cannot be read. */
  readonly backups: BackupsState | null;
  /** Whether Debian installs its security updates by itself; null where deploy/install.sh has not set up the machine. */
  readonly updates: boolean | null;
  readonly running: string;
};

/** Mail of the inbox: how many wait, how many were refused for good, and why mail is held; null when none is. */
export type WaitingMail = { readonly waiting: number; readonly refused: number; readonly heldReason: string | null };

/** What became of putting the newest backup back, in a folder of its own. */
export type RestoreTest =
  | { readonly outcome: "restored"; readonly madeAt: Date; readonly files: number }
  | { readonly outcome: "refused"; readonly madeAt: Date }
  | { readonly outcome: "no-room"; readonly needed: number; readonly free: number }
  /** There is none; somebody else keeps the data; the restore test itself did not come to an end. */
  | { readonly outcome: "none" | "elsewhere" | "failed" };

export type CertificateLook =
  | { readonly outcome: "shown"; readonly from: Date; readonly until: Date; readonly trusted: boolean }
  /** Nobody answered; PUBLIC_URL is http; PUBLIC_URL is this machine's own name. */
  | { readonly outcome: "silent" | "http" | "local" };

/** What PUBLIC_URL/healthz answered. */
export type AddressLook =
  | { readonly outcome: "site"; readonly version: string; readonly healthy: boolean }
  /** The site, where the host keeps /healthz from being asked. */
  | { readonly outcome: "site-unnamed" }
  | { readonly outcome: "other"; readonly status: number }
  | { readonly outcome: "silent" };

/** What the mail server said to a sign-in, or why there is none to ask. */
export type MailLook = "accepted" | "sign-in" | "unreachable" | "late" | "insecure" | "refused" | "outbox" | "emailjs";

/** What takes seconds, or asks somebody else: looked at once a day, and when somebody wants to know. */
export type Checked = {
  readonly at: Date;
  readonly publicUrl: string;
  readonly restoreTest: RestoreTest;
  readonly certificate: CertificateLook;
  readonly address: AddressLook;
  readonly mail: MailLook;
};
