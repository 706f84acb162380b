/** Checks of a state of a page on a phone. */
import { expectAccessible, expectNoSidewaysScroll, nothingIsCut, type Page, test } from "#tests/e2e/test.ts";

/** Expects the page to be accessible at 390 px, and nothing to be cut off at 320 px. */
export async function isSound(page: Page): Promise<void> {
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScroll(page);
  await nothingIsCut(page);
  await page.setViewportSize({ width: 390, height: 844 });
}

/** Opens each page and expects it to be sound. */
export async function areSound(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths)
    await test.step(path, async () => {
      await page.goto(path);
      await isSound(page);
    });
}

export const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).first().click();
