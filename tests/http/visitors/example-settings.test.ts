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

  it.each([
    [{}, ["Message"]],
    [{ facebook: "https://f.ch/nous" }, ["Message", "Facebook"]],
    [
      { instagram: "https://i.ch/nous", facebook: "https://f.ch/nous", email: "nous@b.ch" },
      ["Instagram", "E-mail", "Facebook"],
    ],
  ])("hides its card on the home page: %j", async (settings, names) => {
    await set(settings);
    const [home, contact] = [await read(site, "/"), await read(site, "/contact")];
    expect(cards(home)).toEqual(names);
    expect(home.includes('<a class="panel panel--day" href="/contact"')).toBe(names.includes("Message"));
    expect(home.includes('href="mailto:nous@b.ch"')).toBe("email" in settings);
    for (const [name, link] of Object.entries({ Instagram: "https://i.ch/nous", Facebook: "https://f.ch/nous" }))
      expect([contact.includes(name), contact.includes(link)]).toEqual(Array(2).fill(names.includes(name)));
  });

  it("shows the e-mail address and the number for the evening on the contact page, once they are set", async () => {
    await set({ email: "nous@xn--zrich-kva.ch", eveningPhone: "0791234567" });
    const contact = await read(site, "/contact");
    expect(contact).toContain('<a href="mailto:nous@xn--zrich-kva.ch">');
    expect(contact.replaceAll(/<wbr\/>|<!-- -->/g, "")).toContain("nous@zürich.ch");
    expect(contact).toContain('Le soir, une urgence\u00a0: <a href="tel:+41791234567">079 123 45 67</a>');
    await set({});
    expect(await read(site, "/contact")).not.toMatch(/mailto:|tel:|urgence/);
  });

  const IBAN = { iban: "CH5604835012345678009" };
  const TWINT = { twint: "https://pay.raisenow.io/jeunesse" };
  it.each([
    ["neither", {}, []],
    ["the account alone", IBAN, ["Par virement", "Payer la cotisation"]],
    ["the Twint link alone", TWINT, ["Par TWINT"]],
    ["both", { ...IBAN, ...TWINT }, ["Par TWINT", "Par virement", "Payer la cotisation"]],
  ])("hides its way to pay: %s replaced", async (_, replaced, titles) => {
    await set(replaced);
    const html = (await read(site, "/dons")) + (await read(site, "/charte"));
    const shown = [...html.matchAll(/<h2 id="(?:twint|qr)">(.*?)<\/h2>/g)].map(([, title]) => title);
    expect(shown).toEqual(titles);
    expect(html.includes("Le comité n’a pas encore indiqué son compte.")).toBe(titles.length === 0);
    const files = ["/dons/twint.svg", "/qr-facture/don.svg", "/qr-facture/don.png", "/qr-facture/cotisation.pdf"];
    const statuses = await Promise.all(files.map(async (file) => (await site.request(file)).status));
    const [twint, bill] = ["twint" in replaced ? 200 : 404, "iban" in replaced ? 200 : 404];
    expect(statuses).toEqual([twint, bill, bill, bill]);
  });
});
