import { spawn } from "node:child_process";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { twelveMegapixels } from "#tests/images/pictures.ts";
import { median, postForm, quantile, SITE, signIn, withSite } from "./site.ts";
import { wrk } from "./throughput.ts";

/** During a single upload, too few pages are requested for a 99th percentile. */
const ROUNDS = 5;
/** Duration of each load test, long enough for the upload during the test. */
const SECONDS = 3;

/** Milliseconds that visitors wait: `before` without an upload, `meanwhile` during an upload. */
export const measurePhotos = (folder: string) =>
  withSite(folder, async ({ memoryMb }) => {
    const cookie = await signIn();
    const photo = new Uint8Array(await twelveMegapixels());
    const publish = (name: string) => upload(name, photo, cookie);
    // Warm up: the first uploads are slower, because V8 has not compiled the code yet.
    for (const name of ["Essai1", "Essai2", "Essai3"]) await publish(name);

    const singleMs: number[] = [];
    const steady = { before: [] as number[], meanwhile: [] as number[] };
    const crowd = { before: [] as number[], meanwhile: [] as number[] };
    for (let round = 1; round <= ROUNDS; round++) {
      steady.before.push(...(await visit(() => pause(SECONDS * 1000))));
      steady.meanwhile.push(...(await visit(async () => singleMs.push(await publish(`Photo${round}`)))));
      crowd.before.push((await wrk(`${SITE}/`, SECONDS)).p99Ms);
      const [load] = await Promise.all([wrk(`${SITE}/`, SECONDS), publish(`Foule${round}`)]);
      crowd.meanwhile.push(load.p99Ms);
    }
    const usedMb: number[] = [];
    const sample = setInterval(() => usedMb.push(memoryMb()), 50);
    await Promise.all(["A", "B", "C", "D", "E"].map(publish));
    clearInterval(sample);
    return {
      singleMs: median(singleMs),
      steady: { before: quantile(steady.before, 0.99), meanwhile: quantile(steady.meanwhile, 0.99) },
      crowd: { before: median(crowd.before), meanwhile: median(crowd.meanwhile) },
      peakMb: Math.max(...usedMb),
    };
  });

/** The server responds once all files of the picture exist. */
async function upload(name: string, photo: Uint8Array<ArrayBuffer>, cookie: string): Promise<number> {
  const body = new FormData();
  const fields = { Nom: name, mois: "06", annee: "2025", Lieu: "Savièse", AfterMovie: "" };
  for (const [field, value] of Object.entries(fields)) body.append(field, value);
  body.append("image", new File([photo], `${name}.jpg`, { type: "image/jpeg" }));
  const began = performance.now();
  await postForm("/evenement/create", body, cookie);
  return performance.now() - began;
}

/** @returns milliseconds that each visitor of the home page waited during `work` */
async function visit(work: () => Promise<unknown>): Promise<number[]> {
  const program = join(import.meta.dirname, "visitors.ts");
  const visitors = spawn(process.execPath, [program, `${SITE}/`], { stdio: ["pipe", "pipe", "inherit"] });
  const waits = json(visitors.stdout) as Promise<number[]>;
  // Warm up: the first visits are slower, because V8 has not compiled the code yet.
  await pause(1000);
  visitors.stdin.write("\n");
  await work();
  visitors.stdin.end();
  return waits;
}
