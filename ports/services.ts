import type { DataProcessor } from "#domain/data-processor.ts";
import type { AccountMailQueue } from "./account-mail-queue.ts";
import type { AccountMailer } from "./account-mailer.ts";
import type { Authenticator } from "./authenticator.ts";
import type { Backups } from "./backups.ts";
import type { CalendarWriter } from "./calendar-writer.ts";
import type { Clock } from "./clock.ts";
import type { EvenementStore } from "./evenement-store.ts";
import type { FormPrinter } from "./form-printer.ts";
import type { ImageStore } from "./image-store.ts";
import type { Inbox } from "./inbox.ts";
import type { KeptMail } from "./kept-mail.ts";
import type { Mailer } from "./mailer.ts";
import type { MembreStore } from "./membre-store.ts";
import type { PasswordStrength } from "./password-strength.ts";
import type { QrBillPrinter } from "./qr-bill-printer.ts";
import type { SettingsStore } from "./settings-store.ts";

/** Everything the site needs from the world: what routes and use cases receive. */
export interface Services {
  membres: MembreStore;
  evenements: EvenementStore;
  settings: SettingsStore;
  inbox: Inbox;
  images: ImageStore;
  auth: Authenticator;
  passwordStrength: PasswordStrength;
  mailer: Mailer;
  /** Also where mail is sent today: the site may have kept it once. */
  keptMail: KeptMail;
  /** Null where no mail leaves this site: links are only shown then. */
  accountMailer: AccountMailer | null;
  /** What `accountMailer` has to send again until it is out. */
  accountMail: AccountMailQueue;
  formPrinter: FormPrinter;
  calendar: CalendarWriter;
  qrBillPrinter: QrBillPrinter;
  backups: Backups;
  clock: Clock;
  /** Who works with personal data, as the chosen adapters say; without "courrier" no mail leaves this site. */
  dataProcessors: readonly DataProcessor[];
}
