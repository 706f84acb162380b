/** Variants of what every-page.spec.ts compares at three widths: more widths, long texts, and text of twice the size. */
import { expect, type Page, signIn, test } from "#tests/e2e/test.ts";
import { COMMITTEE_PAGES, READING_PAGES } from "#tests/public-pages.ts";
import { noTextOverDrawings } from "./text-and-drawings.ts";

const WIDTHS = [320, 360, 390, 430, 600, 735, 768, 1024, 1280, 1440, 1920];
const PAGES = [...READING_PAGES, "/inscription", "/contact", "/ma-fiche", "/rien"];

test.use({ expectedStatuses: [404], isMobile: false });

/** Checks the page as it is, with a banner's text of three lengths, and with text of twice the size. */
async function fitsBesideDrawings(page: Page, path: string) {
  await page.goto(path);
  for (const variant of ["as it is", "large", "long"])
    await test.step(`no text of ${path} runs over a drawing: ${variant}`, async () => {
      await page.locator("html").evaluate(
        (html, size) => {
          html.style.fontSize = size;
        },
        variant === "large" ? "200%" : "",
      );
      if (variant === "long")
        await page.locator(".banner__text > p").evaluateAll((leads) => {
          for (const lead of leads) lead.textContent = `${lead.textContent} `.repeat(3);
        });
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        await noTextOverDrawings(page);
      }
    });
  expect(await page.locator("h1").count(), path).toBe(1);
}

test("no text of a visitor's page runs over a drawing, at any width", { tag: "@long" }, async ({ page }) => {
  test.slow();
  for (const path of PAGES) await fitsBesideDrawings(page, path);
});

test("no text of a committee page runs over a drawing, at any width", { tag: "@long" }, async ({ page }) => {
  test.slow();
  await signIn(page, "/planning/2025");
  const pages = [...COMMITTEE_PAGES, "/annonce", "/corbeille", "/assemblees/2027-09-30", "/planning/2025", "/comite"];
  for (const path of pages) await fitsBesideDrawings(page, path);
});
