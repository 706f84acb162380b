/** The only place that chooses adapters. */
import { join } from "node:path";
import { createAuthenticator } from "#adapters/embedded/authenticator.ts";
import { canWrite, openDatabase } from "#adapters/embedded/database.ts";
import { createEmlMailer } from "#adapters/embedded/eml-mailer.ts";
import { createEvenementStore } from "#adapters/embedded/evenement-store.ts";
import { createImageStore, imageFile } from "#adapters/embedded/image-store.ts";
import { createInbox } from "#adapters/embedded/inbox.ts";
import { createMembreStore } from "#adapters/embedded/membre-store.ts";
import { createReglagesStore } from "#adapters/embedded/reglages-store.ts";
import { TRAITEMENTS_EMBEDDED } from "#adapters/embedded/traitements.ts";
import { createCalendrier } from "#adapters/ical/calendrier.ts";
import { createFacturier } from "#adapters/pdf/facturier.ts";
import { createImprimeur } from "#adapters/pdf/imprimeur.ts";
import { createSmtpCourrierCompte } from "#adapters/smtp/smtp-courrier-compte.ts";
import { createSmtpMailer } from "#adapters/smtp/smtp-mailer.ts";
import { traitementSmtp } from "#adapters/smtp/traitement.ts";
import type { Clock } from "#ports/clock.ts";
import type { DocumentStore } from "#ports/document-store.ts";
import type { Inbox } from "#ports/inbox.ts";
import type { Services } from "#ports/services.ts";
import type { Config } from "./config.ts";
import type { Source } from "./public-pages.ts";
import { readOrMakeSecret } from "./secret.ts";
import type { ImageFile } from "./static.ts";

type Hooks = {
  /** Something that visitors see has been written. */
  onChange: (source: Source) => void;
  /** A mail waits. */
  onMail: () => void;
  signaler: (panne: unknown, ou: string) => void;
};

export type Ouverture = {
  services: Services;
  enBonneSante: () => boolean;
  imageFile: ImageFile;
  /** Takes up the work on pictures that an earlier process left; only the process that serves the site does. */
  reprendre: () => Promise<void>;
  /** Closes the stores; work on pictures that is left is taken up at the next start. */
  close: () => Promise<void>;
};

/** @returns a store that tells of each write that went through */
function avecAnnonce<Champs, Store extends DocumentStore<Champs>>(
  store: Store & DocumentStore<Champs>,
  annoncer: () => void,
): Store {
  const puis = async <T>(ecriture: Promise<T>): Promise<T> => {
    const issue = await ecriture;
    annoncer();
    return issue;
  };
  return {
    ...store,
    create: (id: string, champs: Champs) => puis(store.create(id, champs)),
    update: (id: string, champs: Champs, version: string) => puis(store.update(id, champs, version)),
    delete: (id: string) => puis(store.delete(id)),
  };
}

const avecReveil = (inbox: Inbox, reveiller: () => void): Inbox => ({
  ...inbox,
  async add(envoi, maintenant) {
    const ajout = await inbox.add(envoi, maintenant);
    reveiller();
    return ajout;
  },
  async resend(id, maintenant) {
    const existe = await inbox.resend(id, maintenant);
    reveiller();
    return existe;
  },
});

/**
 * Opens the stores that the configuration names.
 * @throws when a store cannot be opened; the message says which
 */
export async function openServices(config: Config, { onChange, onMail, signaler }: Hooks): Promise<Ouverture> {
  const { dataDir, mail, mailFrom: from } = config;
  const to = [...config.mailTo];
  const db = openDatabase(join(dataDir, "site.db"));
  const directory = join(dataDir, "images");
  const images = createImageStore({ db, directory, onChange, onError: (panne) => signaler(panne, "image variants") });
  const reglages = createReglagesStore(db);
  const clock: Clock = { now: () => new Date() };
  const maintenant = () => clock.now();
  const services: Services = {
    membres: avecAnnonce(createMembreStore(db, maintenant), () => onChange("membres")),
    evenements: avecAnnonce(createEvenementStore(db, maintenant), () => onChange("evenements")),
    reglages: {
      get: reglages.get,
      async save(suivants, version, auteur) {
        const issue = await reglages.save(suivants, version, auteur);
        onChange("reglages");
        return issue;
      },
    },
    inbox: avecReveil(createInbox(db), onMail),
    images,
    auth: await createAuthenticator({ db, secret: readOrMakeSecret(join(dataDir, "secret")) }),
    mailer:
      mail.by === "smtp"
        ? createSmtpMailer({ url: mail.url, from, to })
        : createEmlMailer({ directory: join(dataDir, "outbox"), from, to }),
    courrierCompte: mail.by === "smtp" ? createSmtpCourrierCompte({ url: mail.url, from }) : null,
    imprimeur: createImprimeur(),
    calendrier: createCalendrier(),
    facturier: createFacturier(),
    clock,
    traitements: [...TRAITEMENTS_EMBEDDED, ...(mail.by === "smtp" ? [traitementSmtp(mail.url)] : [])],
  };
  return {
    services,
    enBonneSante: () => canWrite(db),
    imageFile: (collection, id, file) => imageFile(directory, collection, id, file),
    reprendre: images.resume,
    async close() {
      await images.stop();
      db.close();
    },
  };
}
