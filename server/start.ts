/** Brings the site up and down: stores, outbox, first account, demo content, listening. */
import { createServer, type RequestListener, type Server } from "node:http";
import { dateEtHeure } from "#domain/dates.ts";
import { adresseDuLien } from "#domain/lien-compte.ts";
import { accepte } from "#domain/resultat.ts";
import type { RecordSecurity } from "#ports/security-log.ts";
import { effacerAnciens } from "#usecases/conservation.ts";
import { eraseOrphanMail } from "#usecases/erase-orphan-mail.ts";
import { assurerPremierCompte, type FirstAccount } from "#usecases/premier-compte.ts";
import { rangerImages } from "#usecases/ranger-images.ts";
import { startBackups } from "./backups.ts";
import type { Config } from "./config.ts";
import { boundConnections } from "./connections.ts";
import { refuseMalformed } from "./front-door.ts";
import { createLogger, faultOf } from "./logger.ts";
import { genererMotDePasse } from "./mot-de-passe.ts";
import { type Outbox, startOutbox } from "./outbox.ts";
import { PageCache } from "./page-cache.ts";
import type { Source } from "./public-pages.ts";
import { enTetesDeSecurite } from "./security.ts";
import { createSecurityLog } from "./security-log.ts";
import { type Ouverture, openServices } from "./services.ts";

const UNE_HEURE_MS = 60 * 60 * 1000;
const UN_JOUR_MS = 24 * UNE_HEURE_MS;
/** How long what is under way may take when the site is stopped; all of it can be taken up again. */
const ARRET_MS = 10_000;
/** What is left of it for closing the stores, when a visitor holds on to the very end. */
const FERMETURE_MS = 1_000;
/** While it stops, a connection on which nothing is under way any more is ended after this long. */
const RONDE_MS = 50;

/** How long whoever speaks HTTP to the site may take, so that no connection hangs on it for ever. */
export type Delais = {
  /** From the first byte of a request to the end of its headers. */
  enTetesMs: number;
  /** From the first byte of a request to its last, a picture included. */
  requeteMs: number;
  /** The body of a form without a picture. */
  formulaireMs: number;
  /** Between two requests on one connection. */
  entreDeuxMs: number;
  /** Without a single byte in either direction, be it that nobody reads an answer. */
  silenceMs: number;
};

export const DELAIS: Delais = {
  enTetesMs: 10_000,
  requeteMs: 5 * 60_000,
  formulaireMs: 30_000,
  entreDeuxMs: 5_000,
  silenceMs: 60_000,
};

/** Bytes of all headers of a request together; browsers send one or two thousand. */
const EN_TETES_MAX = 16 * 1024;

const PASSWORD_REFUSED =
  "Configuration: ADMIN_PASSWORD would be guessed soon: choose for example three words that have nothing to do with each other";

export type Site = Ouverture & {
  cache: PageCache;
  signaler: (panne: unknown, ou: string) => void;
  /** Tells on the log, in one line, of something that somebody should set right. */
  warn: (text: string) => void;
  record: RecordSecurity;
  /**
   * Lets the committee in while nobody can sign in. Where no password is configured, called once the site listens: one
   * that nobody gets to read would lock everybody out.
   * @param demo whether the site only shows itself: a random password is then simpler than a link to one
   * @returns what to tell the person who started it; null once somebody can sign in
   * @throws with one line when the configured password may not be chosen
   */
  premierCompte: (demo: boolean) => Promise<FirstAccount | null>;
  /** Stops the outbox and closes the stores. */
  fermer: () => Promise<void>;
};

/** Opens everything that a site needs before it can answer. */
export async function openSite(config: Config): Promise<Site> {
  const logger = createLogger(config.logLevel);
  const signaler = (panne: unknown, ou: string) =>
    panne === null ? logger.info(ou) : logger.error(faultOf(panne), ou);
  const cache = new PageCache(enTetesDeSecurite(config));
  let outbox: Outbox | undefined;
  const hooks = {
    onChange: (source: Source) => cache.clear(source),
    onMail: () => outbox?.wake(),
    signaler,
  };
  const ouverture = await openServices(config, hooks, "site");
  const { services } = ouverture;
  await ouverture.reprendre();
  const ranger = (delaiMs?: number) =>
    rangerImages(services, delaiMs).catch((panne: unknown) => signaler(panne, "image sweep"));
  // Where nobody else can upload yet, a picture without its card is what a crash left.
  await ranger(ouverture.seul ? 0 : undefined);
  const sweepMail = () => eraseOrphanMail(services).catch((panne: unknown) => signaler(panne, "kept mail sweep"));
  const rangement = setInterval(() => void Promise.all([ranger(), sweepMail()]), UNE_HEURE_MS).unref();
  const effacer = async () => {
    try {
      const effaces = await effacerAnciens(services);
      if (effaces > 0) signaler(null, `retention: ${effaces} old entries deleted`);
    } catch (panne) {
      signaler(panne, "retention");
    }
  };
  await effacer();
  const effacement = setInterval(effacer, UN_JOUR_MS).unref();
  outbox = startOutbox(services, signaler);
  const backups = startBackups(services, signaler);
  return {
    ...ouverture,
    cache,
    signaler,
    warn: (text) => logger.warn(text),
    record: createSecurityLog(logger),
    async premierCompte(demo) {
      const { adminEmail, adminPassword } = config;
      // What others share gets no account for an invented address.
      if (!ouverture.seul && !adminEmail) return null;
      const reglages = { email: adminEmail ?? undefined, motDePasse: adminPassword ?? undefined };
      const random = demo && ouverture.seul ? genererMotDePasse : null;
      const first = await assurerPremierCompte(services, reglages, random).catch((panne: unknown) => {
        // A store of one's own is broken then; a provider may be away, and the pages do not wait for it.
        if (ouverture.seul) throw panne;
        signaler(panne, "first account: not looked at, which the next start does");
        return accepte(null);
      });
      if (!first.ok) throw new Error(PASSWORD_REFUSED);
      return first.valeur;
    },
    async fermer() {
      cache.stop();
      clearInterval(rangement);
      clearInterval(effacement);
      backups.stop();
      await outbox.stop();
      await ouverture.close();
    },
  };
}

/** @returns the server, listening; rejects with one readable line when the port cannot be had */
export function listen(listener: RequestListener, config: Config, delais: Delais): Promise<Server> {
  const { port, host, trustProxy } = config;
  const server = createServer(
    {
      headersTimeout: delais.enTetesMs,
      requestTimeout: delais.requeteMs,
      keepAliveTimeout: delais.entreDeuxMs,
      connectionsCheckingInterval: Math.min(delais.enTetesMs / 4, 5_000),
      maxHeaderSize: EN_TETES_MAX,
      // Nothing depends on the Host header; without this, Node answers its absence itself, and bare.
      requireHostHeader: false,
    },
    listener,
  );
  server.setTimeout(delais.silenceMs);
  boundConnections(server, trustProxy);
  refuseMalformed(server, config);
  return new Promise((resolve, reject) => {
    server.once("error", (panne: NodeJS.ErrnoException) =>
      reject(panne.code === "EADDRINUSE" ? new Error(`Port ${port} is in use. Set PORT to another one.`) : panne),
    );
    server.listen(port, host, () => resolve(server));
  });
}

/** Ends the process in good order on the first signal: requests under way are finished, the stores are closed. */
export function stopOnSignal(server: Server, fermer: () => Promise<void>): void {
  let arret = false;
  const arreter = () => {
    if (arret) return;
    arret = true;
    setTimeout(() => process.exit(0), ARRET_MS).unref();
    setTimeout(() => server.closeAllConnections(), ARRET_MS - FERMETURE_MS).unref();
    server.close(() => void fermer().finally(() => process.exit(0)));
    // A connection that is kept alive becomes idle when its answer is finished, and would stay so for a while.
    setInterval(() => server.closeIdleConnections(), RONDE_MS).unref();
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, arreter);
}

/** Tells on the terminal where the site is, and how to sign in for the first time. */
export function greet({ publicUrl }: Config, first: FirstAccount | null): void {
  const lines = [`La Jeunesse de Savièse: ${publicUrl}`, ...(first ? describe(first, publicUrl) : [])];
  if (!first) lines.push(`Sign in at ${publicUrl}/login with an account of yours.`);
  process.stdout.write(`\n${lines.join("\n")}\n\n`);
}

function describe(first: FirstAccount, publicUrl: string): string[] {
  const email = `  e-mail    ${first.email}`;
  if ("link" in first) {
    const { jeton, expireLe } = first.link;
    return [
      "Sign in for the first time by choosing a password:",
      email,
      `  link      ${adresseDuLien(publicUrl, jeton)}`,
      `The link works once, until ${dateEtHeure(expireLe)}. Until somebody has used one, each start prints a new one.`,
    ];
  }
  const password = first.password ? `${first.password}   (shown this once)` : "the one in ADMIN_PASSWORD";
  return [`Sign in at ${publicUrl}/login`, email, `  password  ${password}`];
}
