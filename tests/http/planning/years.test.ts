import { beforeEach, describe, expect, it } from "vitest";
import { setUpPlanning } from "#tests/http/erase-cards.ts";
import { saveSettings } from "#tests/http/site.ts";

const { site, clock, put } = setUpPlanning("2025-06-10T10:00:00Z", { committee: true });
beforeEach(() => saveSettings(site, { planningYear: 2025, planningYearAutomatic: false }));

const PARTS = {
  page: /<main.*<\/main>/s,
  over: /<details class="page-frame over">.*?<\/details>/s,
  wall: /<ol role="list" class="page-frame wall.*?<\/ol>/s,
  nextYear: /<section class="page-frame next-year".*?<\/section>/s,
  next: /<li class="evenement evenement--next".*?<\/li>/s,
  years: /<nav class="page-frame years row".*?<\/nav>/s,
  boxes: /<details class="page-frame over take-up">.*?<\/details>/s,
  canonical: /<link rel="canonical"[^>]*>/,
};

/** @returns a page, with functions that read one of its `PARTS`; the part is empty if the page lacks it */
async function read(path: string, as = "") {
  const response = await site.request(path, { headers: { cookie: as } });
  const html = (await response.text()).replaceAll("<!-- -->", "").replaceAll("\u00a0", " ");
  const part = (name: keyof typeof PARTS) => PARTS[name].exec(html)?.[0] ?? "";
  const all = (name: keyof typeof PARTS, pattern: RegExp) => [...part(name).matchAll(pattern)].map(([, one]) => one);
  return {
    status: response.status,
    html,
    part,
    title: /<h1>(.*?)<\/h1>/.exec(html)?.[1],
    names: (name: keyof typeof PARTS) => all(name, /<h[23]><a [^>]*>(.*?)<\/a>/g),
    links: (name: keyof typeof PARTS) => all(name, / href="([^"]*)"/g),
  };
}

/** Past and upcoming events of this year, events of the next year and of earlier years. */
async function fill() {
  await put("Loto", { month: "2025-02", firstDay: "2025-02-08" });
  await put("Carnaval", { month: "2025-03" });
  await put("Concert", { month: "2025-06", firstDay: "2025-06-12", status: "annule" });
  await put("Bal", { month: "2025-06", firstDay: "2025-06-14", startTime: "22:00", endTime: "04:00" });
  await put("Noël", { month: "2025-12" });
  await put("Loto26", { month: "2026-02" });
  await put("Fête", { month: "2023-08" });
  await put("RJV", { month: "2024-06", afterMovie: "https://exemple.ch/film" });
  await put("Énigme", { month: "un jour" });
}

describe("the planning", () => {
  beforeEach(fill);

  it("collapses past events, marks the next event, and lists next year’s events under their own heading", async () => {
    const { title, html, part, names, links } = await read("/planning");
    expect(title).toBe("Planning 2025");
    expect(links("years")).toEqual(["/planning/2024", "/planning/2023"]);
    expect(part("over")).toContain("<summary>Déjà passé (2)</summary>");
    expect(names("over")).toEqual(["Loto", "Carnaval"]);
    expect(names("wall"), "the next event first").toEqual(["Bal", "Concert", "Noël", "Énigme"]);
    expect(names("next")).toEqual(["Bal"]);
    expect(html.match(/Prochain événement/g)).toHaveLength(1);
    expect(part("nextYear")).toContain("Et déjà pour 2026</h2>");
    expect(names("nextYear")).toEqual(["Loto26"]);
  });

  it("shows each year with an event at its own address; /planning is the canonical one of the current year", async () => {
    const { title, html, part, names, links } = await read("/planning/2024");
    expect(title).toBe("Planning 2024");
    expect(html).toContain("<title>Planning 2024 | La jeunesse de Savièse</title>");
    expect(part("canonical")).toContain('"http://localhost:3000/planning/2024"');
    expect(names("page")).toEqual(["RJV"]);
    expect([html, (await read("/planning/2026")).html].map((page) => page.includes("une autre année"))).toEqual([
      true,
      false,
    ]);
    expect(links("wall")).toContain("https://exemple.ch/film");
    expect([part("over"), links("years")]).toEqual(["", ["/planning/2026", "/planning", "/planning/2023"]]);
    const current = await read("/planning/2025");
    expect(current.part("canonical")).toContain('"http://localhost:3000/planning"');
    expect(current.names("wall")).toContain("Bal");
    for (const path of ["/planning/2022", "/planning/02024"]) expect((await read(path)).status).toBe(404);
  });

  it("prefers an event whose id is a number to the year of this number", async () => {
    await put("2024", { month: "2025-09", name: "Soirée 2024" });
    expect((await read("/planning/2024")).title).toBe("Soirée 2024");
    await put("2023", { month: "2025-09", publication: "draft" });
    expect((await read("/planning/2023")).status).toBe(404);
  });
});

describe("the page of an event", () => {
  const DETAILS = "Deux groupes.\n\nProgramme: https://exemple.ch/p(1).\n<b>Et la raclette</b>";

  it("shows all details, escapes markup in them, and links to the tickets until the event is over or cancelled", async () => {
    const tickets = "https://exemple.ch/billets";
    const contact = "Ana, 079 123 45 67, ana@exemple.ch";
    await put("Bal", {
      firstDay: "2025-08-15",
      startTime: "22:00",
      endTime: "04:00",
      details: DETAILS,
      tickets,
      contact,
    });
    const { html, links } = await read("/planning/Bal");
    for (const text of ["ven. 15 août, de 22 h à 4 h", "<p>Deux groupes.</p>", "&lt;b&gt;Et la raclette&lt;/b&gt;"])
      expect(html).toContain(text);
    for (const link of ["https://exemple.ch/p(1)", tickets, "tel:+41791234567", "mailto:ana@exemple.ch"])
      expect(links("page")).toContain(link);
    await put("Past", { month: "2025-02", tickets });
    await put("Cancelled", { tickets, status: "annule" });
    for (const id of ["Past", "Cancelled"]) expect((await read(`/planning/${id}`)).html).not.toContain("Billets et");
  });
});

describe("the committee", () => {
  beforeEach(fill);

  it("is offered the next year in December, and switches to it with one button", async () => {
    const offer = async () =>
      /<form[^>]*next-year-offer.*?<\/form>/s.exec((await read("/planning", site.cookie)).html)?.[0];
    clock.now = new Date("2025-11-30T12:00:00Z");
    expect(await offer()).toBeUndefined();
    clock.now = new Date("2025-12-01T00:00:00Z");
    for (const text of ["<b>2025 touche à sa fin. </b>", "Passer au planning 2026"])
      expect(await offer()).toContain(text);
    clock.now = new Date("2026-01-01T10:00:00Z");
    expect(await offer()).not.toContain("touche à sa fin");
    for (const annee of ["1890", "demain"])
      expect((await site.send("/planning", { intention: "next-year", annee }, site.cookie)).status).toBe(400);
    expect((await read("/planning")).html).not.toContain("Passer au planning");
    const response = await site.send("/planning", { intention: "next-year", annee: "2026" }, site.cookie);
    expect(response.headers.get("location")).toBe("/planning");
    expect((await read("/planning", site.cookie)).title).toBe("Planning 2026");
    expect(await offer()).toBeUndefined();
  });

  it("finds events of all years by name, place and month; visitors have no search", async () => {
    const found = await read("/planning?q=LOTO", site.cookie);
    expect(found.names("wall")).toEqual(["Loto", "Loto26"]);
    expect(found.html).toContain("2 événements pour");
    expect((await read("/planning?q=2023", site.cookie)).names("wall")).toEqual(["Fête"]);
    expect((await read("/planning?q=raclette", site.cookie)).html).toContain("Aucun événement pour");
    expect((await read("/planning?q=LOTO")).names("wall")).toContain("Bal");
  });

  it("stays on the page of a year after deleting an event there", async () => {
    const response = await site.send("/planning/2024", { id: "RJV" }, site.cookie);
    const kept = response.headers.get("location") ?? "";
    expect(kept).toBe("/planning/2024?fait=&fait=RJV#RJV");
    expect((await site.html(kept.split("#", 1)[0] ?? "")).replaceAll("\u00a0", " ")).toMatch(
      /RJV.*<b>Supprimé\.<\/b>.*Annuler/s,
    );
    expect(await site.services.events.get("RJV")).toBeNull();
    expect((await site.send("/planning/Bal", { id: "Bal" }, site.cookie)).status).toBe(405);
  });

  it("copies an event, or several ticked ones, to the next year as drafts, once even after two clicks", async () => {
    const { events } = site.services;
    const copy = async (fields: Record<string, string>) =>
      (await site.send("/planning", fields, site.cookie)).headers.get("location");
    const again = { id: "Loto", intention: "again" };
    expect([await copy(again), await copy(again)]).toEqual(["/planning#Loto0226", "/planning"]);
    expect(await events.get("Loto0226")).toMatchObject({ firstDay: "2026-02-07", publication: "draft" });
    expect((await read("/planning", site.cookie)).names("nextYear")).toContain("Loto");
    expect((await read("/planning")).names("nextYear")).toEqual(["Loto26"]);
    const boxes = [...(await read("/planning", site.cookie)).part("boxes").matchAll(/type="checkbox" name="([^"]*)"/g)];
    expect(boxes.map(([, name]) => name)).toEqual(["choisi Loto", "choisi Carnaval"]);
    await copy({ intention: "again-chosen", "choisi Loto": "on", "choisi Carnaval": "on", "choisi Rien": "on" });
    const drafts = (await events.list()).filter(({ publication }) => publication === "draft");
    expect(drafts.map(({ month }) => month).toSorted()).toEqual(["2026-02", "2026-03"]);
  });
});
