/** `npm run bench`: the figures that README quotes, from this machine, as a table and as JSON. */
import { readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { measureHerd } from "./herd.ts";
import { exigerLesOutils } from "./load.ts";
import { mesurerLaCroissance } from "./scale.ts";
import { measureScript } from "./script.ts";
import { attendreLesImages, demarrer, dossierTemporaire, jeter, remplirDExemples } from "./site.ts";
import { mesurerLeDemarrage } from "./start.ts";
import { mesurerDebit } from "./throughput.ts";
import { mesurerLesPhotos } from "./upload.ts";

const PORT = 4900;
const README = join(import.meta.dirname, "../README.md");
const MARQUES = /<!-- bench -->[\s\S]*<!-- \/bench -->/;
const dire = (texte: string) => process.stdout.write(`${texte}\n`);
const ms = (valeur: number) => (valeur < 10 ? `${valeur.toFixed(1)} ms` : `${Math.round(valeur)} ms`);

try {
  exigerLesOutils();
} catch (panne) {
  process.stderr.write(`${panne instanceof Error ? panne.message : String(panne)}\n`);
  process.exit(1);
}

const dossier = dossierTemporaire();
dire("Filling a data folder…");
remplirDExemples(dossier);
const premier = await demarrer(dossier, PORT);
await attendreLesImages(premier.url);
await premier.stop();

dire("Start and memory…");
const demarrage = await mesurerLeDemarrage(dossier, PORT);
dire("Requests per second against nginx…");
const debit = await mesurerDebit(dossier, PORT);
dire("A rush on a page that is not in memory…");
const herd = await measureHerd();
dire("Script…");
const script = await measureScript(dossier, PORT);
dire("Uploads…");
const photos = await mesurerLesPhotos(dossier, PORT);
dire("Growth…");
const croissance = await mesurerLaCroissance();
jeter(dossier);

const machine = `${cpus()[0]?.model ?? "?"}, ${cpus().length} cores, Node ${process.version}`;
const lignes: [string, string, string][] = [
  [
    "finished home page, requests per second ÷ nginx (one worker, same bytes and headers)",
    "≥ 0.5",
    debit.rapport.toFixed(2),
  ],
  ["the same with an event edited every second", "≥ 0.4", debit.rapportEnChangeant.toFixed(2)],
  ["latest that a visitor read the new event", "≤ 1 s", ms(debit.pireRetardMs)],
  [`renders for ${herd.visitors} simultaneous requests of an uncached page`, "1", String(herd.renders)],
  ...croissance.map(({ evenements, membres, inscriptions, planningMs, boiteMs }): [string, string, string] => [
    `${evenements} events, ${membres} members, ${inscriptions} sign-ups: planning uncached; inbox page`,
    "< 1 s; < 50 ms at the largest",
    `${ms(planningMs)}; ${ms(boiteMs)}`,
  ]),
  ["a 12-megapixel photo: answer; all variants", "< 2 s; < 5 s", `${ms(photos.reponseMs)}; ${ms(photos.variantesMs)}`],
  [
    "visitors’ 99th percentile meanwhile ÷ before: 100 a second; 64 who ask without a pause",
    "< 5",
    [photos.visiteursP99Ms, photos.fouleP99Ms]
      .map((p99) => `${p99.rapport.toFixed(2)} (${ms(p99.calme)}, ${ms(p99.pendant)})`)
      .join("; "),
  ],
  ["memory with five such photos at once", "≤ 600 MB", `${Math.round(photos.cinqALaFois.memoireMaxMo)} MB`],
  ["start to first answer", "< 1 s", ms(demarrage.demarrageMs)],
  ["memory at rest", "≤ 180 MB", `${Math.round(demarrage.memoireMo)} MB`],
  [
    "script of the heaviest page, brotli: for reading; a visitor’s form; the committee’s",
    "≤ 5 KB; ≤ 110 KB; ≤ 125 KB",
    [script.reading, script.interactive, script.committee].map((bytes) => `${(bytes / 1000).toFixed(1)} KB`).join("; "),
  ],
];
const tableau = ["| what | goal | here |", "|---|---|---|", ...lignes.map((une) => `| ${une.join(" | ")} |`)].join(
  "\n",
);
const resultats = {
  le: new Date().toISOString().slice(0, 10),
  machine,
  demarrage,
  debit,
  herd,
  photos,
  croissance,
  script,
};
writeFileSync(join(import.meta.dirname, "results.json"), `${JSON.stringify(resultats, null, 2)}\n`);
writeFileSync(join(import.meta.dirname, "results.md"), `${machine}\n\n${tableau}\n`);
const readme = readFileSync(README, "utf8");
writeFileSync(
  README,
  readme.replace(MARQUES, () => `<!-- bench -->\n\n${machine}\n\n${tableau}\n\n<!-- /bench -->`),
);
dire(`\n${machine}\n\n${tableau}\n\nAlso in README.md, bench/results.json and bench/results.md.`);
