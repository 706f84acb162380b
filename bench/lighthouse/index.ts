/**
 * `npm run lighthouse`: every page of the sitemap on a simulated phone, the median of three runs. Lighthouse's
 * packages are kept apart from the site's, and are installed by the first run.
 */
import { execFileSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ensureChromium } from "../../scripts/chromium.ts";
import { fillWithExamples, removeSiteFolder, startBenchSite, temporaryFolder } from "../site.ts";
import { median } from "../statistics.ts";
import { measureThrottled } from "./throttled.ts";

const PORT = 4901;
const RUNS = 3;
/** On the slow line each visit takes seconds, and its processor is one that other things use too. */
const THROTTLED_RUNS = 5;
const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"] as const;
const HERE = import.meta.dirname;
const CLI = join(HERE, "node_modules/lighthouse/cli/index.js");
const CHROMIUM = "--headless=new --no-sandbox --disable-gpu --disable-quic --disable-background-networking";

type TransferReport = {
  lighthouseVersion: string;
  categories: Record<(typeof CATEGORIES)[number], { score: number }>;
  audits: Record<string, { score: number | null; numericValue?: number; scoreDisplayMode: string }>;
};

const env = { ...process.env, CHROME_PATH: ensureChromium() };

const print = (text: string) => process.stdout.write(`${text}\n`);

/** Its trace fails once in a while on a machine without a graphics card: such a run is no run. */
function attempt(url: string): TransferReport {
  try {
    return measure(url);
  } catch {
    return measure(url);
  }
}

function measure(url: string): TransferReport {
  const options = ["--output=json", "--output-path=stdout", "--quiet", `--only-categories=${CATEGORIES.join(",")}`];
  const output = execFileSync(process.execPath, [CLI, url, ...options, `--chrome-flags=${CHROMIUM}`], {
    env,
    maxBuffer: 64 * 1024 * 1024,
    stdio: ["ignore", "pipe", "inherit"],
  });
  return JSON.parse(output.toString());
}

/** @returns what is not perfect, by Lighthouse's own names; what it only informs about is left out */
const defects = ({ audits }: TransferReport): string[] =>
  Object.entries(audits)
    .filter(([, { score, scoreDisplayMode }]) => scoreDisplayMode === "binary" && score !== null && score < 1)
    .map(([name]) => name);

if (!existsSync(CLI)) execFileSync("npm", ["ci"], { cwd: HERE, stdio: "inherit" });

const folder = temporaryFolder();
fillWithExamples(folder);
const site = await startBenchSite(folder, PORT);
try {
  const card = await (await fetch(`${site.url}/sitemap.xml`)).text();
  const addresses = [...card.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = ""]) => address);
  // One event's page stands for all.
  const [share] = addresses.filter((address) => /\/planning\/./.test(address));
  const pages = addresses.filter((address) => !/\/planning\/./.test(address) || address === share);

  const throttled = await measureThrottled(pages, THROTTLED_RUNS);
  const measures = pages.map((url) => {
    const reports = Array.from({ length: RUNS }, () => attempt(url));
    const medianOf = (read: (report: TransferReport) => number) => median(reports.map(read));
    const measurement = {
      page: new URL(url).pathname,
      notes: CATEGORIES.map((category) => Math.round(100 * medianOf(({ categories }) => categories[category].score))),
      lcpMs: Math.round(medianOf(({ audits }) => audits["largest-contentful-paint"]?.numericValue ?? Number.NaN)),
      throttledMs: throttled.get(url) ?? Number.NaN,
      cls: medianOf(({ audits }) => audits["cumulative-layout-shift"]?.numericValue ?? Number.NaN),
      tbtMs: Math.round(medianOf(({ audits }) => audits["total-blocking-time"]?.numericValue ?? Number.NaN)),
      defects: [...new Set(reports.flatMap(defects))],
      version: reports[0]?.lighthouseVersion,
    };
    print(
      `${measurement.page}: ${measurement.notes.join(" / ")}, ${measurement.lcpMs} ms ${measurement.defects.join(", ")}`,
    );
    return measurement;
  });

  const table = [
    "| page | performance / accessibility / best practices / SEO | largest paint, calculated | on a throttled line | layout shift | blocking |",
    "|---|---|---|---|---|---|",
    ...measures.map(
      ({ page, notes, lcpMs, throttledMs, cls, tbtMs }) =>
        `| ${page} | ${notes.join(" / ")} | ${(lcpMs / 1000).toFixed(2)} s | ${(throttledMs / 1000).toFixed(2)} s | ${cls.toFixed(3)} | ${tbtMs} ms |`,
    ),
  ].join("\n");
  const title = `Lighthouse ${measures[0]?.version}, mobile, simulated slow 4G, median of ${RUNS}; beside it the largest paint that Chromium measured on such a line, with its processor slowed down four times, median of ${THROTTLED_RUNS}`;
  writeFileSync(join(HERE, "results.md"), `${title}\n\n${table}\n`);
  print(`\n${title}\n\n${table}\n\nAlso in bench/lighthouse/results.md.`);
} finally {
  await site.stop();
  removeSiteFolder(folder);
}
