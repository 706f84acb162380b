/**
 * Puts what the last `npm run test:long` counted into README's reliability table, between `<!-- figures -->` and
 * `<!-- /figures -->`. The tests write one file for each promise that held (tests/figures.ts).
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Ligne } from "../tests/figures.ts";
import { FIGURES } from "./totals.ts";

const README = "README.md";
const MARQUES = /<!-- figures -->[\s\S]*<!-- \/figures -->/;

/** What would end a cell or a row. */
const cellule = (texte: string) => texte.replaceAll("|", "\\|").replace(/\s+/g, " ").trim();

/** @returns the table, with the command that makes it; rows in the order given, columns as wide as the linter wants */
function tableDe(lignes: readonly Ligne[]): string {
  const rangees = [["promise", "tried with"], ...lignes.map((l) => [cellule(l.promesse), cellule(l.chiffres)])];
  const largeurs = [0, 1].map((i) => Math.max(...rangees.map((rangee) => rangee[i]?.length ?? 0)));
  const ligne = (cellules: string[], vide = " ") =>
    `| ${cellules.map((texte, i) => texte.padEnd(largeurs[i] ?? 0, vide)).join(" | ")} |`;
  const [tete = [], ...corps] = rangees;
  const note = "Written by the tests themselves: `npm run test:long && npm run figures`.";
  return [ligne(tete), ligne(["", ""], "-"), ...corps.map((rangee) => ligne(rangee)), "", note].join("\n");
}

const fichiers = existsSync(FIGURES) ? readdirSync(FIGURES).filter((nom) => nom.endsWith(".json")) : [];
if (fichiers.length === 0) {
  process.stderr.write("There are no figures yet: run `npm run test:long` first.\n");
  process.exit(1);
}
const lignes = fichiers.sort().map((nom) => JSON.parse(readFileSync(join(FIGURES, nom), "utf8")) as Ligne);
const readme = readFileSync(README, "utf8");
if (!MARQUES.test(readme)) {
  process.stderr.write(`${README} has no place for the figures: <!-- figures --> and <!-- /figures --> are missing.\n`);
  process.exit(1);
}
// A function, because figures may hold a dollar sign.
writeFileSync(
  README,
  readme.replace(MARQUES, () => `<!-- figures -->\n\n${tableDe(lignes)}\n\n<!-- /figures -->`),
);
process.stdout.write(`${README}: ${lignes.length} promises with their figures\n`);
