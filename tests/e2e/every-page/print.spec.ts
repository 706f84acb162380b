import { inscription, withInbox } from "#tests/e2e/inbox.ts";
import { expect, type Page, signIn, test } from "#tests/e2e/test.ts";
import { readCode } from "#tests/qr/read-code.ts";

/** The width of A4 without its margins, in CSS pixels. */
const USABLE_WIDTH = 658;
/** A4 in points, rounded by the browser. */
const A4 = [595, 842];

/** Opens a page on paper: as wide as a sheet, with the styles of print. */
async function openPrinted(page: Page, path: string) {
  await page.emulateMedia({ media: "screen" });
  await page.goto(path);
  await page.setViewportSize({ width: USABLE_WIDTH, height: 1000 });
  await page.emulateMedia({ media: "print" });
}

/** Expects all of the content to be within the width of the sheet. */
async function expectNothingSticksOut(page: Page): Promise<void> {
  const inside = page.locator("main :not(.sr-only)");
  expect(await inside.count()).toBeGreaterThan(0);
  const outside = await inside.evaluateAll((elements) =>
    elements
      .filter((element) => element.getClientRects().length > 0 && !element.closest(".sr-only"))
      .filter((element) => {
        const { left, right } = element.getBoundingClientRect();
        return left < 0 || right > document.documentElement.clientWidth;
      })
      .map(({ outerHTML }) => outerHTML.slice(0, 80)),
  );
  expect(outside, page.url()).toEqual([]);
}

/** Expects the posters of the planning in two columns, and none of them cut in two by the end of a sheet. */
async function twoPostersAbreast(page: Page) {
  const cards = page.locator(".evenement");
  const [a, b] = [await cards.nth(0).boundingBox(), await cards.nth(1).boundingBox()];
  expect(b?.y).toBe(a?.y);
  expect(b?.x).toBeGreaterThan((a?.x ?? 0) + (a?.width ?? 0));
  const breaks = await cards.evaluateAll((items) => items.map((li) => getComputedStyle(li).breakInside));
  expect(new Set(breaks)).toEqual(new Set(["avoid"]));
}

const SHEETS = [
  ["/charte", "La charte", "Se réunir une fois par an", 1],
  ["/responsabilite", "Responsabilité", "L’acceptation du risque", 1],
  ["/planning/2025", "Planning 2025", "Bal de la mi-été", null],
  ["/confidentialite", "Protection des données", "Un mot suffit", null],
] as const;

test("reading pages print on A4, black on white, with their address", { tag: "@desk" }, async ({ page, baseURL }) => {
  for (const [path, title, text, sheets] of SHEETS)
    await test.step(path, async () => {
      await openPrinted(page, path);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(new RegExp(title.replace("sab", "sa\u00ad?b")));
      await expect(page.getByText(text).first()).toBeVisible();
      const decoration = await page.locator(".header, .banner__art, .footer nav, main .btn, .skip-link").all();
      expect(decoration.length).toBeGreaterThan(2);
      for (const one of decoration) await expect(one).toBeHidden();
      const address = page.getByRole("contentinfo").getByText(new URL(baseURL ?? "").host);
      await expect(address).toBeVisible();
      await expectNothingSticksOut(page);
      const inks = await page.locator("main :is(h1, h2, p, li, dd)").evaluateAll((elements) =>
        elements
          .filter((element) => element.getClientRects().length > 0)
          .map((element) => getComputedStyle(element))
          .map(({ color, backgroundColor }) => `${color} on ${backgroundColor}`),
      );
      expect(new Set(inks)).toEqual(new Set(["rgb(0, 0, 0) on rgba(0, 0, 0, 0)"]));

      const pdf = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
      const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf) ?? [];
      expect([width, height].map((measurement) => Math.round(Number(measurement)))).toEqual(A4);
      const count = pdf.match(/\/Type \/Page\b/g)?.length ?? 0;
      if (sheets === null) expect(count).toBeGreaterThan(0);
      else expect(count).toBe(sheets);
      if (path === "/planning/2025") await twoPostersAbreast(page);
    });
});

/** @returns the text colours of a page that are too light for paper: browsers print no backgrounds */
const tooLight = (page: Page) =>
  page.locator("main *").evaluateAll((elements) => [
    ...new Set(
      elements
        .filter((element) => element.checkVisibility() && !element.closest(".sr-only"))
        .filter(({ childNodes }) => [...childNodes].some((node) => node instanceof Text && node.data.trim() !== ""))
        .map((element) => getComputedStyle(element).color)
        .filter((colour) => (colour.match(/\d+/g) ?? []).slice(0, 3).some((part) => Number(part) > 90)),
    ),
  ]);

const ON_FEW_SHEETS = [
  ["/", "Nous écrire, nous suivre", 1],
  ["/contact", "Autrement", 1],
  ["/inscription", "Et ensuite", 1],
  ["/comite", "Camille Fendant", 2],
  ["/planning/Bal0825", "Mayens de la Zour", 1],
  ["/rjv2025", "aux bénévoles", 2],
] as const;

test("the other pages print in dark letters, with small drawings, on few sheets", { tag: ["@desk", "@long"] }, async ({
  page,
}) => {
  for (const [path, text, sheets] of ON_FEW_SHEETS)
    await test.step(path, async () => {
      await openPrinted(page, path);
      await expect(page.getByText(text).first()).toBeVisible();
      const title = await page.getByRole("heading", { level: 1 }).boundingBox();
      expect(title?.height).toBeGreaterThan(30);
      expect(await tooLight(page)).toEqual([]);
      await expectNothingSticksOut(page);
      const heights = await page
        .locator("main img")
        .evaluateAll((images) => images.map((image) => image.getBoundingClientRect().height));
      expect(heights).not.toEqual([]);
      expect(Math.max(...heights)).toBeLessThan(420);
      const pdf = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
      expect(pdf.match(/\/Type \/Page\b/g)?.length).toBeLessThanOrEqual(sheets);
    });
});

test.describe("on a high-density screen", () => {
  test.use({ deviceScaleFactor: 2 });

  test("the donations print TWINT's code, and the bill in its real size with the chosen amount", {
    tag: "@phone",
  }, async ({ page }) => {
    await page.goto("/dons");
    await page.getByLabel("Autre montant").fill("33.50");
    await page.getByRole("button", { name: "Afficher" }).click();
    await expect(page.locator("[data-qr-caption]")).toHaveText("QR-facture de CHF 33.50");
    const [twint, bill] = [page.locator(".twint__code img"), page.locator(".qr__paper")];
    const loaded = (one: typeof twint) => one.evaluate((i: HTMLImageElement) => i.complete && i.naturalWidth > 0);
    await expect(bill).toBeHidden();
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
    expect([await loaded(twint), await loaded(bill)], "loaded before printing").toEqual([true, true]);
    expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(2);

    await page.setViewportSize({ width: 794, height: 1123 });
    await page.emulateMedia({ media: "print" });
    expect(await tooLight(page)).toEqual([]);
    expect(await readCode(await twint.screenshot())).toMatch(/^https:/);
    const lines = (await readCode(await bill.screenshot()))?.split("\n");
    expect([lines?.[18], lines?.[29]]).toEqual(["33.50", "Don"]);
    // 210 × 105 mm
    const size = await bill.boundingBox();
    expect([size?.width, size?.height].map((px) => Math.round(Number(px)))).toEqual([794, 397]);
    await expect(page.getByRole("button", { name: "Afficher" })).toBeHidden();
  });
});

test("the sign-ups print as a table in black, no row cut by the end of a sheet", { tag: ["@desk", "@long"] }, async ({
  page,
}) => {
  await withInbox(async (inbox) => {
    for (let n = 0; n < 30; n++) await inbox.add(inscription({ lastName: "Imprimée", firstName: `N${n}` }), new Date());
  });
  await signIn(page, "/inscriptions");
  await page.setViewportSize({ width: USABLE_WIDTH, height: 1000 });
  await page.emulateMedia({ media: "print" });
  const table = page.getByRole("table");
  await expect(table.getByRole("columnheader")).toHaveText([
    "Nom",
    "Âge",
    "Téléphone",
    "Adresse",
    "Autorisation parentale",
    "Vu",
  ]);
  await expect(table.getByRole("rowheader", { name: "N29 Imprimée" })).toBeVisible();
  await expect(page.locator(".list--sign-ups")).toBeHidden();
  expect(await tooLight(page)).toEqual([]);
  await expectNothingSticksOut(page);
  const breaks = await table.locator("tr").evaluateAll((rows) => rows.map((row) => getComputedStyle(row).breakInside));
  expect(new Set(breaks)).toEqual(new Set(["avoid"]));
});
