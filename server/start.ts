/** Brings the site up and down: stores, what it does by itself, the first account. */
import type { Source } from "#app/handle.ts";
import { dateEtHeure } from "#domain/dates.ts";
import { adresseDuLien } from "#domain/lien-compte.ts";
import { accepte } from "#domain/resultat.ts";
import type { RecordSecurity } from "#ports/security-log.ts";
import { assurerPremierCompte, type FirstAccount } from "#usecases/premier-compte.ts";
import type { Config } from "./config.ts";
import { createLogger, faultOf } from "./logger.ts";
import { genererMotDePasse } from "./mot-de-passe.ts";
import { PageCache } from "./page-cache.ts";
import { enTetesDeSecurite } from "./security-headers.ts";
import { createSecurityLog } from "./security-log.ts";
import { type Ouverture, openServices } from "./services.ts";
import { startUpkeep, type Upkeep } from "./upkeep.ts";

const PASSWORD_REFUSED =
  "Configuration: ADMIN_PASSWORD would be guessed soon: choose for example three words that have nothing to do with each other";

export type Site = Pick<Ouverture, "services" | "enBonneSante" | "imageFile"> & {
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
  firstAccount: (demo: boolean) => Promise<FirstAccount | null>;
  /** Ends what the site does by itself, and closes the stores. */
  close: () => Promise<void>;
};

/** Opens everything that a site needs before it can answer. */
export async function openSite(config: Config): Promise<Site> {
  const logger = createLogger(config.logLevel);
  const signaler = (panne: unknown, ou: string) =>
    panne === null ? logger.info(ou) : logger.error(faultOf(panne), ou);
  const cache = new PageCache(enTetesDeSecurite(config));
  let upkeep: Upkeep | undefined;
  const hooks = { onChange: (source: Source) => cache.clear(source), onMail: () => upkeep?.wake(), signaler };
  const { services, enBonneSante, imageFile, ...opened } = await openServices(config, hooks, "site");
  await opened.reprendre();
  upkeep = await startUpkeep(services, opened.seul, signaler);
  return {
    services,
    enBonneSante,
    imageFile,
    cache,
    signaler,
    warn: (text) => logger.warn(text),
    record: createSecurityLog(logger),
    firstAccount: (demo) => firstAccount(config, { services, alone: opened.seul, demo, signaler }),
    async close() {
      cache.stop();
      await upkeep?.stop();
      await opened.close();
    },
  };
}

type Opened = Pick<Site, "services" | "signaler"> & { alone: boolean; demo: boolean };

async function firstAccount(
  { adminEmail, adminPassword }: Config,
  { services, alone, demo, signaler }: Opened,
): Promise<FirstAccount | null> {
  // What others share gets no account for an invented address.
  if (!alone && !adminEmail) return null;
  const settings = { email: adminEmail ?? undefined, motDePasse: adminPassword ?? undefined };
  const random = demo && alone ? genererMotDePasse : null;
  const first = await assurerPremierCompte(services, settings, random).catch((fault: unknown) => {
    // A store of one's own is broken then; a provider may be away, and the pages do not wait for it.
    if (alone) throw fault;
    signaler(fault, "first account: not looked at, which the next start does");
    return accepte(null);
  });
  if (!first.ok) throw new Error(PASSWORD_REFUSED);
  return first.valeur;
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
