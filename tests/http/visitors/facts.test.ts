import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DEMO_COMMITTEE, DEMO_EVENTS } from "#cli/demo/content.ts";
import { newCommitteeMemberId } from "#domain/committee-member.ts";
import { newEventId } from "#domain/events/planned-event.ts";
import { openSite, type TestSite } from "#tests/http/site.ts";
import { PUBLIC_PAGES } from "#tests/public-pages.ts";

/** Claims about the association that pages once made, and that docs/specification.md does not contain. */
const INVENTED = [
  /16\s*[–-]\s*30|16\s*à\s*30/,
  /5\s*['’.]?\s*000/,
  /Rassemblement des Jeunesses/i,
  /\bjuin\b/i,
  /Hôte du/,
  /notre devise/,
  /tout le canton/,
  /loto de l’hiver|bals de l’été/,
  /faire connaissance/,
  /[Cc]haque franc/,
  /photos du lendemain/,
];

/**
 * Figures of docs/specification.md, the flag's thirteen stars, the postcode, the example of a telephone and the size of
 * a picture.
 */
const KNOWN = ["130", "16", "17", "18", "50", "2025", "13", "1965", "0791234567", "1200", "630"];
/** Pages about the association that neither quote the law nor show an account. */
const TELLING = ["/", "/comite", "/planning", "/rjv2025", "/responsabilite", "/inscription", "/contact"];

const PUBLIC_URL = "https://jeunesse.exemple.ch";

let empty: TestSite;
let demo: TestSite;
beforeAll(async () => {
  [empty, demo] = await Promise.all([openSite({ PUBLIC_URL }), openSite({ PUBLIC_URL }, true)]);
  for (const { fields } of DEMO_COMMITTEE) await demo.services.committee.create(newCommitteeMemberId(fields), fields);
  for (const { fields } of DEMO_EVENTS) await demo.services.events.create(newEventId(fields), fields);
});
afterAll(() => Promise.all([empty.close(), demo.close()]));

const read = async (site: TestSite, path: string) => (await site.request(path)).text();

/** @returns text, descriptions and structured data of a page, without addresses */
function wordsOf(html: string): string {
  const told = [...html.matchAll(/ (?:alt|title|aria-label|content)="([^"]*)"/g)].map(([, text]) => text);
  const text = html
    .replace(/<(script(?! type="application\/ld)|style|svg)\b.*?<\/\1[^>]*>/gs, " ")
    .replace(/<[^>]+>/g, "");
  return [...told, text]
    .join("\n")
    .replaceAll("&#x27;", "'")
    .replaceAll(/https?:[^\s"<]*|&#?\w+;/g, " ");
}

describe("an invented claim about the association", () => {
  it.each([...PUBLIC_PAGES, "/nulle-part", "/login", "/dons/qr-facture?montant=20"])("is not on %s", async (path) => {
    for (const site of [empty, demo]) {
      const words = wordsOf(await read(site, path));
      expect(words.length).toBeGreaterThan(100);
      // The month of an event of the demo is its own, not the association's.
      const ofThePage = site === demo ? words.replaceAll("Juin 2025", "").replaceAll("2025-06", "") : words;
      for (const invented of INVENTED) expect(ofThePage).not.toMatch(invented);
    }
  });

  it.each(TELLING)("is not a figure on %s either", async (path) => {
    const figures = [...wordsOf(await read(empty, path)).matchAll(/\d{2,}/g)].map(([figure]) => figure);
    expect(figures.length).toBeGreaterThan(3);
    expect(figures.filter((figure) => !KNOWN.includes(figure))).toEqual([]);
  });

  it("is not in calendar, sitemap, manifest or the pages of events", async () => {
    const files = await Promise.all(["/planning.ics", "/sitemap.xml", "/robots.txt"].map((path) => read(demo, path)));
    const manifest = readFileSync(join(import.meta.dirname, "../../../public/manifest.webmanifest"), "utf8");
    for (const text of [...files, manifest]) expect(text.length).toBeGreaterThan(50);
    // The calendar counts seconds: `DTSTAMP:20261130T050008Z`.
    const told = [...files, manifest].map((text) => text.replaceAll(/^(?:DTSTAMP|SEQUENCE):\w+/gm, ""));
    for (const text of told) for (const invented of INVENTED) expect(text).not.toMatch(invented);
    expect(DEMO_EVENTS.length).toBeGreaterThan(3);
    for (const { fields } of DEMO_EVENTS) {
      const words = wordsOf(await read(demo, `/planning/${encodeURIComponent(newEventId(fields))}`));
      expect(words).toContain(fields.name);
      for (const invented of INVENTED.filter((one) => !one.test("juin"))) expect(words).not.toMatch(invented);
    }
  });
});
