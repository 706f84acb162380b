import type { ServerBuild } from "react-router";
import { beforeAll, describe, expect, it } from "vitest";
import { addDays, dayInZurich } from "#domain/dates.ts";
import { EVENT_PAGE_SENTENCES } from "#domain/events/event-form.ts";
import { anEvent } from "#tests/event-of-a-month.ts";
import { saveSettings, sentences, setUpSite } from "#tests/http/site.ts";
import { prepared } from "#tests/images/kept-pictures.ts";
import { PAGE_ADDRESS_SENTENCES } from "#usecases/cards/read-event.ts";

const NOW = new Date();
const TODAY = dayInZurich(NOW);
const FORM = { Nom: "Bal", mois: "08", annee: "2031", Lieu: "Savièse", version: "", hp: "" };

const site = setUpSite({ committee: true, now: NOW });
beforeAll(async () => {
  const { events } = site.services;
  const big = anEvent({ name: "Fête & Cie", month: "2030-08", details: "Un texte.", pageAddress: "fete" });
  await events.create("Fête0830", big, null, await prepared(site.services, "evenements"));
  const early = { name: "Plus tard", month: "2030-09", pageAddress: "plus-tard", pageFrom: addDays(TODAY, 1) };
  await events.create("Tard0930", anEvent(early));
  await events.create("Secret0830", anEvent({ month: "2030-08", pageAddress: "secret", publication: "draft" }));
  await site.cache.waitUntilFresh();
});

const footer = async (path = "/contact") => /<footer.*<\/footer>/s.exec(await site.html(path, ""))?.[0] ?? "";

describe("the page of a big event", () => {
  it("is at its address, in the footer of every page and in the site map, with its share picture", async () => {
    const { status, html } = await site.read("/fete", "");
    expect(status).toBe(200);
    expect(html).toContain("<h1>Fête &amp; Cie</h1>");
    expect(html).toContain("Un texte.");
    expect(html).toMatch(/property="og:image" content="[^"]+\/images\/evenements\/[^"]+-partage\.jpe?g"/);
    const canonical = `<link rel="canonical" href="${site.config.publicUrl}/fete"/>`;
    for (const page of [html, await site.html("/planning/F%C3%AAte0830", "")]) expect(page).toContain(canonical);
    expect(await footer()).toContain('href="/fete" data-discover="true">Fête &amp; Cie</a>');
    const map = await site.html("/sitemap.xml", "");
    expect(map).toContain(`<loc>${site.config.publicUrl}/fete</loc>`);
    expect(map).not.toContain("/planning/F%C3%AAte0830");
  });

  it("leads to the event outside its time; a draft has none", async () => {
    const early = await site.get("/plus-tard", "");
    expect([early.status, early.headers.get("location")]).toEqual([302, "/planning/Tard0930"]);
    expect((await site.get("/Fete", "")).headers.get("location")).toBe("/fete");
    expect((await site.get("/secret", "")).status).toBe(404);
    expect(await footer()).not.toContain("plus-tard");
  });

  it("comes and goes in the footer of cached pages with a save", async () => {
    const event = await site.services.events.get("Fête0830");
    const save = async (fields: object) => {
      const { version = "" } = (await site.services.events.get("Fête0830")) ?? {};
      await site.services.events.update("Fête0830", { ...anEvent(), ...event, ...fields }, version);
    };
    expect(await footer("/charte")).toContain('href="/fete"');
    await save({ pageUntil: addDays(TODAY, -1) });
    await expect.poll(() => footer("/charte")).not.toContain('href="/fete"');
    await save({});
    await expect.poll(() => footer("/charte")).toContain('href="/fete"');
  });

  it.each([
    // Routes with and without a page of their own, of visitors, of the committee and of secret links.
    ["registre", PAGE_ADDRESS_SENTENCES.reserved],
    ["/Ma-Fiche", PAGE_ADDRESS_SENTENCES.reserved],
    ["evenement", PAGE_ADDRESS_SENTENCES.reserved],
    ["invitation", PAGE_ADDRESS_SENTENCES.reserved],
    ["cle", PAGE_ADDRESS_SENTENCES.reserved],
    // What the server, the container or the framework answers itself.
    ["healthz", PAGE_ADDRESS_SENTENCES.reserved],
    ["up", PAGE_ADDRESS_SENTENCES.reserved],
    ["assets", PAGE_ADDRESS_SENTENCES.reserved],
    ["images", PAGE_ADDRESS_SENTENCES.reserved],
    ["introuvable", PAGE_ADDRESS_SENTENCES.reserved],
    // No address of an event can be a file of `public/` or `/__manifest`.
    ["robots.txt", EVENT_PAGE_SENTENCES.address],
    ["__manifest", EVENT_PAGE_SENTENCES.address],
    ["fete", PAGE_ADDRESS_SENTENCES.taken("Fête & Cie")],
  ])("is refused at %s in words, and keeps what was typed", async (PageAddress, sentence) => {
    await site.services.events.create("Bal0831", anEvent({ name: "Bal", month: "2031-08" }));
    const { version = "" } = (await site.services.events.get("Bal0831")) ?? {};
    const answer = await site.send("/evenement/modify/Bal0831", { ...FORM, version, PageAddress }, site.cookie);
    const html = await answer.text();
    expect(answer.status).toBe(400);
    expect(sentences(html)).toEqual([["PageAddress", sentence.replaceAll("&", "&amp;")]]);
    expect(html).toContain(`value="${PageAddress}"`);
    const upload = { ...FORM, PageAddress, image: new File([], "") };
    const created = await site.upload("/evenement/create", upload, site.cookie);
    expect(Object.fromEntries(sentences(await created.text()))).toHaveProperty("PageAddress");
  });
});

it("every first segment of a route is reserved", async () => {
  const build = (await import("../../../build/server/index.js" as string)) as ServerBuild;
  const paths = Object.values(build.routes).map((route) => route?.path ?? "");
  const segments = new Set(
    paths.map((path) => path.split("/")[0] ?? "").filter((segment) => /^[a-z\d-]+$/.test(segment)),
  );
  expect(segments.size).toBeGreaterThan(30);
  for (const PageAddress of segments) {
    const answer = await site.send("/evenement/modify/Fête0830", { ...FORM, version: "x", PageAddress }, site.cookie);
    expect(Object.fromEntries(sentences(await answer.text())), PageAddress).toHaveProperty("PageAddress");
  }
});

it("RJV 2025 leaves the footer by a setting, and keeps its address", async () => {
  expect(await footer()).toContain('href="/rjv2025"');
  await saveSettings(site, { rjvHidden: true });
  await expect.poll(() => footer()).not.toContain('href="/rjv2025"');
  expect((await site.get("/rjv2025", "")).status).toBe(200);
});
