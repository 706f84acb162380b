import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { REGLAGES_DE_DEPART, type Reglages } from "#domain/reglages.ts";
import { PUBLIQUES } from "#tests/pages-publiques.ts";
import { ouvrirSite, type SiteDEssai } from "./site.ts";

let site: SiteDEssai;
let demo: SiteDEssai;
beforeAll(async () => {
  [site, demo] = await Promise.all([ouvrirSite(), ouvrirSite({}, true)]);
});
afterAll(() => Promise.all([site.fermer(), demo.fermer()]));

const read = async (of: SiteDEssai, path: string) => (await of.demander(path)).text();

async function set(settings: Partial<Reglages>): Promise<void> {
  const { version } = await site.services.reglages.get();
  await site.services.reglages.save({ ...REGLAGES_DE_DEPART, ...settings }, version, {
    email: "a@b.ch",
    le: new Date("2026-01-01"),
  });
}

/** The names of the home page's cards, in their order. */
const cards = (html: string) => [...html.matchAll(/<a class="volet [^>]*>.*?<b>(.*?)<\/b>/gs)].map(([, name]) => name);

const FILES = ["/.well-known/security.txt", "/robots.txt", "/sitemap.xml", "/planning.ics", "/dons/twint.svg"];

describe("a link that nobody has replaced yet", () => {
  it.each([...PUBLIQUES, ...FILES, "/dons/qr-facture?montant=20", "/nulle-part", "/login"])(
    "is not shown to a visitor of %s, nor named to a program",
    async (path) => {
      await set({});
      expect(await read(site, path)).not.toBe("");
      for (const page of [path, `${path}.data`]) expect(await read(site, page)).not.toMatch(/exemple\.ch/);
    },
  );

  it("is shown by a site that only shows itself", async () => {
    expect(cards(await read(demo, "/"))).toEqual(["Instagram", "E-mail", "Facebook"]);
    expect(await read(demo, "/contact")).toContain('href="https://exemple.ch/instagram"');
    expect(await read(demo, "/dons")).toContain("Donner avec TWINT");
    expect((await demo.demander("/dons/twint.svg")).status).toBe(200);
  });

  it("leaves out its card, and the sentence counts those that are there", async () => {
    await set({});
    const none = await read(site, "/");
    expect(cards(none)).toEqual(["Message"]);
    expect(none).toContain("Une façon de nous écrire.");
    expect(none).toMatch(/<a class="volet volet--jour" href="\/contact"/);
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

  it("leaves out Twint, its code and its place on the page of donations", async () => {
    await set({});
    const dons = await read(site, "/dons");
    expect(dons).not.toMatch(/Par TWINT|twint\.svg/);
    expect((await site.demander("/dons/twint.svg")).status).toBe(404);
  });
});
