/** Scheduled drafts on the whole site, with a clock that only the test moves. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { publicationFromForm } from "#domain/events/publication.ts";
import { startPublication } from "#server/jobs/publication.ts";
import { anEvent } from "#tests/event-of-a-month.ts";
import { eraseCards } from "#tests/http/erase-cards.ts";
import { saveSettings, setUpSite } from "#tests/http/site.ts";
import { prepared } from "#tests/images/kept-pictures.ts";

const ID = "Vrombelune";
const MINUTE_MS = 60_000;

const site = setUpSite();
beforeEach(() => eraseCards(site.services));
afterEach(() => {
  vi.useRealTimers();
});

/** Stops the clock and its timers at an instant, and confirms that the clock is right. */
async function stopClockAt(now: Date): Promise<void> {
  vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"], now });
  await site.services.clockGuard.confirm();
}

/** Adds a draft of a year with its poster. @returns the address of the poster */
async function put(year: number, Publication: string): Promise<string> {
  const { events } = site.services;
  const poster = await prepared(site.services, "evenements");
  await events.create(ID, anEvent({ name: ID, month: `${year}-12`, publication: Publication }), null, poster);
  await saveSettings(site, { planningYear: year });
  return `/images/evenements/${ID}/${poster.key}-300.jpg`;
}

const PAGES = ["/", "/planning", "/planning.ics", "/sitemap.xml", `/planning/${ID}`, `/planning/${ID}.ics`];

/** @returns where a visitor finds the event or its poster */
async function places(poster: string): Promise<string[]> {
  const found: string[] = [];
  for (const path of [...PAGES, poster]) {
    const response = await site.request(path);
    const isThere = path === poster || (await response.text()).includes(ID);
    if (response.status === 200 && isThere) found.push(path === poster ? "poster" : path);
  }
  return found;
}

const EVERYWHERE = [...PAGES, "poster"];

describe("a draft that is scheduled for a time", () => {
  it("is on no page a millisecond before New Year, and on every page then", async () => {
    const due = new Date("2025-12-31T23:00:00.000Z");
    const day = { publication: "later", publishDay: "2026-01-01", publishTime: "00:00" } as const;
    const poster = await put(2026, publicationFromForm(day));
    await stopClockAt(new Date(due.getTime() - MINUTE_MS));
    const publication = await startPublication(site.services, (error) => expect(error).toBeNull());
    expect(await places(poster)).toEqual([]);
    await vi.advanceTimersByTimeAsync(MINUTE_MS - 1);
    expect(await places(poster)).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    await publication.stop();
    expect(await places(poster)).toEqual(EVERYWHERE);
    expect((await site.services.events.get(ID))?.updatedAt).toBe(due.toISOString());
  });

  it("is announced before the first response if the time passed while the site was stopped", async () => {
    await stopClockAt(new Date("2026-06-13T09:00:00Z"));
    const poster = await put(2026, "2026-06-12T16:00:00.000Z");
    expect(await places(poster)).toEqual([]);
    const publication = await startPublication(site.services, (error) => expect(error).toBeNull());
    expect(await places(poster)).toEqual(EVERYWHERE);
    await publication.stop();
  });
});

describe("an unavailable store", () => {
  const NOW = new Date("2026-06-12T15:59:00.000Z");

  it("is reported once per outage, and asked again every half minute", async () => {
    const poster = await put(2026, "2026-06-12T15:00:00.000Z");
    const { listDue } = site.services.events;
    const asked: string[] = [];
    let isAway = true;
    const events = {
      ...site.services.events,
      async listDue(now: Date) {
        asked.push(now.toISOString().slice(11, 19));
        if (isAway) throw new Error("panne");
        return listDue(now);
      },
    };
    const told: string[] = [];
    await stopClockAt(NOW);
    const publication = await startPublication({ ...site.services, events }, (_, where) => told.push(where));
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    expect([asked, told]).toEqual([["15:59:00", "15:59:30", "16:00:00"], ["publication"]]);
    isAway = false;
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    await vi.waitUntil(() => told.length === 2, { timeout: 20_000 });
    expect(told).toEqual(["publication", "publication: 1 drafts announced"]);
    isAway = true;
    await vi.advanceTimersByTimeAsync(2 * MINUTE_MS);
    await publication.stop();
    expect(told.slice(2)).toEqual(["publication"]);
    expect(await places(poster)).toEqual(EVERYWHERE);
  });

  it("is not asked any more once the site stops, which waits for the current request", async () => {
    let looks = 0;
    const answer = Promise.withResolvers<never[]>();
    const listDue = () => (++looks === 1 ? Promise.resolve([]) : answer.promise);
    await stopClockAt(NOW);
    const services = { ...site.services, events: { ...site.services.events, listDue } };
    const publication = await startPublication(services, (error) => expect(error).toBeNull());
    await vi.advanceTimersByTimeAsync(MINUTE_MS / 2);
    let isStopped = false;
    const stopping = publication.stop().then(() => {
      isStopped = true;
    });
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    expect([looks, isStopped]).toEqual([2, false]);
    answer.resolve([]);
    await stopping;
    await vi.advanceTimersByTimeAsync(2 * MINUTE_MS);
    expect(looks).toBe(2);
  });
});
