/** Two containers on one data folder, as during an update: the new one listens before the old one ends; no request fails. */
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { openDatabase } from "#adapters/sqlite/database.ts";
import { createTakeOverQueue } from "#server/container/take-over-queue.ts";
import { tablesOf } from "#tests/backup/site.ts";
import { nextRelease } from "#tests/server/next-release.ts";
import { SITE_LOCK_FILE } from "#upkeep/backup/restore.ts";
import { lockFolder } from "#upkeep/folder-lock.ts";
import { dataFolder, type SiteProcess, startContainer } from "../process.ts";
import { committeeFolder, messageFields } from "../visit.ts";
import { ask, startProxy } from "./proxy.ts";

const ORIGIN = "https://jeunesse.exemple.ch";
const PATIENCE = { timeout: 60_000 };

const isOpen = async (site: SiteProcess) => {
  await vi.waitUntil(() => site.output().includes(`Savièse: ${ORIGIN}`), PATIENCE);
  return site;
};

/** Starts four visitors who read pages and send messages without a pause. */
function visitors(url: string) {
  const statuses: (number | string)[] = [];
  let on = true;
  async function visit(n: number): Promise<void> {
    for (let i = 0; on; i++) {
      const isRead = i % 4 !== n;
      const answer = isRead ? ask(`${url}/planning${i % 2 ? "" : `?${n}-${i}`}`) : send(`Message ${n}-${i}`);
      statuses.push(await answer.then(({ status }) => status).catch((error: Error) => error.message));
    }
  }
  async function send(subject: string) {
    const headers = { origin: ORIGIN, "content-type": "application/x-www-form-urlencoded" };
    const body = new URLSearchParams(messageFields(subject)).toString();
    const { status, text } = await ask(`${url}/contact`, { method: "POST", body, headers });
    // The rate limit of the address refuses further messages.
    if (status === 429) return { status: 200 };
    return { status: text.includes("Merci de votre message") ? status : `${status} and no thanks` };
  }
  const all = Promise.all([0, 1, 2, 3].map(visit));
  return {
    /** Resolves after `count` further answers. */
    more: (count: number) => {
      const until = statuses.length + count;
      return vi.waitUntil(() => statuses.length >= until, { timeout: 20_000, interval: 5 });
    },
    /** Stops the visitors. @returns the different statuses and errors of their requests */
    async leave() {
      on = false;
      await all;
      return [...new Set(statuses)];
    },
  };
}

describe("an update of the container", () => {
  it("fails no request, whether the old container gets SIGTERM, or SIGKILL without a request in progress as ONCE does", async () => {
    const env = { DATA_DIR: await committeeFolder(), PUBLIC_URL: ORIGIN };
    let running = await isOpen(await startContainer(env));
    const proxy = await startProxy(running.url);
    const people = visitors(proxy.url);
    await people.more(20);
    for (const signal of ["SIGTERM", "SIGKILL"] as const) {
      const next = await startContainer(env);
      expect(next.output()).not.toContain("Savièse:");
      proxy.leadTo(next.url);
      if (signal === "SIGKILL") await proxy.drained(running.url);
      expect(await running.stop(signal)).toBe(signal === "SIGTERM" ? 0 : null);
      running = await isOpen(next);
      await people.more(20);
    }
    expect(await people.leave()).toEqual([200]);
  });

  it("lets one of two new containers migrate the tables when the folder is free; the other one waits", async () => {
    const DATA_DIR = dataFolder();
    openDatabase(join(DATA_DIR, "site.db")).close();
    const before = tablesOf(join(DATA_DIR, "site.db"));
    const release = lockFolder(DATA_DIR, SITE_LOCK_FILE);
    const { env } = nextRelease();
    const both = await Promise.all([1, 2].map(() => startContainer({ DATA_DIR, PUBLIC_URL: ORIGIN, ...env })));
    const answers = both.map(({ url }) => ask(`${url}/planning`).then(({ status }) => status));
    const first = Promise.race(both.map((site) => isOpen(site)));
    expect(tablesOf(join(DATA_DIR, "site.db"))).toEqual(before);
    expect(existsSync(join(DATA_DIR, "sauvegardes"))).toBe(false);
    release?.();
    const opened = await first;
    expect(opened.output()).toMatch(/e-mail {4}comite@exemple\.ch\n {2}link {6}https:\/\/\S+\/invitation\//);
    const other = both.find((site) => site !== opened);
    expect((await ask(`${other?.url}/up`)).status).toBe(200);
    expect(other?.output()).toBe("");
    expect(await opened.stop("SIGTERM")).toBe(0);
    expect(await Promise.all(answers)).toEqual([200, 200]);
    expect(readdirSync(join(DATA_DIR, "sauvegardes"))).toHaveLength(1);
    expect(await other?.stop("SIGTERM")).toBe(0);
  });

  it("answers 503 to waiting requests and ends if it is stopped while it waits", async () => {
    const DATA_DIR = dataFolder();
    const release = lockFolder(DATA_DIR, SITE_LOCK_FILE);
    const site = await startContainer({ DATA_DIR, PUBLIC_URL: ORIGIN });
    const waiting = ask(`${site.url}/planning`);
    await ask(`${site.url}/up`);
    expect(await site.stop("SIGTERM")).toBe(0);
    expect(await waiting).toMatchObject({ status: 503, text: expect.stringContaining("Le site démarre") });
    release?.();
  });
});

describe("requests before the site is open", () => {
  /** Starts a server with a queue. @returns the queue and the URL */
  async function startQueue(waitMs: number, most: number, silenceMs = 20_000) {
    const queue = createTakeOverQueue({ "cache-control": "no-store" }, { waitMs, most });
    const server = createServer(queue.listener).listen(0, "127.0.0.1");
    server.setTimeout(silenceMs);
    await once(server, "listening");
    onTestFinished(() => server.closeAllConnections());
    onTestFinished(() => void server.close());
    return { queue, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
  }
  const echo: RequestListener = (req, res) => void req.pipe(res);

  it("get 503 with Retry-After when they have waited too long", async () => {
    const { url } = await startQueue(200, 10, 50);
    const answer = await ask(url);
    expect([answer.status, answer.headers["retry-after"], answer.text]).toEqual([
      503,
      "5",
      expect.stringContaining("Le site démarre"),
    ]);
  });

  it("wait up to a maximum number; a cancelled request frees its place", async () => {
    const { queue, url } = await startQueue(20_000, 2);
    const gone = new AbortController();
    const left = fetch(url, { signal: gone.signal }).catch(() => "gone");
    const waits = ask(url, { method: "POST", body: "waited" });
    await vi.waitUntil(async () => (await ask(`${url}/`).catch(() => null))?.status === 503, PATIENCE);
    gone.abort();
    expect(await left).toBe("gone");
    let tries = 0;
    const enter = async (): Promise<string> => {
      tries += 1;
      const { status, text } = await ask(url, { method: "POST", body: "late" });
      return status === 503 ? enter() : text;
    };
    const late = enter();
    // The request waits in the queue when it is not repeated any more.
    await vi.waitUntil(async () => {
      const before = tries;
      for (const _ of [1, 2, 3]) await ask(`${url}/up`);
      return tries === before;
    }, PATIENCE);
    queue.open(echo);
    expect([(await waits).text, await late]).toEqual(["waited", "late"]);
  });

  it("wait with an unread body, which the site then reads completely", async () => {
    const { queue, url } = await startQueue(20_000, 2);
    const body = "x".repeat(20_000_000);
    const answer = ask(url, { method: "POST", body });
    await vi.waitUntil(async () => (await ask(`${url}/up`)).status === 200, PATIENCE);
    let read = 0;
    queue.open((req, res) => {
      read = req.readableLength;
      req.pipe(res);
    });
    expect((await answer).text).toHaveLength(body.length);
    expect(read).toBeLessThan(200_000);
  });
});
