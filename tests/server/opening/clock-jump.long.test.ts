/** A system clock that is years ahead, at the start or after a jump: the site publishes and purges nothing. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { startJobs } from "#server/jobs/jobs.ts";
import { createLastSeenTimeStore } from "#stores/site-state.ts";
import { scratch } from "#tests/backup/site.ts";
import { documentsOf } from "#tests/contracts/documents/places.ts";
import { anEvent } from "#tests/event-of-a-month.ts";
import { jobTime } from "#tests/server/day.ts";
import { openStores, start } from "#tests/server/process.ts";
import { committeeFolder, post, signIn } from "#tests/server/visit.ts";
import { deleteCard } from "#usecases/recycle-bin.ts";
import type { Services } from "#usecases/services.ts";
import { createClockGuard } from "#usecases/site-health/clock-guard.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const FIVE_YEARS_MS = 5 * 365 * DAY_MS;
const MESSAGE = { name: "Camille", email: "camille@exemple.ch", subject: "Brisolée", message: "Bonjour" };
const CONFIRM = new URLSearchParams({ what: "clock" });

/** Adds data with due dates: a scheduled draft, a handled message, a deleted event, and lines of the journal. */
async function fill(services: Services): Promise<void> {
  const { events, inbox } = services;
  const later = new Date(Date.now() + 100 * DAY_MS).toISOString();
  await events.create("Later", anEvent({ name: "Later", publication: later }));
  await events.create("Gone", anEvent({ name: "Gone" }));
  await deleteCard(services, { collection: "evenements", id: "Gone" }, null);
  const { entry } = await inbox.add({ type: "message", content: MESSAGE }, new Date());
  await inbox.setHandled([entry.id], new Date());
}

/** @returns the data folder of a site that has run until now, with data with due dates */
async function usedSite(): Promise<string> {
  const DATA_DIR = await committeeFolder();
  const { services, close } = await openStores({ DATA_DIR });
  await fill(services);
  await services.clockGuard.check();
  await close();
  return DATA_DIR;
}

/** @returns numbers of entries that the site would publish or delete if it trusted the wrong clock */
const atStake = (DATA_DIR: string) => {
  const db = new DatabaseSync(join(DATA_DIR, "site.db"), { readOnly: true });
  const count = (collection: string, condition = "1") =>
    db.prepare(`SELECT count(*) AS n FROM documents WHERE collection = ? AND ${condition}`).get(collection)?.n;
  const found = {
    waiting: count("evenements", "content ->> 'Publication' <> ''"),
    entries: count("inbox"),
    binned: count("journal", "content ->> 'orderBin' IS NOT NULL"),
    lines: count("journal"),
  };
  db.close();
  return found;
};

/** @returns Node's arguments that start the site and its threads with a wrong clock */
function withClock(aheadMs: number): string[] {
  const file = join(scratch(), "clock.mjs");
  writeFileSync(
    file,
    `const real = Date.now;
     const now = () => real() + ${aheadMs};
     globalThis.Date = class extends Date {
       constructor(...args) { args.length === 0 ? super(now()) : super(...args); }
       static now = now;
     };`,
  );
  return ["--import", file, "server/index.ts"];
}

it("a start with a clock that is five years ahead publishes and purges nothing, also after a restart, and warns until the committee confirms the date", async () => {
  const DATA_DIR = await usedSite();
  const before = atStake(DATA_DIR);
  expect(before).toMatchObject({ waiting: 1, entries: 1, binned: 1 });
  async function startAhead() {
    const site = await start({ DATA_DIR, LOG_LEVEL: "warn" }, undefined, withClock(FIVE_YEARS_MS));
    expect((await fetch(`${site.url}/planning/Later`)).status).toBe(404);
    expect(site.output().match(/"clock: it says [^"]+/g)).toHaveLength(1);
    return site;
  }
  await (await startAhead()).stop("SIGTERM");
  expect(atStake(DATA_DIR)).toEqual(before);

  const site = await startAhead();
  expect(atStake(DATA_DIR)).toEqual(before);
  const cookie = await signIn(site.url);
  const page = async (path: string) => (await fetch(site.url + path, { headers: { cookie } })).text();
  expect(await page("/reglages")).toMatch(/health__line--attention.*Horloge.*La date est juste, continuer/s);
  expect(await page("/comite")).toMatch(/href="\/reglages#sante"[^>]*>.*?Horloge/s);
  expect(await (await fetch(`${site.url}/comite`)).text()).not.toContain("Horloge");
  expect((await post(site.url, "/reglages", CONFIRM)).status).not.toBe(200);
  expect(await page("/reglages")).toContain("La date est juste");
  expect((await post(site.url, "/reglages", CONFIRM, cookie)).status).toBe(200);
  expect(await page("/reglages")).not.toContain("La date est juste");
  expect(await page("/comite")).not.toContain("à vérifier");
  await site.stop("SIGTERM");

  const believed = await start({ DATA_DIR, LOG_LEVEL: "warn" }, undefined, withClock(FIVE_YEARS_MS));
  expect((await fetch(`${believed.url}/planning/Later`)).status).toBe(200);
  await believed.stop("SIGTERM");
  expect(atStake(DATA_DIR)).toMatchObject({ waiting: 0, entries: 0, binned: 1 });
  expect(believed.output()).not.toContain("clock:");
});

describe("a clock that jumps while the site runs", () => {
  it.each([
    { what: "the committee confirms the date", later: 2, confirms: true },
    { what: "an hour has passed", later: 7, confirms: false },
  ])("publishes and purges nothing until $what, and then all that is due", async ({ later, confirms }) => {
    const DATA_DIR = await usedSite();
    const before = atStake(DATA_DIR);
    const warn = vi.fn();
    const report = vi.fn();
    const opened = await openStores({ DATA_DIR }, report);
    const db = new DatabaseSync(join(DATA_DIR, "site.db"), { timeout: 5000 });
    const pass = jobTime(() => false);
    let aheadMs = 0;
    const clock = { now: () => new Date(Date.now() + aheadMs) };
    const lastSeen = createLastSeenTimeStore(documentsOf(db));
    const clockGuard = createClockGuard({ lastSeen, clock, uptimeMs: () => Date.now() });
    const upkeep = await startJobs(
      { ...opened.services, clock, clockGuard },
      { singleInstance: true, publicUrl: "" },
      report,
      warn,
    );
    onTestFinished(async () => {
      await upkeep.stop();
      db.close();
      await opened.close();
    });
    await pass(10 * 60_000);
    expect(warn).not.toHaveBeenCalled();

    aheadMs = FIVE_YEARS_MS;
    await pass(55 * 60_000);
    expect(atStake(DATA_DIR)).toEqual(before);
    expect(warn.mock.calls).toEqual([[expect.stringMatching(/^clock: it says 20/)]]);

    if (confirms) await clockGuard.confirm();
    await pass(later * 60_000);
    const done = { waiting: 0, entries: 0, binned: 1 };
    await vi.waitFor(() => expect(atStake(DATA_DIR)).toMatchObject(done), { timeout: 20_000 });
    expect(warn.mock.calls.slice(1)).toEqual([[expect.stringContaining("continue")]]);
  });
});
