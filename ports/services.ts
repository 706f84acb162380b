import type { Traitement } from "#domain/traitement.ts";
import type { AccountMailQueue } from "./account-mail-queue.ts";
import type { Authenticator } from "./authenticator.ts";
import type { Calendrier } from "./calendrier.ts";
import type { Clock } from "./clock.ts";
import type { CourrierCompte } from "./courrier-compte.ts";
import type { EvenementStore } from "./evenement-store.ts";
import type { Facturier } from "./facturier.ts";
import type { ImageStore } from "./image-store.ts";
import type { Imprimeur } from "./imprimeur.ts";
import type { Inbox } from "./inbox.ts";
import type { KeptMail } from "./kept-mail.ts";
import type { Mailer } from "./mailer.ts";
import type { MembreStore } from "./membre-store.ts";
import type { PasswordStrength } from "./password-strength.ts";
import type { ReglagesStore } from "./reglages-store.ts";
import type { Sauvegardes } from "./sauvegardes.ts";

/** Everything the site needs from the world: what routes and use cases receive. */
export interface Services {
  membres: MembreStore;
  evenements: EvenementStore;
  reglages: ReglagesStore;
  inbox: Inbox;
  images: ImageStore;
  auth: Authenticator;
  passwordStrength: PasswordStrength;
  mailer: Mailer;
  /** Also where mail is sent today: the site may have kept it once. */
  keptMail: KeptMail;
  /** Null where no mail leaves this site: links are only shown then. */
  courrierCompte: CourrierCompte | null;
  /** What `courrierCompte` has to send again until it is out. */
  accountMail: AccountMailQueue;
  imprimeur: Imprimeur;
  calendrier: Calendrier;
  facturier: Facturier;
  sauvegardes: Sauvegardes;
  clock: Clock;
  /** Who works with personal data, as the chosen adapters say; without "courrier" no mail leaves this site. */
  traitements: readonly Traitement[];
}
