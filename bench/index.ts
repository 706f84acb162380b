/** `npm run bench`: measures the site on this machine and prints the first table of docs/performance.md. */
import { cpus } from "node:os";
import { qrBillForAccount } from "#domain/money/qr-bill.ts";
import { INITIAL_SETTINGS } from "#domain/settings/settings.ts";
import { billsPdf } from "#print/qr-bill.ts";
import { measureLargest } from "./largest.ts";
import { measurePhotos } from "./photos.ts";
import { measureScript } from "./script.ts";
import { fetchText, median, withDemo, withSite } from "./site.ts";
import { measureThroughput } from "./throughput.ts";

const STARTS = 5;
const PAGES = ["/", "/comite", "/planning", "/dons", "/inscription", "/contact", "/charte"];

const ms = (value: number) => (value < 10 ? `${value.toFixed(1)} ms` : `${Math.round(value)} ms`);
const mb = (value: number) => `${Math.round(value)} MB`;
const ratio = (part: number, whole: number) => (part / whole).toFixed(2);
const slower = ({ before, meanwhile }: { before: number; meanwhile: number }) =>
  `${ratio(meanwhile, before)} (${ms(before)}, ${ms(meanwhile)})`;

async function measureStart(folder: string) {
  const starts: { startMs: number; memoryMb: number }[] = [];
  for (let i = 0; i < STARTS; i++)
    await withSite(folder, async ({ startMs, memoryMb }) => {
      for (const page of PAGES) await fetchText(page);
      starts.push({ startMs, memoryMb: memoryMb() });
    });
  return { ms: median(starts.map(({ startMs }) => startMs)), mb: median(starts.map(({ memoryMb }) => memoryMb)) };
}

async function measureBills(): Promise<number> {
  const bill = qrBillForAccount({ ...INITIAL_SETTINGS, iban: "CH5604835012345678009" }, "cotisation", 5000);
  const pages = Array.from({ length: 130 }, (_, i) => ({
    bill,
    link: `https://exemple.ch/ma-fiche/${i}`,
    letter: {
      address: [`Léa Dubuis ${i}`, "Rue du Stade 5", "1965 Savièse"],
      date: "Savièse, le 2 mars 2027",
      words: "Merci.",
    },
  }));
  const began = performance.now();
  await billsPdf("Cotisation", pages);
  return performance.now() - began;
}

async function measureAll(folder: string): Promise<string> {
  const start = await measureStart(folder);
  const { bareNode, site, edited, worstDelayMs } = await measureThroughput(folder);
  const script = await measureScript(folder);
  const { singleMs, steady, crowd, peakMb } = await measurePhotos(folder);
  const billsMs = await measureBills();
  const [planning, inbox, ...register] = (await measureLargest()).map(ms);
  return `| what | goal | here |
|---|---|---|
| finished home page, requests per second ÷ a bare Node server that sends the same bytes and headers | ≥ 0.75 | ${ratio(site, bareNode)} |
| the same with an event edited every second | ≥ 0.65 | ${ratio(edited, bareNode)} |
| latest that a visitor read the new event | ≤ 1 s | ${ms(worstDelayMs)} |
| 1,000 events, 10,000 sign-ups: planning uncached; inbox page | < 1 s; < 50 ms | ${planning}; ${inbox} |
| 2,000 members, 12 years of fees: the register; a search in it; a year of fees; a search in it | < 50 ms each | ${register.join("; ")} |
| a PDF of 130 bills | ≤ 10 s | ${ms(billsMs)} |
| a 12-megapixel photo | < 2.5 s | ${ms(singleMs)} |
| visitors’ 99th percentile meanwhile ÷ before: 100 a second; 64 who ask without a pause | < 5 | ${slower(steady)}; ${slower(crowd)} |
| memory with five such photos at once | ≤ 600 MB | ${mb(peakMb)} |
| start to first answer | < 1 s | ${ms(start.ms)} |
| memory at rest | ≤ 180 MB | ${mb(start.mb)} |
| script of the heaviest page, brotli: for reading; a visitor’s form; the committee’s | ≤ 5 KB; ≤ 110 KB; ≤ 132 KB | ${script.map((bytes) => `${(bytes / 1000).toFixed(1)} KB`).join("; ")} |`;
}

await withDemo(async (folder) => {
  const table = await measureAll(folder);
  const machine = `${cpus()[0]?.model ?? "?"}, ${cpus().length} cores, Node ${process.version}`;
  process.stdout.write(`\n${machine}\n\n${table}\n`);
});
