import type { Locator, Page } from "@playwright/test";
import sharp, { type Region } from "sharp";
import { expect, signIn, test } from "#tests/e2e/test.ts";

type Size = { width: number; height: number };

/** @returns how much the brightness varies; lines or letters on their background reach 30 and more */
async function contrastOf(seen: Locator, part?: (size: Size) => Region): Promise<number> {
  await seen.scrollIntoViewIfNeeded();
  const picture = sharp(await seen.screenshot());
  const { width, height } = await picture.metadata();
  const { channels } = await (part
    ? sharp(await picture.extract(part({ width, height })).toBuffer())
    : picture
  ).stats();
  return Math.max(...channels.slice(0, 3).map(({ stdev }) => stdev));
}

const LETTERS = ({ width, height }: Size) => {
  const left = Math.round(width * 0.4);
  return { left, top: 0, width: width - left, height };
};
/** The lower edge of an element, where its frame is. */
const EDGE = ({ width, height }: Size) => ({ left: 0, top: height - 5, width, height: 5 });
const INSIDE = ({ width, height }: Size) => ({ left: 8, top: 8, width: width - 16, height: height - 16 });

const grounds = (chosen: Locator, other: Locator) =>
  Promise.all([chosen, other].map((one) => one.evaluate((element) => getComputedStyle(element).backgroundColor)));

/** Checks the open page in forced colours, dark and light. */
async function inBothSchemes(page: Page, check: () => Promise<void>): Promise<void> {
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ forcedColors: "active", colorScheme });
    await test.step(colorScheme, check);
  }
}

test("in forced colours, the wordmark, buttons, ticks and selected options stay visible", { tag: "@long" }, async ({
  page,
}) => {
  await page.goto("/inscription");
  const logo = page.getByRole("img", { name: "La Jeunesse de Savièse, accueil" });
  await logo.last().scrollIntoViewIfNeeded();
  await expect.poll(() => logo.last().evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  const box = page.getByRole("checkbox", { name: /charte de la Jeunesse/ });
  await inBothSchemes(page, async () => {
    for (const one of await logo.all()) expect(await contrastOf(one, LETTERS)).toBeGreaterThan(30);
    expect(await contrastOf(page.getByRole("button", { name: "S'inscrire" }), EDGE)).toBeGreaterThan(30);
    await box.uncheck();
    expect(await contrastOf(box, INSIDE)).toBeLessThan(10);
    await box.check();
    expect(await contrastOf(box, INSIDE)).toBeGreaterThan(30);
    expect(await contrastOf(page.locator(".steps li").first())).toBeGreaterThan(30);
  });
  await page.goto("/dons");
  await inBothSchemes(page, async () => {
    const [free, fifty] = [page.getByRole("link", { name: "Libre" }), page.getByRole("link", { name: "CHF 50.–" })];
    expect(new Set(await grounds(free, fifty)).size).toBe(2);
  });
  await signIn(page, "/inscriptions");
  const chip = (name: string) => page.getByRole("group", { name: "Afficher" }).getByRole("button", { name });
  await inBothSchemes(page, async () => {
    expect(new Set(await grounds(chip("Toutes"), chip("Nouvelles"))).size).toBe(2);
    expect(await contrastOf(chip("Nouvelles"), EDGE)).toBeGreaterThan(30);
  });
  await page.setViewportSize({ width: 320, height: 640 });
  await expect(page.getByRole("button", { name: "Plus", exact: true })).toBeInViewport({ ratio: 1 });
});
