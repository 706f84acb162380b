/** A database that another process has locked: pages are served, and each form is stored once or refused in words. */
import { readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { writeFigures } from "#tests/figures.ts";
import { command } from "../command.ts";
import { type SiteForFile, type SiteProcess, start, startForFile, startInVain } from "../process.ts";
import { announce, COMMITTEE, committeeFolder, contentsOf, health, post, signIn, write } from "../visit.ts";
import { lockDatabase, lockNowAndThen, type Mode } from "./hold-lock.ts";

/** How long a write waits for the lock, in milliseconds. */
const PATIENCE_MS = 5_000;
/** Maximum wait for a page, in milliseconds. Posters are encoded meanwhile. */
const GAP_MS = 500;
/** Pause between two requests of one reader, in milliseconds. */
const EVERY_MS = 10;

/** Requests a page repeatedly. @returns a function that ends this and returns the longest wait and all statuses */
function keepReading(url: string, path: string, cookie = "") {
  const ending = new AbortController();
  onTestFinished(() => ending.abort());
  const waits: number[] = [];
  const statuses = new Set<number>();
  const reading = (async () => {
    while (!ending.signal.aborted) {
      const before = performance.now();
      const response = await fetch(url + path, { headers: { cookie } });
      await response.arrayBuffer();
      statuses.add(response.status);
      waits.push(performance.now() - before);
      await setTimeout(EVERY_MS);
    }
  })();
  // If the test has failed, the site has ended.
  reading.catch(() => {});
  return async () => {
    ending.abort();
    await reading;
    return { longest: Math.max(...waits), count: waits.length, statuses: [...statuses] };
  };
}

/** @returns the memory of a process in megabytes; 0 on systems other than Linux */
const memoryOf = ({ pid }: SiteProcess) =>
  process.platform === "linux"
    ? Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024
    : 0;

/** @returns what forms have stored, without pictures: a refused form may leave unused ones */
function kept({ DATA_DIR }: SiteForFile) {
  const { messages, events, sessions } = contentsOf(DATA_DIR);
  return { messages, events, sessions };
}

/** Sends a message and an event with this name, and a sign-in. */
function send(url: string, name: string, cookie: string) {
  const { ADMIN_EMAIL: username, ADMIN_PASSWORD: password } = COMMITTEE;
  return [
    write(url, name),
    announce(url, name, cookie),
    post(url, "/login", new URLSearchParams({ username, password })),
  ];
}

/** Each mode short and long: in a database with a write-ahead log, both let readers go on. */
const HOLDS: [Mode, number][] = [
  ["IMMEDIATE", 20],
  ["EXCLUSIVE", 2_000],
  ["EXCLUSIVE", 500],
  ["IMMEDIATE", 4_800],
];

describe("a database that another process has locked", () => {
  const gaps: number[] = [];
  let site: SiteForFile;
  let cookie: string;
  beforeAll(async () => {
    site = await startForFile(COMMITTEE);
    cookie = await signIn(site.url);
    for (const path of ["/", "/planning"]) expect((await fetch(site.url + path)).status).toBe(200);
  });
  afterAll(() => site.end());

  it.each(HOLDS)("BEGIN %s for %i ms: pages are served, and each form is stored once", async (mode, ms) => {
    const known = kept(site);
    const release = await lockDatabase(site.DATA_DIR, mode);
    const lockedAt = performance.now();
    const before = memoryOf(site);
    const readings = [keepReading(site.url, "/planning", cookie), keepReading(site.url, "/")];
    const [name, second] = [`Bal${mode}${ms}`, `Second ${mode}${ms}`];
    const sent = [...send(site.url, name, cookie), write(site.url, second)];
    if (ms > 1_000) await vi.waitUntil(async () => (await health(site.url)).status === 503, { timeout: 20_000 });
    await setTimeout(Math.max(0, lockedAt + ms - performance.now()));
    await release();
    expect((await Promise.all(sent)).map(({ status }) => status)).toEqual([200, 302, 302, 200]);
    await vi.waitUntil(async () => (await health(site.url)).status === 200, { timeout: 5_000 });
    let longest = 0;
    for (const end of readings) {
      const { statuses, count, ...waited } = await end();
      longest = waited.longest;
      expect(statuses).toEqual([200]);
      if (ms >= 2_000) expect(longest, `of ${count} pages`).toBeLessThan(GAP_MS);
    }
    gaps.push(longest);
    const { messages, events, sessions } = kept(site);
    expect(messages.sort()).toEqual([...known.messages, name, second].sort());
    expect(events.sort()).toEqual([...known.events, name].sort());
    expect(sessions).toBe(known.sessions + 1);
    expect(memoryOf(site) - before).toBeLessThan(150);
  });

  it("for longer than 5 s: forms come back with the typed text, and can be sent again", async () => {
    const known = kept(site);
    const release = await lockDatabase(site.DATA_DIR, "IMMEDIATE");
    const reading = keepReading(site.url, "/");
    const typed = ["Premier", "Premier", COMMITTEE.ADMIN_EMAIL];
    for (const [i, answer] of (await Promise.all(send(site.url, "Premier", cookie))).entries()) {
      expect(answer.status).toBe(503);
      expect(await answer.text()).toContain(`value="${typed[i]}"`);
    }
    expect((await health(site.url)).status).toBe(503);
    const { longest, statuses } = await reading();
    gaps.push(longest);
    expect(statuses).toEqual([200]);
    expect(longest).toBeLessThan(GAP_MS);
    expect(kept(site)).toEqual(known);
    await release();
    expect((await write(site.url, "Premier")).status).toBe(200);
    expect((await announce(site.url, "Premier", cookie)).status).toBe(302);
    const { messages, events } = kept(site);
    expect([messages, events]).toEqual([[...known.messages, "Premier"], [...known.events, "Premier"].sort()]);
  });

  it("(every 200 ms for 100 ms) stores each message once, in the order of sending", async () => {
    const known = kept(site);
    const end = await lockNowAndThen(site.DATA_DIR, 100);
    const reading = keepReading(site.url, "/");
    const subjects = Array.from({ length: 40 }, (_, i) => `Sujet ${i}`);
    for (const subject of subjects) expect((await write(site.url, subject)).status).toBe(200);
    expect((await health(site.url)).status).toBe(200);
    const { longest, statuses } = await reading();
    await end();
    gaps.push(longest);
    expect(statuses).toEqual([200]);
    expect(longest).toBeLessThan(GAP_MS);
    expect(kept(site).messages).toEqual([...known.messages, ...subjects]);
    writeFigures("r3-verrou", {
      promise:
        "While another process locks the database, pages are served, and each form is stored once or answered with an error",
      figures: `${HOLDS.length} locks of 20 ms to 4.8 s, one of more than 5 s, ${subjects.length} messages during a lock every 200 ms; the home page took at most ${Math.ceil(Math.max(...gaps))} ms`,
    });
  });

  it("at the start: site and command wait for 5 s, and end with one line", async () => {
    const DATA_DIR = await committeeFolder();
    const release = await lockDatabase(DATA_DIR, "IMMEDIATE");
    const before = performance.now();
    const commanding = command("accounts", { DATA_DIR }, "create", "neuve@exemple.ch");
    const { code, output } = await startInVain({ DATA_DIR, ...COMMITTEE });
    expect([code, output.trim()]).toEqual([
      1,
      expect.stringMatching(/^The database \S+ is locked by another process.*$/),
    ]);
    expect(performance.now() - before).toBeGreaterThan(PATIENCE_MS);
    const refused = await commanding;
    expect([refused.code, refused.error]).toEqual([1, expect.stringContaining("locked")]);
    const starting = start({ DATA_DIR, ...COMMITTEE });
    await setTimeout(1_000);
    await release();
    expect((await health((await starting).url)).status).toBe(200);
  });
});
