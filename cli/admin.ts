/** `npm run admin`: who may sign in, from a terminal; also while the site runs, also when everybody is locked out. */
import { emailObligatoire } from "#domain/champs.ts";
import { dateEtHeure } from "#domain/dates.ts";
import { adresseDuLien } from "#domain/lien-compte.ts";
import type { Authenticator, CompteDuComite, Lien } from "#ports/authenticator.ts";
import type { Services } from "#ports/services.ts";
import { type Config, readConfig } from "#server/config.ts";
import { createLogger, faultOf } from "#server/logger.ts";
import { openServices } from "#server/services.ts";
import { removeAccount } from "#usecases/remove-account.ts";
import { tellingAccounts } from "#usecases/tell-accounts.ts";

const USAGE = `Usage: npm run admin -- COMMAND

  list           who may sign in, and when they last did
  create EMAIL   invite somebody: prints a one-time link to choose a password, valid for 7 days
  reset EMAIL    end somebody's sessions: prints a one-time link to a new password, valid for 24 hours
  remove EMAIL   take somebody's access away; the last account that can sign in stays

Exit code: 0 done, 1 refused or failed, 2 not understood.
`;

/** One line that says why something was not done. */
class Refus extends Error {}

type Commande = (services: Services, config: Config, email: string) => Promise<string>;

const COMMANDES: Record<string, { avecAdresse: boolean; executer: Commande }> = {
  list: {
    avecAdresse: false,
    async executer({ auth }, { backend, dataDir }) {
      const comptes = await auth.accounts();
      const ou = backend.by === "firebase" ? `the Firebase project ${backend.projectId}` : dataDir;
      if (comptes.length === 0) return `No account yet in ${ou}.`;
      const largeur = Math.max(...comptes.map(({ email }) => email.length));
      return comptes.map((compte) => `${compte.email.padEnd(largeur)}  ${decrire(compte)}`).join("\n");
    },
  },
  create: {
    avecAdresse: true,
    async executer(services, config, email) {
      const known = (await services.auth.accounts()).find((account) => account.email === email);
      if (known && !known.peutEntrer)
        throw new Refus(`${email} was invited already. A new link: npm run admin -- reset ${email}`);
      const invite = () =>
        tellingAccounts(services, {
          by: null,
          change: { account: "invited", email },
          make: () => services.auth.invite(email),
          happened: (issue) => issue !== null,
        });
      const lien = known ? null : await invite();
      if (!lien) throw new Refus(`${email} has an account already. A lost password: npm run admin -- reset ${email}`);
      return annoncer(lien, config);
    },
  },
  reset: {
    avecAdresse: true,
    async executer(services, config, email) {
      const compte = await trouver(services.auth, email);
      const lien = await tellingAccounts(services, {
        by: null,
        change: { account: compte.lien?.genre === "invitation" ? "invited" : "reset", email },
        make: () => services.auth.reset(compte.id),
        happened: (issue) => issue !== null,
      });
      if (!lien) throw new Refus(`There is no account ${email}.`);
      return annoncer(lien, config);
    },
  },
  remove: {
    avecAdresse: true,
    async executer(services, _, email) {
      const compte = await trouver(services.auth, email);
      if ((await removeAccount(services, compte.id, null)) === "dernier")
        throw new Refus(`${email} is the last account that can sign in and stays. Create another one first.`);
      return `${email} can no longer sign in.`;
    },
  },
};

function decrire({ derniereConnexion, peutEntrer, lien }: CompteDuComite): string {
  const connexion = derniereConnexion ? `last signed in ${dateEtHeure(derniereConnexion)}` : "never signed in";
  const quoi = lien?.genre === "invitation" ? "invited" : "reset";
  const sens = lien && lien.expireLe > new Date() ? "valid until" : "expired";
  const attente = lien && `${quoi}, link ${sens} ${dateEtHeure(lien.expireLe)}`;
  return [connexion, attente, !peutEntrer && !attente && "cannot sign in"].filter(Boolean).join("; ");
}

async function trouver(auth: Authenticator, email: string): Promise<CompteDuComite> {
  const compte = (await auth.accounts()).find((un) => un.email === email);
  if (!compte) throw new Refus(`There is no account ${email}.`);
  return compte;
}

function annoncer({ jeton, genre, expireLe, compte }: Lien, { publicUrl }: Config): string {
  const quoi = genre === "invitation" ? "choose a password" : "choose a new password";
  return [
    `Give this link to ${compte.email}, to ${quoi}. It works once, until ${dateEtHeure(expireLe)}.`,
    "",
    `  ${adresseDuLien(publicUrl, jeton)}`,
    "",
    "The site has to be running at that address (PUBLIC_URL).",
  ].join("\n");
}

/** @returns the command and its address, in lower case; or what to say when that is no command */
function lireArguments([nom = "", ...autres]: string[]): { executer: Commande; email: string } | string {
  const commande = Object.hasOwn(COMMANDES, nom) ? COMMANDES[nom] : undefined;
  if (!commande || autres.length !== (commande.avecAdresse ? 1 : 0)) return USAGE;
  if (!commande.avecAdresse) return { executer: commande.executer, email: "" };
  const adresse = emailObligatoire().safeParse(autres[0]);
  if (!adresse.success) return `${JSON.stringify(autres[0])} is no e-mail address.\n\n${USAGE}`;
  return { executer: commande.executer, email: adresse.data.toLowerCase() };
}

async function main(args: string[]): Promise<number> {
  if (args.length === 1 && /^(?:-h|--help|help)$/.test(args[0] ?? "")) {
    process.stdout.write(USAGE);
    return 0;
  }
  const commande = lireArguments(args);
  if (typeof commande === "string") {
    process.stderr.write(commande);
    return 2;
  }
  const config = readConfig(process.env);
  const logger = createLogger(config.logLevel);
  const signaler = (panne: unknown, ou: string) => logger.error(faultOf(panne), ou);
  const { services, close } = await openServices(config, { onChange: () => {}, onMail: () => {}, signaler });
  try {
    process.stdout.write(`${await commande.executer(services, config, commande.email)}\n`);
    return 0;
  } finally {
    await close();
  }
}

process.exitCode = await main(process.argv.slice(2)).catch((panne: unknown) => {
  process.stderr.write(`${panne instanceof Error ? panne.message : String(panne)}\n`);
  return 1;
});
