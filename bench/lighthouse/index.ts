/**
 * `npm run lighthouse`: measures every page of the sitemap on a simulated phone, and prints a table. By default, Lighthouse only estimates
 * the effect of a slow network. A second measurement really slows down the network and the CPU. The first run installs
 * Lighthouse from the package.json of this folder.
 */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { ensureChromium } from "../../scripts/chromium.ts";
import { fetchText, median, withDemo, withSite } from "../site.ts";

const RUNS = 3;
const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"];
const CLI = join(import.meta.dirname, "node_modules/lighthouse/cli/index.js");
const CHROMIUM = "--headless=new --no-sandbox --disable-gpu --disable-quic --disable-background-networking";
const env = { ...process.env, CHROME_PATH: ensureChromium() };

type Report = { categories: Record<string, { score: number }>; audits: Record<string, { numericValue: number }> };

const THROTTLED = [
  "--throttling-method=devtools",
  "--throttling.requestLatencyMs=150",
  "--throttling.cpuSlowdownMultiplier=4",
  "--throttling.downloadThroughputKbps=1638",
  "--throttling.uploadThroughputKbps=675",
];

function visit(url: string, throttling: readonly string[]): Report {
  const options = ["--output=json", "--quiet", `--only-categories=${CATEGORIES}`, ...throttling];
  const args = [CLI, url, ...options, `--chrome-flags=${CHROMIUM}`];
  return JSON.parse(execFileSync(process.execPath, args, { env, maxBuffer: 2 ** 26 }).toString());
}

function measure(url: string): string[] {
  const simulated = Array.from({ length: RUNS }, () => visit(url, []));
  const throttled = Array.from({ length: RUNS }, () => visit(url, THROTTLED));
  const score = (name: string) => median(simulated.map(({ categories }) => categories[name]?.score ?? Number.NaN));
  const audit = (name: string, reports = simulated) =>
    median(reports.map(({ audits }) => audits[name]?.numericValue ?? Number.NaN));
  return [
    new URL(url).pathname,
    CATEGORIES.map((name) => Math.round(100 * score(name))).join(" / "),
    `${(audit("largest-contentful-paint") / 1000).toFixed(2)} s`,
    `${(audit("largest-contentful-paint", throttled) / 1000).toFixed(2)} s`,
    audit("cumulative-layout-shift").toFixed(3),
    `${Math.round(audit("total-blocking-time"))} ms`,
  ];
}

if (!existsSync(CLI)) execFileSync("npm", ["ci"], { cwd: import.meta.dirname, stdio: "inherit" });
await withDemo((folder) =>
  withSite(folder, async () => {
    const urls = [...(await fetchText("/sitemap.xml")).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = ""]) => url);
    // All event pages have the same layout, so measure only one of them.
    const event = urls.find((url) => /\/planning\/./.test(url));
    const pages = urls.filter((url) => !/\/planning\/./.test(url) || url === event);
    const paints = ["largest paint, calculated", "largest paint, throttled"];
    const head = ["page", CATEGORIES.join(" / "), ...paints, "layout shift", "blocking"];
    const rows = [head, head.map(() => "---"), ...pages.map(measure)];
    process.stdout.write(`${rows.map((cells) => `| ${cells.join(" | ")} |\n`).join("")}`);
  }),
);
