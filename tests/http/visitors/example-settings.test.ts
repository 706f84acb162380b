import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { INITIAL_SETTINGS, type Settings } from "#domain/settings/settings.ts";
import { openSite, saveSettings, type TestSite } from "#tests/http/site.ts";
import { PUBLIC_PAGES } from "#tests/public-pages.ts";

let site: TestSite;
let demo: TestSite;
beforeAll(async () => {
  [site, demo] = await Promise.all([openSite(), openSite({}, true)]);
});
afterAll(() => Promise.all([site.close(), demo.close()]));

const read = async (of: TestSite, path: string) => (await of.request(path)).text();

const set = (settings: Partial<Settings>) => saveSettings(site, { ...INITIAL_SETTINGS, ...settings });

/** The names of the home page's cards, in their order. */
const cards = (html: string) => [...html.matchAll(/<a class="panel[^>]*>.*?<b>(.*?)<\/b>/gs)].map(([, name]) => name);

const FILES = ["/.well-known/security.txt", "/robots.txt", "/sitemap.xml", "/planning.ics", "/dons/twint.svg"];

describe("an example value in the settings", () => {
  it.each([...PUBLIC_PAGES, ...FILES, "/dons/qr-facture?montant=20", "/nulle-part", "/login"])(
    "is not shown to visitors or programs on %s",
    async (path) => {
      await set({});
      expect(await read(site, path)).not.toBe("");
      for (const page of [path, `${path}.data`])
        expect(await read(site, page)).not.toMatch(/exemple\.ch|CH93 ?0076|exemple, à ne pas payer/);
    },
  );

  it("is shown by a demo", async () => {
    expect(cards(await read(demo, "/"))).toEqual(["Instagram", "E-mail", "Facebook"]);
    expect(await read(demo, "/contact")).toContain('href="https://exemple.ch/instagram"');
    expect(await read(demo, "/dons")).toContain("Donner avec TWINT");
    expect((await demo.request("/dons/twint.svg")).status).toBe(200);
  });

  it("hides its card on the home page, whose sentence counts the other cards", async () => {
    await set({});
    const none = await read(site, "/");
    expect(cards(none)).toEqual(["Message"]);
    expect(none).toContain("Une façon de nous écrire.");
    expect(none).toMatch(/<a class="panel panel--day" href="\/contact"/);
    expect(await read(site, "/contact")).not.toMatch(/Instagram|Facebook/);

    await set({ facebook: "https://www.facebook.com/nous" });
    expect(cards(await read(site, "/"))).toEqual(["Message", "Facebook"]);
    expect(await read(site, "/")).toContain("Deux façons de nous suivre et de nous écrire.");
    expect(await read(site, "/contact")).toContain("https://www.facebook.com/nous");

    await set({ instagram: "https://www.instagram.com/nous", facebook: "https://f.ch/nous", email: "nous@b.ch" });
    const all = await read(site, "/");
    expect(cards(all)).toEqual(["Instagram", "E-mail", "Facebook"]);
    expect(all).toContain("Trois façons de nous trouver, de nous suivre et de nous écrire.");
    expect(all).toContain('href="mailto:nous@b.ch"');
  });

  const IBAN = { iban: "CH5604835012345678009" };
  const TWINT = { twint: "https://pay.raisenow.io/jeunesse" };
  it.each([
    ["neither", {}, []],
    ["the account alone", IBAN, ["Par virement", "Par QR-facture", "Payer la cotisation"]],
    ["the Twint link alone", TWINT, ["Par TWINT"]],
    ["both", { ...IBAN, ...TWINT }, ["Par TWINT", "Par virement", "Par QR-facture", "Payer la cotisation"]],
  ])("hides its way to pay: %s replaced", async (_, replaced, titles) => {
    await set(replaced);
    const html = (await read(site, "/dons")) + (await read(site, "/charte"));
    const shown = [...html.matchAll(/<h2 id="(?:twint|virement|qr)">(.*?)<\/h2>/g)].map(([, title]) => title);
    expect(shown).toEqual(titles);
    expect(html.includes("Le comité n’a pas encore indiqué son compte.")).toBe(titles.length === 0);
    const files = ["/dons/twint.svg", "/qr-facture/don.svg", "/qr-facture/don.png", "/qr-facture/cotisation.pdf"];
    const statuses = await Promise.all(files.map(async (file) => (await site.request(file)).status));
    const [twint, bill] = ["twint" in replaced ? 200 : 404, "iban" in replaced ? 200 : 404];
    expect(statuses).toEqual([twint, bill, bill, bill]);
  });
});
