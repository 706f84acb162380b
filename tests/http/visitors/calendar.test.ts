import ICAL from "ical.js";
import { describe, expect, it } from "vitest";
import { moveCard } from "#tests/contracts/bin/deletions.ts";
import { anEvent } from "#tests/event-of-a-month.ts";
import { setUpPlanning } from "#tests/http/erase-cards.ts";

const DAY_MS = 86_400_000;

const { site, clock } = setUpPlanning("2025-07-01T12:00:00Z", { env: { PUBLIC_URL: "https://jeunesse.exemple.ch" } });

/** @returns UID, sequence, status and title of each event of a calendar */
async function subscribers(path = "/planning.ics") {
  const ics = await site.html(path);
  return new ICAL.Component(ICAL.parse(ics) as unknown[]).getAllSubcomponents("vevent").map((event) => ({
    uid: event.getFirstPropertyValue("uid"),
    sequence: Number(event.getFirstPropertyValue("sequence")),
    status: event.getFirstPropertyValue("status"),
    title: event.getFirstPropertyValue("summary"),
  }));
}

/** Texts of an event, each with a word that occurs nowhere else. */
const WORDS = {
  name: "Kiosque",
  place: "Turlutaine",
  address: "Rue de la Margoulette",
  notice: "Patatras",
  details: "Brimborion",
  price: "Picaillons",
  minimumAge: "77",
  tickets: "https://kouglof.ch/billets",
  contact: "Quinquerlet",
  afterMovie: "https://galimafre.ch/film",
};

/** @returns which fields of WORDS an answer repeats */
async function wordsIn(path: string): Promise<string[]> {
  const text = (await site.html(path)).replaceAll("\r\n ", "");
  const said = { ...WORDS, minimumAge: `Dès ${WORDS.minimumAge} ans` };
  return Object.entries(said).flatMap(([field, word]) => (text.includes(word) ? [field] : []));
}

const updateCard = async (id: string, fields: Parameters<typeof anEvent>[0]) => {
  const event = await site.services.events.get(id);
  return site.services.events.update(id, anEvent(fields), event?.version ?? "");
};

describe("the calendar to subscribe to", () => {
  it("has the events of last year, this year and the future in Zurich, with UIDs that no other site has", async () => {
    for (const [id, fields] of [
      ["Fête0825", { firstDay: "2025-08-01" }],
      ["Loto1223", { name: "Loto", month: "2023-12" }],
      ["Loto0124", { name: "Loto", month: "2024-01" }],
      ["RJV0628", { name: "RJV", month: "2028-06" }],
      ["Énigme", { name: "Énigme", month: "un jour" }],
    ] as const)
      await site.services.events.create(id, anEvent(fields));
    const ics = (await site.html("/planning.ics")).replaceAll("\r\n ", "");
    expect(ics).toContain("https://jeunesse.exemple.ch/planning/F%C3%AAte0825");
    clock.now = new Date("2025-12-31T22:59:59Z");
    expect(await subscribers()).toMatchObject([
      { uid: "Loto0124@jeunesse.exemple.ch", title: "Loto (date à préciser)", status: "TENTATIVE" },
      { uid: "F%C3%AAte0825@jeunesse.exemple.ch", title: "Fête", status: "CONFIRMED" },
      { uid: "RJV0628@jeunesse.exemple.ch", title: "RJV (date à préciser)", status: "TENTATIVE" },
    ]);
    clock.now = new Date("2025-12-31T23:00:00Z");
    expect((await subscribers()).map(({ title }) => title)).toEqual(["Fête", "RJV (date à préciser)"]);
  });

  it("has only UID, dates and cancellation of a deleted event, for sixty days, and a restored one once", async () => {
    const { events } = site.services;
    const days = { month: "2025-08", firstDay: "2025-08-01", startTime: "22:00", endTime: "04:00" };
    await events.create("Fête0825", anEvent({ ...days, ...WORDS, status: "annule" }));
    expect(await wordsIn("/planning.ics")).toEqual(Object.keys(WORDS));
    const [before] = await subscribers();
    await moveCard(events, "Fête0825", { at: clock.now });
    const ics = await site.html("/planning.ics");
    const [only, ...others] = new ICAL.Component(ICAL.parse(ics) as unknown[]).getAllSubcomponents("vevent");
    expect(others).toEqual([]);
    const said = only?.getAllProperties().map((one) => `${one.name}: ${String(one.getFirstValue())}`);
    expect(said?.toSorted()).toEqual([
      "dtend: 2025-08-02T04:00:00",
      "dtstamp: 2025-07-01T12:00:00Z",
      "dtstart: 2025-08-01T22:00:00",
      "last-modified: 2025-07-01T12:00:00Z",
      expect.stringMatching(/^sequence: \d+$/),
      "status: CANCELLED",
      "summary: Annulé",
      "transp: TRANSPARENT",
      "uid: F%C3%AAte0825@jeunesse.exemple.ch",
    ]);
    const pages = ["/planning/F%C3%AAte0825.ics", "/planning/F%C3%AAte0825", "/planning", "/", "/sitemap.xml"];
    for (const path of ["/planning.ics", ...pages]) expect(await wordsIn(path), path).toEqual([]);
    const [deleted] = await subscribers();
    expect(deleted?.sequence).toBeGreaterThan(before?.sequence ?? Number.POSITIVE_INFINITY);
    clock.now = new Date(clock.now.getTime() + 60 * DAY_MS);
    expect(await subscribers()).toHaveLength(1);
    clock.now = new Date(clock.now.getTime() + 1);
    expect(await subscribers()).toEqual([]);
    await events.create("Fête0825", anEvent({ firstDay: "2025-08-01" }));
    expect(await subscribers()).toMatchObject([{ uid: before?.uid, status: "CONFIRMED" }]);
  });

  it("is sent again only after a change", async () => {
    await site.services.events.create("Fête0825", anEvent());
    const first = await site.request("/planning.ics");
    expect(first.status).toBe(200);
    expect(first.headers.get("content-type")).toBe("text/calendar; charset=utf-8");
    expect(first.headers.get("cache-control")).toBe("public, max-age=300");
    const etag = first.headers.get("etag") ?? "";
    const again = (tag: string) => site.request("/planning.ics", { headers: { "if-none-match": tag } });
    expect((await again(etag)).status).toBe(304);
    expect((await again(`"autre", W/${etag}`)).status).toBe(304);
    expect((await again('"autre"')).status).toBe(200);
    await updateCard("Fête0825", { place: "Ormône" });
    expect((await again(etag)).status).toBe(200);
  });
});

describe("the calendar file of one event", () => {
  it("is the same entry as in the whole calendar, and is offered until the event is over", async () => {
    await site.services.events.create("Bal", anEvent({ firstDay: "2025-08-01", startTime: "19:30" }));
    expect(await subscribers("/planning/Bal.ics")).toEqual(await subscribers());
    await site.services.events.create("Loto", anEvent({ month: "2025-06" }));
    const planning = await site.html("/planning");
    expect(planning).toContain('href="/planning/Bal.ics"');
    expect(planning).toContain('href="/planning/Loto"');
    expect(planning).not.toContain('href="/planning/Loto.ics"');
    expect((await site.send("/planning/Bal.ics", {})).status).toBe(405);
  });

  it("reminds the day before, unless the event is cancelled or its day is unknown; the subscribed calendar never does", async () => {
    const { events } = site.services;
    await events.create("Bal", anEvent({ firstDay: "2025-08-01" }));
    await events.create("Loto", anEvent({ firstDay: "2025-08-02", status: "annule" }));
    await events.create("Mois", anEvent());
    const alarms = async (path: string) => (await site.html(path)).match(/BEGIN:VALARM/g)?.length ?? 0;
    expect(await Promise.all(["Bal", "Loto", "Mois"].map((id) => alarms(`/planning/${id}.ics`)))).toEqual([1, 0, 0]);
    expect(await alarms("/planning.ics")).toBe(0);
  });

  it("is not found without such an event", async () => {
    for (const id of ["Jamais0825", "", "%00", "a%2Fb"]) {
      const response = await site.request(`/planning/${id}.ics`);
      expect(response.status).toBe(404);
      expect(await response.text()).toContain("Page introuvable");
    }
  });
});

describe("the planning and the home page", () => {
  const read = async (path: string) => (await site.html(path)).replaceAll("\u00a0", " ");

  it("mark cancelled, postponed and past events", async () => {
    const { events } = site.services;
    await events.create("A0525", anEvent({ name: "Bal", month: "2025-05", status: "annule" }));
    await events.create("B0725", anEvent({ name: "Loto", month: "2025-07", status: "reporte" }));
    const html = await read("/planning");
    expect(html.match(/ \(passé\)/g)).toHaveLength(1);
    const stamped = (id: string) => html.slice(html.indexOf(`id="${id}"`)).match(/class="stamp[^>]*>([^<]*)/)?.[1];
    expect([stamped("A0525"), stamped("B0725")]).toEqual(["Annulé", "Reporté"]);
    expect(html).toContain("<b>Reporté, date à venir</b>");
    expect(html).toMatch(/<del><span[^>]*>date précédente : <\/span><time[^>]*>Juillet 2025/);
  });

  it("announce the next event that is not cancelled, or nothing", async () => {
    const { events } = site.services;
    await events.create("A0625", anEvent({ name: "Passée", month: "2025-06" }));
    await events.create("B0725", anEvent({ name: "Annulée", month: "2025-07", status: "annule" }));
    expect(await read("/")).not.toMatch(/Prochain événement|Tout le planning/);
    await events.create("E0925", anEvent({ name: "Brisolée", month: "2025-09" }));
    expect(await read("/")).toContain("<b>Septembre 2025</b> · Brisolée · ");
    await events.create("C0825", anEvent({ name: "La belle fête", month: "2025-08", firstDay: "2025-08-02" }));
    const html = await read("/");
    for (const text of ["Prochain événement", "<b>Sam. 2 août</b> · La belle fête · ", 'href="/planning/C0825"'])
      expect(html).toContain(text);
  });
});
