/** Budgets of a visit, in bytes and requests; every-page.spec.ts has those of script. */
import type { Page } from "@playwright/test";
import { dayInZurich } from "#domain/dates.ts";
import { nextMonth } from "#domain/events/french-dates.ts";
import { test as ownSiteTest } from "#tests/e2e/own-site.ts";
import { expect, openSession, postForm, test } from "#tests/e2e/test.ts";
import { jpeg } from "#tests/images/pictures.ts";

const KO = 1000;

/** Counts the responses from now on, and their bytes with headers. */
async function weigh(page: Page): Promise<{ requests: () => number; bytes: () => number }> {
  const session = await page.context().newCDPSession(page);
  const byId = new Map<string, number>();
  session.on("Network.responseReceived", ({ requestId, response }) => {
    if (response.url.startsWith("http")) byId.set(requestId, 0);
  });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (byId.has(requestId)) byId.set(requestId, encodedDataLength);
  });
  await session.send("Network.enable");
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  return { requests: () => byId.size, bytes: () => [...byId.values()].reduce((sum, bytes) => sum + bytes, 0) };
}

/** Scrolls through the whole page, and waits for its pictures. */
async function readToEnd(page: Page): Promise<void> {
  for (const image of await page.locator("main img:visible").all()) {
    await image.scrollIntoViewIfNeeded();
    await expect(image).toHaveJSProperty("complete", true);
  }
}

ownSiteTest(
  "a first visit to a home page with an announced event is at most 14 requests and 200 KB, lazy pictures included",
  async ({ page }) => {
    await openSession(page);
    const [annee = "", mois = ""] = nextMonth(dayInZurich(new Date())).split("-");
    const image = { name: "bal.jpg", mimeType: "image/jpeg", buffer: await jpeg(960, 768) };
    await page.goto("/");
    await postForm(page, "/evenement/create", { Nom: "Bal du village", mois, annee, Lieu: "Halle des fêtes", image });
    await page.context().clearCookies();
    const weight = await weigh(page);
    await page.goto("/", { waitUntil: "networkidle" });
    await expect(page.getByRole("region", { name: "Prochain événement" })).toBeAttached();
    expect(weight.requests()).toBeLessThanOrEqual(14);
    expect(weight.bytes()).toBeLessThanOrEqual(200 * KO);
  },
);

test.describe("on a phone with a high-density screen", () => {
  test.use({ deviceScaleFactor: 3 });
  test("the planning is at most 50 KB per poster", async ({ page }) => {
    const weight = await weigh(page);
    await page.goto("/planning/2025", { waitUntil: "networkidle" });
    const before = weight.bytes();
    await page.reload();
    await readToEnd(page);
    await page.waitForLoadState("networkidle");
    // Other specs may add posters at the same time.
    const posters = await page.locator("main picture").count();
    expect(posters).toBeGreaterThanOrEqual(8);
    expect(weight.bytes() - before).toBeGreaterThan(100 * KO);
    expect(weight.bytes() - before).toBeLessThanOrEqual(posters * 50 * KO);
  });
});

test("the speculation rules that prefetch links under the pointer are valid", async ({ page }) => {
  const session = await page.context().newCDPSession(page);
  const rules: { errorType?: string; sourceText: string }[] = [];
  session.on("Preload.ruleSetUpdated", ({ ruleSet }) => rules.push(ruleSet));
  await session.send("Preload.enable");
  await page.goto("/charte", { waitUntil: "networkidle" });
  await expect.poll(() => rules.length).toBeGreaterThan(0);
  expect(rules.map(({ errorType }) => errorType)).toEqual([undefined]);
  expect(JSON.parse(rules[0]?.sourceText ?? "")).toHaveProperty("prefetch");
});
