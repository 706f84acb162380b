/** 500 concurrent visitors of the real process while people sign up, for a minute or LOAD_SECONDS. */

import { readFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openDatabase } from "#adapters/sqlite/database.ts";
import { dayInZurich, yearsBefore } from "#domain/dates.ts";
import { createInboxStore } from "#stores/inbox.ts";
import { documentsOf } from "#tests/contracts/documents/places.ts";
import { writeFigures } from "#tests/figures.ts";
import { dataFolder, start } from "../server/process.ts";

const VISITORS = 500;
const SECONDS = Number(process.env.LOAD_SECONDS ?? 60);
/** Number of people who fill in the form at the same time, each from another address. */
const INSCRIPTIONS_UNDER_WAY = 10;
const ALL = VISITORS + INSCRIPTIONS_UNDER_WAY;
/** Minimum number of sign-ups; with fewer, the test would prove little. */
const INSCRIPTIONS_MIN = 50;
/**
 * Maximum heap. With much memory, V8 collects garbage late, and the size of the process would say little about its needs.
 * With this heap, a leak ends the process.
 */
const HEAP_MB = 128;
/** Maximum memory of the process, and maximum growth between the first half and the end. */
const MEMORY_MAX_MB = 400;
const GROWTH_MAX_MB = 120;

const PAGES = ["/", "/comite", "/planning", "/inscription", "/charte", "/dons", "/nulle-part", "/healthz"];

const memoryMb = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;

it(
  "500 visitors read while people sign up: no error, nothing lost, bounded memory",
  async () => {
    const DATA_DIR = dataFolder();
    const site = await start({ DATA_DIR, TRUST_PROXY: "1", NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}` });
    const agent = new Agent({ keepAlive: true, maxSockets: ALL, maxFreeSockets: ALL });
    const ask = (path: string, body?: string, adresse = "192.0.2.1") =>
      new Promise<number>((done, fail) => {
        const headers = { origin: site.url, "x-forwarded-for": adresse, "accept-encoding": "br" };
        const form = { ...headers, "content-type": "application/x-www-form-urlencoded" };
        const options = body === undefined ? { agent, headers } : { agent, headers: form, method: "POST" };
        const req = request(site.url + path, options, (res) => {
          res.resume();
          res.on("end", () => done(res.statusCode ?? 0));
          res.on("error", fail);
        });
        req.on("error", fail);
        req.end(body);
      });

    // Node accepts one connection in each turn of its loop: begin when all connections are open.
    await Promise.all(Array.from({ length: ALL }, () => ask("/comite")));
    const end = performance.now() + SECONDS * 1000;
    const half = end - SECONDS * 500;
    const statuses = new Map<number, number>();
    let accepted = 0;
    let number = 0;
    let atHalf = 0;
    let maximum = 0;
    const countOf = (status: number) => statuses.set(status, (statuses.get(status) ?? 0) + 1);

    async function visit(visitor: number): Promise<void> {
      for (let i = visitor; performance.now() < end; i++) countOf(await ask(PAGES[i % PAGES.length] ?? "/"));
    }
    async function signUp(): Promise<void> {
      while (performance.now() < end) {
        const n = number++;
        const body = new URLSearchParams({
          nom: "Fendant",
          prenom: `Camille ${n}`,
          adresse: "Chemin des Treize-Étoiles 4, 1965 Savièse",
          tel: "0791234567",
          dateAnniv: yearsBefore(dayInZurich(new Date()), 20),
          charte: "on",
        });
        const status = await ask("/inscription", body.toString(), `198.51.${100 + (n % 100)}.${n % 250}`);
        countOf(status);
        if (status === 200) accepted++;
      }
    }
    const measurement = setInterval(() => {
      const memory = memoryMb(site.pid);
      maximum = Math.max(maximum, memory);
      if (performance.now() < half) atHalf = Math.max(atHalf, memory);
    }, 100);
    await Promise.all([
      ...Array.from({ length: VISITORS }, (_, i) => visit(i)),
      ...Array.from({ length: INSCRIPTIONS_UNDER_WAY }, signUp),
    ]);
    clearInterval(measurement);
    agent.destroy();

    expect([...statuses.keys()].sort()).toEqual([200, 404]);
    expect(accepted).toBeGreaterThanOrEqual(INSCRIPTIONS_MIN);
    expect(maximum).toBeLessThan(MEMORY_MAX_MB);
    expect(maximum - atHalf).toBeLessThan(GROWTH_MAX_MB);
    expect(await site.stop("SIGTERM")).toBe(0);
    const db = openDatabase(join(DATA_DIR, "site.db"));
    const { total } = await createInboxStore(documentsOf(db)).count("inscription");
    db.close();
    expect(total).toBe(accepted);
    const requests = [...statuses.values()].reduce((sum, n) => sum + n, 0);
    writeFigures("load", {
      promise: "500 simultaneous visitors and sign-ups: no error, no lost write, bounded memory",
      figures: `${requests} requests in ${SECONDS} s, ${accepted} sign-ups stored of ${accepted} confirmed, at most ${Math.round(maximum)} MB with a heap limited to ${HEAP_MB} MB`,
    });
  },
  (SECONDS + 60) * 1000,
);
