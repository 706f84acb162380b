/** What a visit costs, in bytes, requests and layout shift: budgets without a clock. */
import type { Page } from "@playwright/test";
import { LECTURE } from "#tests/pages-publiques.ts";
import { bytesOfScript, expect, test } from "./test.ts";

const KO = 1000;
/** React, the router, and what the page itself needs; also the module that every page has. */
const SCRIPT_INTERACTIF = 110 * KO;
const MODULE_DE_LECTURE = 5 * KO;

type Fichier = { url: string; type: string; octets: number };

/** Counts what comes over the wire, headers included, from now on. */
async function peser(
  page: Page,
): Promise<{ fichiers: () => Fichier[]; total: (type?: string) => number; stop: () => Promise<void> }> {
  const session = await page.context().newCDPSession(page);
  const parId = new Map<string, Fichier>();
  session.on("Network.responseReceived", ({ requestId, type, response }) =>
    parId.set(requestId, { url: response.url, type, octets: 0 }),
  );
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const fichier = parId.get(requestId);
    if (fichier) fichier.octets = encodedDataLength;
  });
  await session.send("Network.enable");
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  const fichiers = () => [...parId.values()].filter(({ url }) => url.startsWith("http"));
  return {
    fichiers,
    total: (type) =>
      fichiers()
        .filter((un) => !type || un.type === type)
        .reduce((somme, { octets }) => somme + octets, 0),
    stop: () => session.detach(),
  };
}

/** Goes through the page as somebody who reads it all, and waits for its pictures. */
async function lireJusquAuBout(page: Page): Promise<void> {
  for (const image of await page.locator("main img:visible").all()) {
    await image.scrollIntoViewIfNeeded();
    await expect(image).toHaveJSProperty("complete", true);
  }
}

test("pages that are only read come without React, with hardly any script and with two fonts", async ({ page }) => {
  for (const chemin of LECTURE)
    await test.step(chemin, async () => {
      const poids = await peser(page);
      await page.goto(chemin, { waitUntil: "networkidle" });
      expect(poids.total("Script"), chemin).toBeGreaterThan(0);
      expect(poids.total("Script"), chemin).toBeLessThanOrEqual(MODULE_DE_LECTURE);
      expect(await page.locator("link[rel=modulepreload]").count(), chemin).toBe(0);
      // The files of what French needs, and not those of rarer letters.
      expect(
        poids.fichiers().filter(({ type }) => type === "Font"),
        chemin,
      ).toHaveLength(2);
      await poids.stop();
    });
});

test("a visitor's forms are interactive with at most 110 KB of script, none of it the committee's", async ({
  page,
}) => {
  for (const chemin of ["/contact", "/inscription", "/login"])
    await test.step(chemin, async () => {
      const poids = await peser(page);
      await page.goto(chemin, { waitUntil: "networkidle" });
      await expect(page.locator("form[novalidate]").first()).toBeAttached();
      expect(await bytesOfScript(page), chemin).toBeGreaterThan(80 * KO);
      expect(await bytesOfScript(page), chemin).toBeLessThanOrEqual(SCRIPT_INTERACTIF);
      const noms = poids.fichiers().map(({ url }) => new URL(url).pathname);
      const ofTheCommittee = /reglages|comptes|inscriptions-|messages|fiche-|boite|-comite/;
      expect(
        noms.filter((nom) => ofTheCommittee.test(nom)),
        chemin,
      ).toEqual([]);
      await poids.stop();
    });
});

test("a first visit to the home page is at most 12 requests and 200 KB", async ({ page }) => {
  const poids = await peser(page);
  await page.goto("/", { waitUntil: "networkidle" });
  expect(poids.fichiers().length).toBeLessThanOrEqual(12);
  expect(poids.total()).toBeLessThanOrEqual(200 * KO);
});

test.describe("on a telephone with a fine screen", () => {
  test.use({ deviceScaleFactor: 3 });
  test("the whole planning with its eight posters is at most 400 KB", async ({ page, request }) => {
    const poids = await peser(page);
    await page.goto("/planning");
    const affiches = await page.locator("main picture").count();
    // Another spec may have added one meanwhile.
    expect(affiches).toBeGreaterThanOrEqual(8);
    // The posters' smallest encodings are made after the upload.
    const finished = async () => (await (await request.get("/planning")).text()).split('type="image/avif"').length - 1;
    await expect.poll(finished, { timeout: 90_000 }).toBe(affiches);
    const avant = poids.total();
    await page.reload();
    await lireJusquAuBout(page);
    await page.waitForLoadState("networkidle");
    expect(poids.total() - avant).toBeGreaterThan(100 * KO);
    expect(poids.total() - avant).toBeLessThanOrEqual(affiches * 50 * KO);
  });
});

test("links that somebody points at are fetched ahead, by rules the browser understands", async ({ page }) => {
  const session = await page.context().newCDPSession(page);
  const regles: { errorType?: string; sourceText: string }[] = [];
  session.on("Preload.ruleSetUpdated", ({ ruleSet }) => regles.push(ruleSet));
  await session.send("Preload.enable");
  await page.goto("/charte", { waitUntil: "networkidle" });
  await expect.poll(() => regles.length).toBeGreaterThan(0);
  expect(regles.map(({ errorType }) => errorType)).toEqual([undefined]);
  expect(JSON.parse(regles[0]?.sourceText ?? "")).toHaveProperty("prefetch");
});
