/** `npm run transfer`: everything that one family of stores keeps, into the other one. */
import { parseArgs } from "node:util";
import type { Raison } from "#ports/demenagement.ts";
import { openMove } from "#server/backends/moves.ts";
import { type Config, readConfig } from "#server/config.ts";
import type { Comparaison } from "#usecases/comparer-demeures.ts";
import { demenager, type Rapport } from "#usecases/demenager.ts";

const USAGE = `Usage: npm run transfer -- --from firebase --to embedded
       npm run transfer -- --from embedded --to firebase

Copies the committee, the planning, the settings, what visitors sent and all pictures, then reads both sides
and compares them. Nothing is overwritten or deleted: what is there already stays as it is. Interrupted, it is
run again and goes on. Settings of both sides come from the environment: DATA_DIR and FIREBASE_….
No site may run on the data folder. A hosted one may, but the committee should write nothing meanwhile:
what changes during the copy shows in the comparison.

Exit code: 0 both sides are equal; 3 so they are, but for what stays behind, which is named with its reason;
1 they are not, or something failed: run it again, or look at what differs; 2 not understood.
`;

const FAMILLES = ["embedded", "firebase"] as const;
type Famille = (typeof FAMILLES)[number];

const NOMS: Record<Comparaison["sorte"], string> = {
  membres: "members",
  evenements: "events",
  retires: "deleted events",
  reglages: "settings",
  inbox: "inbox",
  images: "pictures",
  fichiers: "picture files",
};

const RAISONS: Record<Raison, string> = {
  "trop-lourde": "as they are over 25 MB",
  "trop-grande": "as they have over 60 megapixels",
  illisible: "as they are damaged, or not complete",
  "sans-image": "as their files are no pictures",
  incomplete: "as their files are damaged or gone where they come from",
  nom: "as no folder can have such a name",
  pris: "as their identifiers differ from others in their case only",
};

/** @returns null when they are not understood */
function lireArguments(args: string[]): { from: Famille; to: Famille } | null {
  try {
    const { from, to } = parseArgs({ args, options: { from: { type: "string" }, to: { type: "string" } } }).values;
    const [de, vers] = [from, to].map((nom) => FAMILLES.find((une) => une === nom));
    return de && vers && de !== vers ? { from: de, to: vers } : null;
  } catch {
    return null;
  }
}

const configDe = (famille: Famille): Config => readConfig({ ...process.env, BACKEND: famille });

async function main(args: string[]): Promise<number> {
  const demande = lireArguments(args);
  if (!demande) {
    process.stderr.write(USAGE);
    return 2;
  }
  const { from, to } = demande;
  const configs = { de: configDe(from), vers: configDe(to) };
  const ouvertes = new AsyncDisposableStack();
  const ouvrir = (config: Config, creer: boolean) => ouvertes.adopt(openMove(config, creer), (porte) => porte.close());
  try {
    const rapport = await demenager(ouvrir(configs.de, false), ouvrir(configs.vers, true), (etape) =>
      process.stderr.write(etape === "verification" ? "Comparing both sides…\n" : `Copying: ${NOMS[etape]}…\n`),
    );
    process.stdout.write(raconter(rapport, from, to));
    if (!rapport.comparaisons.every((une) => estReussie(une, rapport))) return 1;
    return rapport.laisses.length + rapport.etrangers.documents + rapport.sansDocument > 0 ? REMARKS : 0;
  } finally {
    await ouvertes.disposeAsync();
  }
}

const estEgale = ({ manquants, differents, enTrop }: Comparaison): boolean =>
  manquants.length + differents.length + enTrop.length === 0;

/** Everything is there but what stays behind for a reason. */
function estReussie({ sorte, manquants, differents, enTrop }: Comparaison, { laisses }: Rapport): boolean {
  const derriere = new Set(laisses.filter((un) => un.sorte === sorte).map(({ id }) => id));
  const images = laisses.filter((un) => un.sorte === "images").map(({ id }) => `${id} `);
  const explique = (id: string) =>
    sorte === "fichiers" ? images.some((image) => id.startsWith(image)) : derriere.has(id);
  return differents.length + enTrop.length === 0 && manquants.every(explique);
}

function raconter(rapport: Rapport, from: Famille, to: Famille): string {
  const { comparaisons, etrangers, sansDocument, enAttente, laisses } = rapport;
  const rangee = ([nom = "", de = "", vers = "", issue = "", empreinte = ""]: readonly string[]) =>
    `${nom.padEnd(15)}${de.padStart(9)}${vers.padStart(9)}  ${issue.padEnd(10)}${empreinte}`.trimEnd();
  const echecs = comparaisons.filter((une) => !estReussie(une, rapport));
  const lignes = [
    rangee(["", from, to, "", "SHA-256"]),
    ...comparaisons.map((une) => {
      const issue = estEgale(une) ? "equal" : echecs.includes(une) ? "NOT EQUAL" : "but some";
      const { nombre, empreinte } = une.vers;
      return rangee([NOMS[une.sorte], `${une.de.nombre}`, `${nombre}`, issue, estEgale(une) ? empreinte : ""]);
    }),
    "",
    ...echecs.map((une) => ecarts(une, to)),
    ...derriere(laisses),
    echecs.length > 0 && `What is only in ${to}, or differs there, was left alone.`,
    sansDocument > 0 && `Pictures of no member and no event, which stay behind: ${sansDocument}.`,
    etrangers.documents > 0 &&
      `Documents with fields that stay behind: ${etrangers.documents} (${etrangers.noms.join(", ")}).`,
    enAttente > 0 &&
      `Mails that wait to go out: ${enAttente}. The site that runs next sends them; do not let both run.`,
    `Accounts are not moved. The first one for BACKEND=${to}: npm run admin -- create EMAIL`,
    "",
  ];
  return lignes.filter((ligne) => ligne !== false).join("\n");
}

/** @returns a line for each kind and reason */
function derriere(laisses: Rapport["laisses"]): string[] {
  const groupes = Map.groupBy(laisses, ({ sorte, raison }) => `${NOMS[sorte]} that stay behind, ${RAISONS[raison]}`);
  return [...groupes].map(([quoi, ceux]) => {
    const dits = ceux.filter(({ sorte, id }) => evenementDe(sorte, id) !== null).map(({ id }) => id);
    return `${ceux.length} ${quoi}${dits.length > 0 ? `: ${dits.join(", ")}` : ""}.`;
  });
}

function ecarts({ sorte, manquants, differents, enTrop }: Comparaison, to: Famille): string {
  const compter = (ids: readonly string[], quoi: string) => {
    const evenements = [...new Set(ids.map((id) => evenementDe(sorte, id)).filter((id) => id !== null))];
    const dits = [...evenements.slice(0, NOMMES_MAX), ...(evenements.length > NOMMES_MAX ? ["…"] : [])];
    return ids.length === 0 ? [] : [`${ids.length} ${quoi}${dits.length > 0 ? ` (${dits.join(", ")})` : ""}`];
  };
  const parties = [
    ...compter(manquants, `not in ${to}`),
    ...compter(differents, "differ"),
    ...compter(enTrop, `only in ${to}`),
  ];
  return `${NOMS[sorte]}: ${parties.join("; ")}.`;
}

/** @returns what is said of something: the identifier of its event; null for what may name a person */
function evenementDe(sorte: Comparaison["sorte"], id: string): string | null {
  if (sorte === "evenements" || sorte === "retires") return id;
  const [collection, evenement = null] = id.split("/");
  return collection === "evenements" ? evenement : null;
}

const NOMMES_MAX = 10;

/** Exit code of a move that left something behind. */
const REMARKS = 3;

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (panne) {
  process.stderr.write(`${panne instanceof Error ? panne.message : String(panne)}\n`);
  process.exitCode = 1;
}
