/**
 * `npm run lighthouse`: every page of the sitemap on a simulated phone, the median of three runs. Lighthouse's
 * packages are kept apart from the site's, and are installed by the first run.
 */
import { execFileSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ensureChromium } from "../../scripts/chromium.ts";
import { attendreLesImages, demarrer, dossierTemporaire, jeter, remplirDExemples } from "../site.ts";
import { mediane } from "../statistics.ts";
import { mesurerAuRalenti } from "./throttled.ts";

const PORT = 4901;
const ESSAIS = 3;
/** On the slow line each visit takes seconds, and its processor is one that other things use too. */
const ESSAIS_AU_RALENTI = 5;
const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"] as const;
const ICI = import.meta.dirname;
const CLI = join(ICI, "node_modules/lighthouse/cli/index.js");
const CHROMIUM = "--headless=new --no-sandbox --disable-gpu --disable-quic --disable-background-networking";

type Rapport = {
  lighthouseVersion: string;
  categories: Record<(typeof CATEGORIES)[number], { score: number }>;
  audits: Record<string, { score: number | null; numericValue?: number; scoreDisplayMode: string }>;
};

const env = { ...process.env, CHROME_PATH: ensureChromium() };

const dire = (texte: string) => process.stdout.write(`${texte}\n`);

/** Its trace fails once in a while on a machine without a graphics card: such a run is no run. */
function essayer(url: string): Rapport {
  try {
    return mesurer(url);
  } catch {
    return mesurer(url);
  }
}

function mesurer(url: string): Rapport {
  const options = ["--output=json", "--output-path=stdout", "--quiet", `--only-categories=${CATEGORIES.join(",")}`];
  const sortie = execFileSync(process.execPath, [CLI, url, ...options, `--chrome-flags=${CHROMIUM}`], {
    env,
    maxBuffer: 64 * 1024 * 1024,
    stdio: ["ignore", "pipe", "inherit"],
  });
  return JSON.parse(sortie.toString());
}

/** @returns what is not perfect, by Lighthouse's own names; what it only informs about is left out */
const defauts = ({ audits }: Rapport): string[] =>
  Object.entries(audits)
    .filter(([, { score, scoreDisplayMode }]) => scoreDisplayMode === "binary" && score !== null && score < 1)
    .map(([nom]) => nom);

if (!existsSync(CLI)) execFileSync("npm", ["ci"], { cwd: ICI, stdio: "inherit" });

const dossier = dossierTemporaire();
remplirDExemples(dossier);
const site = await demarrer(dossier, PORT);
try {
  await attendreLesImages(site.url);
  const carte = await (await fetch(`${site.url}/sitemap.xml`)).text();
  const adresses = [...carte.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, adresse = ""]) => adresse);
  // One event's page stands for all.
  const [partage] = adresses.filter((adresse) => /\/planning\/./.test(adresse));
  const pages = adresses.filter((adresse) => !/\/planning\/./.test(adresse) || adresse === partage);

  const auRalenti = await mesurerAuRalenti(pages, ESSAIS_AU_RALENTI);
  const mesures = pages.map((url) => {
    const rapports = Array.from({ length: ESSAIS }, () => essayer(url));
    const median = (lire: (rapport: Rapport) => number) => mediane(rapports.map(lire));
    const mesure = {
      page: new URL(url).pathname,
      notes: CATEGORIES.map((categorie) => Math.round(100 * median(({ categories }) => categories[categorie].score))),
      lcpMs: Math.round(median(({ audits }) => audits["largest-contentful-paint"]?.numericValue ?? Number.NaN)),
      ralentiMs: auRalenti.get(url) ?? Number.NaN,
      cls: median(({ audits }) => audits["cumulative-layout-shift"]?.numericValue ?? Number.NaN),
      tbtMs: Math.round(median(({ audits }) => audits["total-blocking-time"]?.numericValue ?? Number.NaN)),
      defauts: [...new Set(rapports.flatMap(defauts))],
      version: rapports[0]?.lighthouseVersion,
    };
    dire(`${mesure.page}: ${mesure.notes.join(" / ")}, ${mesure.lcpMs} ms ${mesure.defauts.join(", ")}`);
    return mesure;
  });

  const tableau = [
    "| page | performance / accessibility / best practices / SEO | largest paint, calculated | on a throttled line | layout shift | blocking |",
    "|---|---|---|---|---|---|",
    ...mesures.map(
      ({ page, notes, lcpMs, ralentiMs, cls, tbtMs }) =>
        `| ${page} | ${notes.join(" / ")} | ${(lcpMs / 1000).toFixed(2)} s | ${(ralentiMs / 1000).toFixed(2)} s | ${cls.toFixed(3)} | ${tbtMs} ms |`,
    ),
  ].join("\n");
  const titre = `Lighthouse ${mesures[0]?.version}, mobile, simulated slow 4G, median of ${ESSAIS}; beside it the largest paint that Chromium measured on such a line, with its processor slowed down four times, median of ${ESSAIS_AU_RALENTI}`;
  writeFileSync(join(ICI, "results.md"), `${titre}\n\n${tableau}\n`);
  dire(`\n${titre}\n\n${tableau}\n\nAlso in bench/lighthouse/results.md.`);
} finally {
  await site.stop();
  jeter(dossier);
}
