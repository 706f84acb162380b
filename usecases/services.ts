import type { BackupsState } from "#domain/backup-schedule.ts";
import type { DataProcessor } from "#domain/data-processor.ts";
import type { Checked, Measured } from "#domain/site-health/measurements.ts";
import type { Clock } from "#ports/clock.ts";
import type { AccountMailer, Mailer, SavedMail } from "#ports/mailer.ts";
import type { AccountMailQueue } from "#stores/account-mail.ts";
import type { Authenticator } from "#stores/account-types.ts";
import type { CommitteeStore } from "#stores/card-store.ts";
import type { EventStore } from "#stores/events.ts";
import type { FirstStepsState } from "#stores/first-steps.ts";
import type { Inbox } from "#stores/inbox-types.ts";
import type { Journal } from "#stores/journal.ts";
import type { Pictures } from "#stores/pictures/pictures.ts";
import type { RecycleBin } from "#stores/recycle-bin.ts";
import type { SettingsStore } from "#stores/settings.ts";
import type { ClockGuard } from "./site-health/clock-guard.ts";

export interface Services {
  committee: CommitteeStore;
  events: EventStore;
  settings: SettingsStore;
  firstSteps: FirstStepsState;
  inbox: Inbox;
  bin: RecycleBin;
  journal: Journal;
  images: Pictures;
  auth: Authenticator;
  /** Secret of this site, the same on all instances: at least 32 random characters. It never leaves the server. */
  siteSecret: () => Promise<string>;
  /** Whether a password is easy to guess. `email`: address of the account. Takes tenths of a second. */
  isGuessable: (password: string, email: string) => Promise<boolean>;
  mailer: Mailer;
  /** Also set when the site sends mail, because earlier mail may be saved. */
  savedMail: SavedMail;
  /** Null where the site sends no mail to accounts: links are only shown. */
  accountMailer: AccountMailer | null;
  /** Retry queue of `accountMailer`. */
  accountMail: AccountMailQueue;
  backups: Backups;
  health: SiteHealth;
  clock: Clock;
  clockGuard: ClockGuard;
  /** Processors of personal data, from the configured adapters. Without the role "mail" the site sends no mail. */
  dataProcessors: readonly DataProcessor[];
}

export interface Backups {
  /** @throws when the backup folder cannot be read */
  readState(): Promise<BackupsState>;

  /**
   * Deletes the oldest backups beyond the limit, unless `rotate` is false. Concurrent calls share one run.
   * While the site is empty, backups with content stay. Resolves with the time of the backup.
   * @throws when it fails; earlier backups stay, and `readState` reports the failure until a run succeeds
   */
  make(options?: { rotate?: boolean }): Promise<Date>;
}

export interface SiteHealth {
  /** Quick checks, in milliseconds. Never throws; failed measurements are marked. */
  measure(): Promise<Measured>;

  /** Runs the slow checks, each with a deadline; returns after `waitMs` at the latest. Never throws. */
  check(waitMs?: number): Promise<void>;

  /** Result of the last run in this process; null before the first. */
  readChecked(): { readonly last: Checked | null; readonly inProgress: boolean };
}
