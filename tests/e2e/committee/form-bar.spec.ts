import { test } from "#tests/e2e/own-site.ts";
import { expect, type Page, signIn } from "#tests/e2e/test.ts";

const PAGES = [
  "/evenement/create",
  "/comite/create",
  "/registre/create",
  "/reglages",
  "/textes/charte",
  "/annonce",
] as const;

/** To the end of the first line of a text, in pixels. */
const LINE = 40;

const bar = (page: Page) => page.locator(".form-bar");
const button = (page: Page) => bar(page).getByRole("button", { name: /^(?:Enregistrer|Publier l’annonce)$/ });

/** The bar is a quarter of the screen at most, and nothing is wider than the screen. */
async function expectInSight(page: Page, path: string) {
  await expect(button(page), path).toBeInViewport({ ratio: 1 });
  const { bar, screen, wider } = await page.evaluate(() => ({
    bar: document.querySelector(".form-bar")?.getBoundingClientRect().height ?? 0,
    screen: innerHeight,
    wider: document.documentElement.scrollWidth - innerWidth,
  }));
  expect(bar, path).toBeLessThan(screen / 4);
  expect(wider, path).toBeLessThanOrEqual(0);
}

/**
 * Runs in the page. Focuses each visible field.
 * @param line to the end of the first line of a text, in pixels
 * @returns number of fields, and names of those that the bar covers while they have the focus
 */
async function focusEach(line: number): Promise<{ count: number; covered: string[] }> {
  const fields = document.querySelectorAll<HTMLInputElement>(
    "main form :is(input, select, textarea):not([tabindex='-1'], [type=hidden])",
  );
  const shown = [...fields].filter((field) => {
    const { width, height } = field.getBoundingClientRect();
    return width > 0 && height > 0 && field.checkVisibility({ visibilityProperty: true });
  });
  const covered: string[] = [];
  for (const field of shown) {
    field.focus();
    await new Promise((rest) => requestAnimationFrame(rest));
    const box = field.getBoundingClientRect();
    const over = document.querySelector(".form-bar")?.getBoundingClientRect();
    // Of a text of several lines, the line with the cursor.
    const bottom = box.top + Math.min(box.height, line);
    if (!over || (bottom > over.top && box.top < over.bottom)) covered.push(field.name);
  }
  return { count: shown.length, covered };
}

for (const width of [390, 320])
  test(`the button of a long form is in sight at ${width} px, from its first field to its last, and covers no field`, {
    tag: width === 320 ? "@long" : [],
  }, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await signIn(page, "/planning");
    for (const path of PAGES) {
      await page.goto(path);
      await expectInSight(page, path);
      const { count, covered } = await page.evaluate(focusEach, LINE);
      expect(count, path).toBeGreaterThan(0);
      expect(covered, path).toEqual([]);
      await page.evaluate(() => scrollTo(0, 0));
      await expectInSight(page, path);
    }
  });

test("on a phone on its side, the bar stays below the fields, and paper has none", { tag: "@long" }, async ({
  page,
}) => {
  await signIn(page, "/planning");
  await page.setViewportSize({ width: 844, height: 390 });
  await page.goto("/comite/create");
  await expect(button(page)).not.toBeInViewport();
  await button(page).scrollIntoViewIfNeeded();
  await expect(button(page)).toBeInViewport();
  await page.emulateMedia({ media: "print" });
  await expect(bar(page)).toBeHidden();
});
