/** A site with 1 GB of pictures: what a backup, a purge and the daily rewrite cost its visitors. Needs Linux. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { pictureFiles } from "#domain/pictures/picture-variants.ts";
import { COMPILED } from "#tests/compiled.ts";
import { writeFigures } from "#tests/figures.ts";
import { freePort } from "#tests/free-ports.ts";
import { jpeg } from "#tests/images/pictures.ts";
import { committeeFolder, messageFields, signIn } from "#tests/server/visit.ts";
import smallMachine from "../../scripts/small-machine.json" with { type: "json" };

const ROOT = join(import.meta.dirname, "../..");
const PICTURES = 640;
/** Pictures that the purge deletes. */
const PURGED = 60;
const BYTES = 200_000;
const DOCUMENTS = 10_000;

const REST_MS = 10_000;
/** How much longer than at rest a visitor may wait, in milliseconds. */
const MORE_MS = 100;
/** A form waits until the rewrite ends (docs/decisions/0030). */
const REWRITE_MS = 200;
/** An upload may take so many times as long as at rest. */
const UPLOAD_TIMES = 5;
/** In megabytes: what a backup adds to a site with visitors, and a site after its start. */
const MEMORY_MAX = { backup: 50, rest: 180 };
const START_MAX_MS = 1_000;
/** On a slow machine, a start may take so many times as long as that of a site without pictures. */
const START_TIMES = 1.5;

/** @returns a data folder with 1 GB of pictures and 10,000 other documents */
async function filledFolder(): Promise<string> {
  const DATA_DIR = await committeeFolder();
  const db = new DatabaseSync(join(DATA_DIR, "site.db"));
  const document = db.prepare("INSERT INTO documents VALUES (?, ?, 'v', '2025-08-01T12:00:00.000Z', ?)");
  const file = db.prepare("INSERT INTO files VALUES (?, 'image/jpeg', '2025-08-01T12:00:00.000Z', ?, randomblob(?))");
  db.exec("PRAGMA synchronous = OFF; BEGIN");
  for (let n = 0; n < PICTURES; n++) {
    const key = n.toString(16).padStart(20, "0");
    const made = { width: 1600, height: 1200, tint: "encre", focus: "" };
    const picture = {
      collection: "evenements",
      file: "affiche.jpg",
      addedAt: new Date().toISOString(),
      size: BYTES,
      made,
    };
    document.run("pictures", key, JSON.stringify({ ...picture, refusal: null }));
    const day = `${1960 + Math.floor(n / 12)}-0${1 + (n % 9)}`;
    const event = { Nom: n < PURGED ? "Purge" : `Bal ${n}`, Date: day, Lieu: "Savièse", picture: key };
    document.run("evenements", `Bal${n}`, JSON.stringify(event));
    for (const own of pictureFiles(key, 1600, true)) file.run(`variantes/${own}`, own, BYTES);
  }
  for (let n = 0; n < DOCUMENTS; n++)
    document.run("fingerprints", `a${n}`, JSON.stringify({ text: "Kouglof ".repeat(100), n }));
  db.exec("COMMIT; PRAGMA wal_checkpoint(TRUNCATE)");
  db.close();
  // Otherwise, the first write of the site waits until the disk has written 1 GB.
  const fd = openSync(join(DATA_DIR, "site.db"), "r+");
  fsyncSync(fd);
  closeSync(fd);
  expect(statSync(join(DATA_DIR, "site.db")).size).toBeGreaterThan(1e9);
  return DATA_DIR;
}

/** Starts the site. `ask` names work (gigabyte-site.ts) and resolves when it is done. */
async function startSite(DATA_DIR: string) {
  const PORT = String(await freePort());
  const begin = performance.now();
  const child = spawn(process.execPath, [...smallMachine.flags, "tests/long/gigabyte-site.ts"], {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH,
      ...smallMachine.environment,
      ...COMPILED,
      NODE_ENV: "production",
      DATA_DIR,
      PORT,
      TRUST_PROXY: "1",
      BACKUP_KEEP: "0",
      LOG_LEVEL: "error",
    },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const end = async (): Promise<void> => {
    child.kill("SIGTERM");
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  };
  onTestFinished(end);
  const url = `http://127.0.0.1:${PORT}`;
  const isUp = () =>
    fetch(`${url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isUp())) await pause(5);
  const startMs = performance.now() - begin;
  let output = "";
  child.stdout.on("data", (piece) => {
    output += piece;
  });
  const ask = async (name: string): Promise<void> => {
    child.stdin.write(`${name}\n`);
    while (!output.includes(`${name} done\n`)) await once(child.stdout, "data");
  };
  const memory = (): number =>
    Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1]) / 1024;
  return { url, startMs, ask, memory, end };
}

type Site = Awaited<ReturnType<typeof startSite>>;

/** Requests one after the other until `isOver`. @returns their durations in milliseconds */
async function repeat(request: () => Promise<Response>, status: number, everyMs: number, isOver: () => boolean) {
  const waits: number[] = [];
  const statuses = new Set([status]);
  while (!isOver()) {
    const begin = performance.now();
    const response = await request();
    await response.arrayBuffer();
    waits.push(performance.now() - begin);
    statuses.add(response.status);
    await pause(everyMs);
  }
  expect([...statuses]).toEqual([status]);
  return waits.toSorted((a, b) => a - b);
}

let number = 0;
/** The forms of one address are limited. */
const otherAddress = (): string => `198.51.${Math.floor(number / 250) % 250}.${number++ % 250}`;
const pathOfPicture = (n: number): string =>
  `/images/evenements/Bal${n}/${pictureFiles(n.toString(16).padStart(20, "0"), 1600, true)[n % 6]}`;

/** Visits the site until `work` is done. @returns the sorted waits in milliseconds, and the highest memory in MB */
async function visitDuring({ url, memory }: Site, work: () => Promise<unknown>) {
  let [over, most] = [false, 0];
  const isOver = () => over;
  const noteMemory = setInterval(() => {
    most = Math.max(most, memory());
  }, 20);
  const page = repeat(() => fetch(url), 200, 10, isOver);
  const readPicture = () => fetch(url + pathOfPicture(PURGED + (number++ % (PICTURES - PURGED))));
  const picture = repeat(readPicture, 200, 10, isOver);
  const sendMessage = () => {
    const body = new URLSearchParams(messageFields(`Message ${process.hrtime.bigint()}`));
    const headers = { origin: url, "x-forwarded-for": otherAddress() };
    return fetch(`${url}/contact`, { method: "POST", body, redirect: "manual", headers });
  };
  const form = repeat(sendMessage, 200, 50, isOver);
  const begin = performance.now();
  await work();
  const tookMs = performance.now() - begin;
  over = true;
  const waits = { page: await page, picture: await picture, form: await form };
  clearInterval(noteMemory);
  return { waits, memory: most, tookMs };
}

/** @returns the sorted durations of uploads until `work` is done, in milliseconds */
async function uploadDuring({ url }: Site, cookie: string, work: () => Promise<unknown>): Promise<number[]> {
  const bytes = new Uint8Array(await jpeg(300, 200));
  const upload = () => {
    const body = new FormData();
    const fields = { mois: "08", annee: "2025", Lieu: "Lac", AfterMovie: "", hp: "" };
    for (const [field, value] of Object.entries({ Nom: `Loto${number++}`, ...fields })) body.append(field, value);
    body.append("image", new File([bytes], "affiche.jpg"));
    const headers = { origin: url, cookie, "x-forwarded-for": otherAddress() };
    return fetch(`${url}/evenement/create`, { method: "POST", body, redirect: "manual", headers });
  };
  let over = false;
  const uploads = repeat(upload, 302, 0, () => over);
  await work();
  over = true;
  return uploads;
}

const rank = (sorted: readonly number[], share: number): number => sorted[Math.ceil(sorted.length * share) - 1] ?? 0;
const most = (sorted: readonly number[]): number => sorted.at(-1) ?? 0;
const rounded = (ms: number) => Math.round(ms);

it.skipIf(!existsSync("/proc/self/status"))(
  "with 1 GB of pictures, a backup, a purge and a rewrite delay no visitor",
  async () => {
    const without = await startSite(await committeeFolder());
    // At its end, the process stores the compiled modules, also those of the worker. Otherwise, the compiler takes memory.
    await without.ask("backup");
    await without.end();
    const site = await startSite(await filledFolder());
    const atRest = site.memory();
    // Fill caches.
    await visitDuring(site, () => pause(3_000));
    const rest = await visitDuring(site, () => pause(REST_MS));
    const works = new Map<string, typeof rest>();
    for (const work of ["backup", "purge", "rewrite"]) works.set(work, await visitDuring(site, () => site.ask(work)));
    const cookie = await signIn(site.url);
    const uploads = await uploadDuring(site, cookie, () => pause(REST_MS));
    const uploadsInBackup = await uploadDuring(site, cookie, () => site.ask("backup again"));

    const texts = [...works].map(([name, { waits, memory, tookMs }]) => {
      const longest = Object.entries(waits).map(([kind, all]) => {
        const more = rounded(most(all) - most(rest.waits[kind as keyof typeof waits]));
        return `${kind} ${rounded(most(all))} ms (${more >= 0 ? "+" : ""}${more})`;
      });
      return `${name} ${(tookMs / 1000).toFixed(1)} s, ${rounded(memory)} MB: ${longest.join(", ")}`;
    });
    const upload = `99 % of uploads within ${rounded(rank(uploadsInBackup, 0.99))} ms (at rest ${rounded(rank(uploads, 0.99))})`;
    const start = `start ${rounded(site.startMs)} ms (without pictures ${rounded(without.startMs)}), ${rounded(atRest)} MB, ${rounded(rest.memory)} MB with visitors`;
    const figures = [start, ...texts, upload].join("; ");
    for (const [work, { waits }] of works)
      for (const kind of ["page", "picture", "form"] as const)
        expect(most(waits[kind]) - most(rest.waits[kind]), `${work}, ${kind}: ${figures}`).toBeLessThan(
          work === "rewrite" && kind === "form" ? MORE_MS + REWRITE_MS : MORE_MS,
        );
    expect(rank(uploadsInBackup, 0.99), figures).toBeLessThan(UPLOAD_TIMES * rank(uploads, 0.99));
    expect((works.get("backup")?.memory ?? 0) - rest.memory, figures).toBeLessThan(MEMORY_MAX.backup);
    expect(atRest, figures).toBeLessThan(MEMORY_MAX.rest);
    expect(site.startMs, figures).toBeLessThan(Math.max(START_MAX_MS, START_TIMES * without.startMs));
    writeFigures("one-gigabyte", {
      promise: "With 1 GB of pictures, a backup, a purge and the daily rewrite delay no visitor",
      figures,
    });
  },
);
