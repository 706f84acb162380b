/** `npm run bench`: the figures of docs/performance.md, from this machine, as a table and as JSON. */
import { writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { PERFORMANCE, tableOf, writeSection } from "../scripts/document-tables.ts";
import { measureHerd } from "./herd.ts";
import { requireTools } from "./load.ts";
import { measureGrowth } from "./scale.ts";
import { measureScript } from "./script-weight.ts";
import { fillWithExamples, removeSiteFolder, startBenchSite, temporaryFolder } from "./site.ts";
import { measureStartup } from "./start.ts";
import { measureThroughput } from "./throughput.ts";
import { measurePhotos } from "./upload.ts";

const PORT = 4900;
const print = (text: string) => process.stdout.write(`${text}\n`);
const ms = (value: number) => (value < 10 ? `${value.toFixed(1)} ms` : `${Math.round(value)} ms`);

try {
  requireTools();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

const folder = temporaryFolder();
print("Filling a data folder…");
fillWithExamples(folder);
const first = await startBenchSite(folder, PORT);
await first.stop();

print("Start and memory…");
const startup = await measureStartup(folder, PORT);
print("Requests per second against nginx…");
const throughput = await measureThroughput(folder, PORT);
print("A rush on a page that is not in memory…");
const herd = await measureHerd();
print("Script…");
const script = await measureScript(folder, PORT);
print("Uploads…");
const photos = await measurePhotos(folder, PORT);
print("Growth…");
const growth = await measureGrowth();
removeSiteFolder(folder);

const machine = `${cpus()[0]?.model ?? "?"}, ${cpus().length} cores, Node ${process.version}`;
const lines: [string, string, string][] = [
  [
    "finished home page, requests per second ÷ nginx (one worker, same bytes and headers)",
    "≥ 0.5",
    throughput.report.toFixed(2),
  ],
  [
    "the same ÷ a bare Node that sends the same bytes and headers and does nothing else; this one ÷ nginx",
    "≥ 0.75; –",
    `${throughput.reportOfNode.toFixed(2)}; ${throughput.nodeOfNginx.toFixed(2)}`,
  ],
  ["the home page with an event edited every second", "≥ 0.4", throughput.ratioWhileChanging.toFixed(2)],
  ["latest that a visitor read the new event", "≤ 1 s", ms(throughput.worstDelayMs)],
  [`renders for ${herd.visitors} simultaneous requests of an uncached page`, "1", String(herd.renders)],
  ...growth.map(({ events, members, inscriptions, planningMs, inboxMs }): [string, string, string] => [
    `${events} events, ${members} members, ${inscriptions} sign-ups: planning uncached; inbox page`,
    "< 1 s; < 50 ms at the largest",
    `${ms(planningMs)}; ${ms(inboxMs)}`,
  ]),
  ["a 12-megapixel photo", "< 2.5 s", ms(photos.responseMs)],
  [
    "visitors’ 99th percentile meanwhile ÷ before: 100 a second; 64 who ask without a pause",
    "< 5",
    [photos.visitorsP99Ms, photos.crowdP99Ms]
      .map((p99) => `${p99.report.toFixed(2)} (${ms(p99.calm)}, ${ms(p99.during)})`)
      .join("; "),
  ],
  ["memory with five such photos at once", "≤ 600 MB", `${Math.round(photos.fiveAtOnce.memoryMaxMb)} MB`],
  ["start to first answer", "< 1 s", ms(startup.startupMs)],
  ["memory at rest", "≤ 180 MB", `${Math.round(startup.memoryMb)} MB`],
  [
    "script of the heaviest page, brotli: for reading; a visitor’s form; the committee’s",
    "≤ 5 KB; ≤ 110 KB; ≤ 125 KB",
    [script.reading, script.interactive, script.committee].map((bytes) => `${(bytes / 1000).toFixed(1)} KB`).join("; "),
  ],
];
const table = tableOf([["what", "goal", "here"], ...lines]);
const results = {
  at: new Date().toISOString().slice(0, 10),
  machine,
  startup,
  throughput,
  herd,
  photos,
  growth,
  script,
};
writeFileSync(join(import.meta.dirname, "results.json"), `${JSON.stringify(results, null, 2)}\n`);
writeFileSync(join(import.meta.dirname, "results.md"), `${machine}\n\n${table}\n`);
writeSection(PERFORMANCE, "bench", `${machine}\n\n${table}`);
print(`\n${machine}\n\n${table}\n\nAlso in ${PERFORMANCE}, bench/results.json and bench/results.md.`);
