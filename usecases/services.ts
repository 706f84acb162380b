import type { BackupsState } from "#domain/backup-schedule.ts";
import type { DataProcessor } from "#domain/data-processor.ts";
import type { Measured, SlowChecks } from "#domain/site-health/measurements.ts";
import type { Clock } from "#ports/clock.ts";
import type { AccountMailer, Mailer, SavedMail } from "#ports/mailer.ts";
import type { AccountMailQueue } from "#stores/account-mail.ts";
import type { Authenticator } from "#stores/account-types.ts";
import type { BankBook } from "#stores/bank/payments.ts";
import type { CommitteeStore } from "#stores/card-store.ts";
import type { EventStore } from "#stores/events.ts";
import type { FeeBook } from "#stores/fees/fees.ts";
import type { FirstStepsState } from "#stores/first-steps.ts";
import type { Inbox } from "#stores/inbox.ts";
import type { Journal } from "#stores/journal.ts";
import type { Attendance } from "#stores/members/attendance.ts";
import type { MemberImports } from "#stores/members/member-imports.ts";
import type { MemberLinks } from "#stores/members/member-links.ts";
import type { Proposals } from "#stores/members/proposals.ts";
import type { Register } from "#stores/members/register.ts";
import type { Pictures } from "#stores/pictures/pictures.ts";
import type { RecycleBin } from "#stores/recycle-bin.ts";
import type { TextStore } from "#stores/revised/texts.ts";
import type { AnnouncementStore, SettingsStore } from "#stores/settings.ts";
import type { ClockGuard } from "./site-health/clock-guard.ts";

export interface Services {
  committee: CommitteeStore;
  events: EventStore;
  settings: SettingsStore;
  texts: TextStore;
  firstSteps: FirstStepsState;
  announcement: AnnouncementStore;
  inbox: Inbox;
  register: Register;
  fees: FeeBook;
  bank: BankBook;
  attendance: Attendance;
  memberImports: MemberImports;
  memberLinks: MemberLinks;
  proposals: Proposals;
  bin: RecycleBin;
  journal: Journal;
  images: Pictures;
  auth: Authenticator;
  /** Secret key of the site, the same on all instances: at least 32 random characters. Never send it to a client. */
  siteSecret: () => Promise<string>;
  /** Whether a password is easy to guess. Takes tenths of a second. `email`: address of the account. */
  isGuessable: (password: string, email: string) => Promise<boolean>;
  mailer: Mailer;
  /** Mail that was saved as files. Needed even if the site sends mail, because earlier mail may have been saved. */
  savedMail: SavedMail;
  /** Null if the site sends no mail to accounts. Account links are then only displayed. */
  accountMailer: AccountMailer | null;
  /** Retry queue for `accountMailer`. */
  accountMail: AccountMailQueue;
  backups: Backups;
  health: SiteHealth;
  clock: Clock;
  clockGuard: ClockGuard;
  /** Processors of personal data, for the privacy page. If none has the role "mail", the site sends no mail. */
  dataProcessors: readonly DataProcessor[];
}

export interface Backups {
  /** @throws if the backup folder cannot be read */
  readState(): Promise<BackupsState>;

  /**
   * Makes a backup; concurrent calls share one run. Then deletes the oldest backups above the limit, unless `rotate` is
   * false; if the site is empty, backups with content stay. Returns the time of the backup.
   * @throws if it fails; earlier backups stay, and `readState` reports the failure until a run succeeds
   */
  make(options?: { rotate?: boolean }): Promise<Date>;
}

export interface SiteHealth {
  /** Runs the quick checks, which take milliseconds. Never throws; failures are in the result. */
  measure(): Promise<Measured>;

  /** Runs the slow checks, each with a deadline; returns after `waitMs` at the latest. Never throws. */
  check(waitMs?: number): Promise<void>;

  /** @returns the result of the last `check` in this process; null before the first */
  readChecked(): { readonly last: SlowChecks | null; readonly inProgress: boolean };
}
