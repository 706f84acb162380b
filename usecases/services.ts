import type { BackupsState } from "#domain/backup-schedule.ts";
import type { DataProcessor } from "#domain/data-processor.ts";
import type { Checked, Measured } from "#domain/site-health/measurements.ts";
import type { Release } from "#domain/site-health/release-news.ts";
import type { Clock } from "#ports/clock.ts";
import type { AccountMailer, Mailer, SavedMail } from "#ports/mailer.ts";
import type { AccountMailQueue } from "#stores/account-mail.ts";
import type { Authenticator } from "#stores/account-types.ts";
import type { CommitteeStore } from "#stores/card-store.ts";
import type { EventStore } from "#stores/events.ts";
import type { Inbox } from "#stores/inbox-types.ts";
import type { Journal } from "#stores/journal.ts";
import type { Pictures } from "#stores/pictures/pictures.ts";
import type { RecycleBin } from "#stores/recycle-bin.ts";
import type { SettingsStore } from "#stores/settings.ts";
import type { ClockGuard } from "./site-health/clock-guard.ts";

/** Everything the site needs from the world: what routes and use cases receive. */
export interface Services {
  committee: CommitteeStore;
  events: EventStore;
  settings: SettingsStore;
  inbox: Inbox;
  /** What was deleted lately. */
  bin: RecycleBin;
  journal: Journal;
  images: Pictures;
  auth: Authenticator;
  /**
   * A secret of this site, the same on all of its instances: at least 32 random characters. It leaves the server in no
   * form. Throws when the store does not answer.
   */
  siteSecret: () => Promise<string>;
  /** Whether a chosen password would be guessed soon, given the address of its account. Takes some tenths of a second. */
  isGuessable: (password: string, email: string) => Promise<boolean>;
  mailer: Mailer;
  /** Also where mail is sent today: the site may have kept it once. */
  savedMail: SavedMail;
  /** Null where no mail leaves this site: links are only shown then. */
  accountMailer: AccountMailer | null;
  /** What `accountMailer` has to send again until it is out. */
  accountMail: AccountMailQueue;
  backups: Backups;
  health: SiteHealth;
  clock: Clock;
  clockGuard: ClockGuard;
  /** Who works with personal data, as the chosen adapters say; without "mail" no mail leaves this site. */
  dataProcessors: readonly DataProcessor[];
}

/** Copies of everything the site holds, that it makes by itself while it goes on. */
export interface Backups {
  /** @throws when the place of the backups cannot be read */
  readState(): Promise<BackupsState>;

  /**
   * Makes one, and deletes the oldest beyond those that are kept: none with content as long as the site has none.
   * Called while one is being made, it is that one.
   * @param options `rotate: false` deletes none
   * @returns when it was made
   * @throws when there is none; all earlier ones stay, and `state` tells until one goes well
   */
  make(options?: { rotate?: boolean }): Promise<Date>;
}

/** What is asked of the machine, of the last backup and of the servers around to know whether the site is well. */
export interface SiteHealth {
  /** Looks at what costs milliseconds. Never throws: what cannot be measured is said so. */
  measure(): Promise<Measured>;

  /**
   * Looks at the rest, each look within its limit of time; called while one is under way, it is that one. Never throws.
   * @param waitMs resolves after so long at the latest; the check goes on, and is read later
   */
  check(waitMs?: number): Promise<void>;

  /** What the last check of this process found; null: none is over yet. */
  readChecked(): { readonly last: Checked | null; readonly underWay: boolean };

  /** Reads the news of releases where the site was told of a place for them. Never throws. */
  askNews(): Promise<void>;

  /** A release newer than this one, as far as was asked; null otherwise. */
  newerRelease(): Release | null;
}
