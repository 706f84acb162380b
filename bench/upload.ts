/** One 12-megapixel photo, and five at once, while visitors go on reading. */
import { spawn } from "node:child_process";
import { randomFillSync } from "node:crypto";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import sharp from "sharp";
import { wrk } from "./load.ts";
import { signIn, startBenchSite } from "./site.ts";
import { median, quantile } from "./statistics.ts";

/** Visitors. */
const PER_SECOND = 100;
/** Calm and a photo in turns. All their visitors count together: those of one photo are too few for a percentile. */
const ROUNDS = 5;
/** Longer than a photo takes. */
const SECONDS = 3;

/** A photo as a phone makes it: 4000 × 3000, fine grain over soft colours. */
async function photo(): Promise<Buffer<ArrayBuffer>> {
  const noise = randomFillSync(Buffer.alloc(1000 * 750 * 3)).map((byte) => 96 + byte / 4);
  const bytes = await sharp(noise, { raw: { width: 1000, height: 750, channels: 3 } })
    .resize(4000, 3000)
    .jpeg({ quality: 92 })
    .toBuffer();
  return Buffer.from(bytes);
}

type EncodedForm = { type: string; body: ArrayBuffer };

/** @returns the form as it goes onto the wire: whoever fills it in does so on a machine of their own */
async function fill(name: string, bytes: Buffer<ArrayBuffer>): Promise<EncodedForm> {
  const fields = { Nom: name, mois: "06", annee: "2025", Lieu: "Savièse", AfterMovie: "" };
  const body = new FormData();
  for (const [field, value] of Object.entries(fields)) body.append(field, value);
  body.append("image", new File([bytes], `${name}.jpg`, { type: "image/jpeg" }));
  const response = new Response(body);
  return { type: response.headers.get("content-type") ?? "", body: await response.arrayBuffer() };
}

/** @returns milliseconds to the answer, by which time all files of the picture are made */
async function publish(url: string, cookie: string, { type, body }: EncodedForm): Promise<number> {
  const start = performance.now();
  const headers = { cookie, origin: url, "content-type": type };
  const response = await fetch(`${url}/evenement/create`, { method: "POST", headers, body, redirect: "manual" });
  if (response.status !== 302) throw new Error(`The upload answered ${response.status}.`);
  return performance.now() - start;
}

/** @returns what each visitor of the home page waited, in milliseconds, while something was done */
async function during<T>(url: string, run: () => Promise<T>): Promise<{ waits: number[]; result: T }> {
  const visitors = spawn(process.execPath, [join(import.meta.dirname, "visitors.ts"), `${url}/`, String(PER_SECOND)], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const waits = json(visitors.stdout) as Promise<number[]>;
  // What the first visits compile is not what visitors wait for.
  await pause(1000);
  visitors.stdin.write("\n");
  const result = await run();
  visitors.stdin.end();
  return { waits: await waits, result };
}

export async function measurePhotos(folder: string, port: number) {
  const site = await startBenchSite(folder, port);
  const { url } = site;
  const cookie = await signIn(url);
  const bytes = await photo();
  // What runs for the first time is compiled meanwhile: not what a photo costs.
  for (const name of ["Essai1", "Essai2", "Essai3"]) await publish(url, cookie, await fill(name, bytes));
  const quiet: number[] = [];
  const duringPhoto: number[] = [];
  const single: number[] = [];
  for (let round = 1; round <= ROUNDS; round++) {
    const form = await fill(`Photo${round}`, bytes);
    quiet.push(...(await during(url, () => pause(SECONDS * 1000))).waits);
    const { waits, result } = await during(url, () => publish(url, cookie, form));
    duringPhoto.push(...waits);
    single.push(result);
  }
  const crowds: { calm: number; during: number }[] = [];
  for (let round = 1; round <= ROUNDS; round++) {
    const form = await fill(`Foule${round}`, bytes);
    const calm = (await wrk(`${url}/`, SECONDS)).p99Ms;
    const load = wrk(`${url}/`, SECONDS);
    await publish(url, cookie, form);
    crowds.push({ calm, during: (await load).p99Ms });
  }
  const [calm, duringOne] = [quantile(quiet, 0.99), quantile(duringPhoto, 0.99)];
  const crowd = {
    calm: median(crowds.map((one) => one.calm)),
    during: median(crowds.map((one) => one.during)),
  };
  let memoryMax = 0;
  const sample = setInterval(() => {
    memoryMax = Math.max(memoryMax, site.memory());
  }, 50);
  const five = await Promise.all(
    ["A", "B", "C", "D", "E"].map(async (name) => publish(url, cookie, await fill(name, bytes))),
  );
  clearInterval(sample);
  await site.stop();
  return {
    photoBytes: bytes.length,
    responseMs: median(single),
    visitorsP99Ms: { calm, during: duringOne, report: duringOne / calm },
    crowdP99Ms: { ...crowd, report: crowd.during / crowd.calm },
    fiveAtOnce: { lastResponseMs: Math.max(...five), memoryMaxMb: memoryMax },
  };
}
