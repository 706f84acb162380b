/** A planning of years: what a phone shows first, what is folded away, and what the committee does about a new year. */
import type { Page } from "@playwright/test";
import sharp from "sharp";
import { test } from "#tests/e2e/own-site.ts";
import { expect, expectAccessible, expectNoSidewaysScroll, nothingIsCut, signIn } from "#tests/e2e/test.ts";

/** A month of this year, some months away. */
function month(away: number): { mois: string; annee: string } {
  const date = new Date();
  const then = new Date(Date.UTC(date.getFullYear(), date.getMonth() + away, 1));
  return { mois: String(then.getUTCMonth() + 1).padStart(2, "0"), annee: String(then.getUTCFullYear()) };
}

/** As large as a phone's photo, and as hard to compress as one. */
const poster = async () =>
  sharp({
    create: {
      width: 1600,
      height: 1280,
      channels: 3,
      background: "#c9341f",
      noise: { type: "gaussian", mean: 128, sigma: 30 },
    },
  })
    .jpeg({ quality: 85 })
    .toBuffer();

async function create(page: Page, Nom: string, away: number): Promise<void> {
  const { mois, annee } = month(away);
  const image = { name: "affiche.jpg", mimeType: "image/jpeg", buffer: await poster() };
  const response = await page.request.post("/evenement/create", {
    headers: { origin: new URL(page.url()).origin },
    multipart: { Nom, mois, annee, Lieu: "Halle des fêtes", AfterMovie: "", image },
    maxRedirects: 0,
  });
  expect(response.status()).toBe(302);
}

test("a phone opens the planning on the next event, and the rest is one tap away", { tag: "@phone" }, async ({
  page,
  browser,
  baseURL,
}) => {
  await signIn(page, "/planning");
  const thisYear = String(new Date().getFullYear());
  await create(page, "Vieux loto", -1);
  await create(page, "Bal du village", 0);
  await create(page, "Fête lointaine", 12);
  await create(page, "Brisolée d’antan", -24);
  await page.goto("/planning");
  for (let year = 2026; year <= Number(thisYear); year++) {
    const next = page.getByRole("button", { name: /^Passer au planning/ });
    if (await next.isVisible()) await next.click();
  }
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Planning ${thisYear}`);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  const visitor = await browser.newContext({ ...(baseURL && { baseURL }), viewport: { width: 390, height: 844 } });
  const tab = await visitor.newPage();
  await tab.goto("/planning");
  const next = tab.locator(".evenement--next");
  for (const part of [
    next.getByText("Prochain événement"),
    next.locator("img"),
    next.getByRole("heading"),
    next.locator("time").first(),
  ]) {
    const box = await part.boundingBox();
    expect(box && box.y >= 0 && box.y + box.height <= 844).toBe(true);
  }
  await expect(next.getByRole("heading")).toHaveText("Bal du village");
  await expectAccessible(tab);
  await expectNoSidewaysScroll(tab);
  await nothingIsCut(tab);

  await tab
    .getByRole("link", { name: /^Planning \d{4}$/ })
    .first()
    .click();
  await expect(tab.getByRole("heading", { level: 1 })).toHaveText(/^Planning \d{4}$/);
  await expectAccessible(tab);
  await tab.goBack();
  await next.getByRole("link", { name: "Bal du village", exact: true }).click();
  await expect(tab.getByRole("heading", { level: 1 })).toHaveText("Bal du village");
  await expectAccessible(tab);
  await visitor.close();
});
