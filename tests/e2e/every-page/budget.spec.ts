/** What a visit costs, in bytes, requests and layout shift: budgets without a clock. */
import type { Page } from "@playwright/test";
import { dayInZurich } from "#domain/dates.ts";
import { nextMonth } from "#domain/events/french-dates.ts";
import { test as ownSiteTest } from "#tests/e2e/own-site.ts";
import { bytesOfScript, expect, openSession, test } from "#tests/e2e/test.ts";
import { jpeg } from "#tests/images/pictures.ts";
import { READING_PAGES } from "#tests/public-pages.ts";

const KO = 1000;
/** React, the router, and what the page itself needs; also the module that every page has. */
const INTERACTIVE_SCRIPT = 110 * KO;
/** What the button of passkeys may add, on /login only. */
const OF_PASSKEYS = 4 * KO;
const READING_MODULE = 5 * KO;

type SentFile = { url: string; type: string; bytes: number };

/** Counts what comes over the wire, headers included, from now on. */
async function weigh(
  page: Page,
): Promise<{ files: () => SentFile[]; total: (type?: string) => number; stop: () => Promise<void> }> {
  const session = await page.context().newCDPSession(page);
  const byId = new Map<string, SentFile>();
  session.on("Network.responseReceived", ({ requestId, type, response }) =>
    byId.set(requestId, { url: response.url, type, bytes: 0 }),
  );
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const file = byId.get(requestId);
    if (file) file.bytes = encodedDataLength;
  });
  await session.send("Network.enable");
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  const files = () => [...byId.values()].filter(({ url }) => url.startsWith("http"));
  return {
    files,
    total: (type) =>
      files()
        .filter((one) => !type || one.type === type)
        .reduce((sum, { bytes }) => sum + bytes, 0),
    stop: () => session.detach(),
  };
}

/** Goes through the page as somebody who reads it all, and waits for its pictures. */
async function readToEnd(page: Page): Promise<void> {
  for (const image of await page.locator("main img:visible").all()) {
    await image.scrollIntoViewIfNeeded();
    await expect(image).toHaveJSProperty("complete", true);
  }
}

test("pages that are only read come without React, with hardly any script and with two fonts", async ({ page }) => {
  for (const path of READING_PAGES)
    await test.step(path, async () => {
      const weight = await weigh(page);
      await page.goto(path, { waitUntil: "networkidle" });
      expect(weight.total("Script"), path).toBeGreaterThan(0);
      expect(weight.total("Script"), path).toBeLessThanOrEqual(READING_MODULE);
      expect(await page.locator("link[rel=modulepreload]").count(), path).toBe(0);
      // The files of what French needs, and not those of rarer letters.
      expect(
        weight.files().filter(({ type }) => type === "Font"),
        path,
      ).toHaveLength(2);
      await weight.stop();
    });
});

test("a visitor's forms are interactive with at most 110 KB of script, none of it the committee's", async ({
  page,
}) => {
  for (const path of ["/contact", "/inscription", "/login"])
    await test.step(path, async () => {
      const weight = await weigh(page);
      await page.goto(path, { waitUntil: "networkidle" });
      await expect(page.locator("form[novalidate]").first()).toBeAttached();
      expect(await bytesOfScript(page), path).toBeGreaterThan(80 * KO);
      const allowed = path === "/login" ? INTERACTIVE_SCRIPT + OF_PASSKEYS : INTERACTIVE_SCRIPT;
      expect(await bytesOfScript(page), path).toBeLessThanOrEqual(allowed);
      const names = weight.files().map(({ url }) => new URL(url).pathname);
      const ofTheCommittee = /reglages|comptes|inscriptions-|messages|fiche-|boite|-comite/;
      expect(
        names.filter((name) => ofTheCommittee.test(name)),
        path,
      ).toEqual([]);
      await weight.stop();
    });
});

ownSiteTest(
  "a first visit to a home page that announces an event is at most 14 requests and 200 KB, those far below the screen included",
  async ({ page, baseURL }) => {
    await openSession(page);
    const [annee = "", mois = ""] = nextMonth(dayInZurich(new Date())).split("-");
    const created = await page.request.post("/evenement/create", {
      multipart: {
        Nom: "Bal du village",
        mois,
        annee,
        Lieu: "Halle des fêtes",
        image: { name: "bal.jpg", mimeType: "image/jpeg", buffer: await jpeg(960, 768) },
      },
      headers: { origin: String(baseURL) },
      maxRedirects: 0,
    });
    expect(created.status()).toBe(302);
    await page.context().clearCookies();
    const weight = await weigh(page);
    await page.goto("/", { waitUntil: "networkidle" });
    await expect(page.getByRole("region", { name: "Prochain rendez-vous" })).toBeAttached();
    expect(weight.files().length).toBeLessThanOrEqual(14);
    expect(weight.total()).toBeLessThanOrEqual(200 * KO);
  },
);

test.describe("on a telephone with a fine screen", () => {
  test.use({ deviceScaleFactor: 3 });
  test("the whole planning with its eight posters is at most 400 KB", async ({ page }) => {
    const weight = await weigh(page);
    await page.goto("/planning/2025", { waitUntil: "networkidle" });
    const before = weight.total();
    await page.reload();
    await readToEnd(page);
    await page.waitForLoadState("networkidle");
    // Another spec may have added one, at any moment.
    const posters = await page.locator("main picture").count();
    expect(posters).toBeGreaterThanOrEqual(8);
    expect(weight.total() - before).toBeGreaterThan(100 * KO);
    expect(weight.total() - before).toBeLessThanOrEqual(posters * 50 * KO);
  });
});

test("links that somebody points at are fetched ahead, by rules the browser understands", async ({ page }) => {
  const session = await page.context().newCDPSession(page);
  const rules: { errorType?: string; sourceText: string }[] = [];
  session.on("Preload.ruleSetUpdated", ({ ruleSet }) => rules.push(ruleSet));
  await session.send("Preload.enable");
  await page.goto("/charte", { waitUntil: "networkidle" });
  await expect.poll(() => rules.length).toBeGreaterThan(0);
  expect(rules.map(({ errorType }) => errorType)).toEqual([undefined]);
  expect(JSON.parse(rules[0]?.sourceText ?? "")).toHaveProperty("prefetch");
});
