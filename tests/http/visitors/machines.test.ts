/** Structured data and sitemap of a planning of several years. */
import { describe, expect, it } from "vitest";
import { moveCard } from "#tests/contracts/bin/deletions.ts";
import { setUpPlanning } from "#tests/http/erase-cards.ts";
import { saveSettings } from "#tests/http/site.ts";

const { site, clock, put } = setUpPlanning("2025-06-10T10:00:00Z");
const origin = "http://localhost:3000";
/** @returns the structured data of a page, parsed */
const dataOf = async (path: string) =>
  JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(await site.html(path))?.[1] ?? "null");

describe("the structured data of an event", () => {
  const day = { month: "2025-06", firstDay: "2025-06-14", startTime: "22:00" };

  it("has every field that the committee filled in", async () => {
    await put("Bal0625", {
      ...day,
      endTime: "04:00",
      minimumAge: "16",
      contact: "Ana",
      details: "Bal et fanfare.\n\nEntrée par la cour.",
      price: "CHF 15.–, repas compris",
      tickets: "https://billets.ch/bal",
    });
    expect(await dataOf("/planning/Bal0625")).toEqual({
      "@context": "https://schema.org",
      "@type": "Event",
      name: "Bal0625",
      description: "Bal et fanfare.\n\nEntrée par la cour.",
      startDate: "2025-06-14T22:00:00+02:00",
      endDate: "2025-06-15T04:00:00+02:00",
      eventStatus: "https://schema.org/EventScheduled",
      eventAttendanceMode: "https://schema.org/OfflineEventAttendanceMode",
      location: { "@type": "Place", name: "Savièse", address: "Savièse" },
      organizer: { "@type": "Organization", name: "La jeunesse de Savièse", url: `${origin}/` },
      offers: { "@type": "Offer", price: "15", priceCurrency: "CHF", url: "https://billets.ch/bal" },
      typicalAgeRange: "16-",
      url: `${origin}/planning/Bal0625`,
    });
  });

  it.each([
    [{ price: "Entrée libre" }, { "@type": "Offer", price: "0", priceCurrency: "CHF" }, true],
    [{ price: "chapeau", tickets: "https://billets.ch/" }, { "@type": "Offer", url: "https://billets.ch/" }, undefined],
    [{ price: "chapeau" }, undefined, undefined],
    [{ tickets: "javascript:alert(1)" }, undefined, undefined],
  ])("offers only what is known: %j", async (fields, offer, isFree) => {
    await put("Bal0625", { ...day, ...fields });
    const { offers, isAccessibleForFree } = await dataOf("/planning/Bal0625");
    expect(offers).toEqual(offer && { url: `${origin}/planning/Bal0625`, ...offer });
    expect(isAccessibleForFree).toBe(isFree);
  });

  it("starts and ends in the village’s time zone, also in the night when the clock changes", async () => {
    await put("Bal", { month: "2026-03", firstDay: "2026-03-28", startTime: "22:00", endTime: "04:00" });
    const night = { startDate: "2026-03-28T22:00:00+01:00", endDate: "2026-03-29T04:00:00+02:00" };
    expect(await dataOf("/planning/Bal")).toMatchObject(night);
    await put("Fête", { month: "2026-10", firstDay: "2026-10-23", lastDay: "2026-10-25" });
    expect(await dataOf("/planning/F%C3%AAte")).toMatchObject({ startDate: "2026-10-23", endDate: "2026-10-25" });
  });

  it("leaves out empty fields, and invalid values of older documents", async () => {
    await put("Bal", { firstDay: "un jour", startTime: "le soir", minimumAge: "grands", status: "perdu" as "" });
    const told = await dataOf("/planning/Bal");
    expect(told.startDate).toBe("2025-08");
    for (const name of ["typicalAgeRange", "endDate", "eventStatus", "description"])
      expect(told).not.toHaveProperty(name);
  });

  it("has no description in the planning, which may list thirty events", async () => {
    await put("Bal0625", { ...day, details: "Bal et fanfare.", price: "CHF 15.–" });
    const { description, "@context": _, ...told } = await dataOf("/planning/Bal0625");
    expect(description).toBe("Bal et fanfare.");
    expect((await dataOf("/planning"))["@graph"]).toEqual([told]);
  });
});

describe("the sitemap of years", () => {
  const listed = async () =>
    new Map(
      [...(await site.html("/sitemap.xml")).matchAll(/<loc>(.*?)<\/loc>(?:<lastmod>(.*?)<\/lastmod>)?/g)].map(
        ([, loc = "", lastmod]) => [loc.replace(origin, ""), lastmod] as const,
      ),
    );
  const years = async () => [...(await listed()).keys()].filter((path) => /^\/planning\/\d{4}$/.test(path));

  const show = (planningYear: number, planningYearAutomatic = false) =>
    saveSettings(site, { planningYear, planningYearAutomatic });

  it("lists the page of every year with a public event, except that of /planning, by its last change", async () => {
    await put("Loto0223", { month: "2023-02" });
    await put("Bal0823", { month: "2023-08" });
    await put("Bal0624", { month: "2024-06" });
    await put("Secret0622", { month: "2022-06", publication: "draft" });
    await put("Fête0825", {});
    await put("Loto0226", { month: "2026-02" });
    await put("Énigme", { month: "un jour" });
    await show(2025);
    const map = await listed();
    const { events } = site.services;
    expect(map.get("/planning/2023")).toBe((await events.get("Bal0823"))?.updatedAt);
    expect(await years()).toEqual(["/planning/2023", "/planning/2024", "/planning/2026"]);
    for (const path of await years())
      expect(await site.html(path)).toContain(`<link rel="canonical" href="${origin}${path}"/>`);
    const at = new Date("2025-06-11T00:00:00.000Z");
    await moveCard(events, "Bal0823", { at });
    expect((await listed()).get("/planning/2023")).toBe(at.toISOString());
    expect((await listed()).get("/planning/2024")).toBe(map.get("/planning/2024"));
    await show(2025, true);
    clock.now = new Date("2025-08-31T22:00:00Z");
    site.cache.clear("evenements");
    expect(await years()).toEqual(["/planning/2023", "/planning/2024", "/planning/2025"]);
  });
});
