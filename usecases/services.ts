import type { DataProcessor } from "#domain/data-processor.ts";
import type { Clock } from "#ports/clock.ts";
import type { PasswordStrength } from "#ports/identity.ts";
import type { AccountMailer, KeptMail, Mailer } from "#ports/mailer.ts";
import type { Backups } from "#ports/upkeep/backups.ts";
import type { ClockGuard } from "#ports/upkeep/clock-guard.ts";
import type { SiteHealth } from "#ports/upkeep/site-health.ts";
import type { AccountMailQueue } from "#stores/account-mail.ts";
import type { Authenticator } from "#stores/account-types.ts";
import type { CommitteeStore } from "#stores/card-store.ts";
import type { EventStore } from "#stores/events.ts";
import type { Inbox } from "#stores/inbox-types.ts";
import type { Journal } from "#stores/journal.ts";
import type { Pictures } from "#stores/pictures/pictures.ts";
import type { RecycleBin } from "#stores/recycle-bin.ts";
import type { SettingsStore } from "#stores/settings.ts";

/** Everything the site needs from the world: what routes and use cases receive. */
export interface Services {
  membres: CommitteeStore;
  evenements: EventStore;
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
  passwordStrength: PasswordStrength;
  mailer: Mailer;
  /** Also where mail is sent today: the site may have kept it once. */
  keptMail: KeptMail;
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
