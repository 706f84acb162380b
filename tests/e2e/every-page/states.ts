/** Checks of a state of a page on a phone. */
import { expect, expectAccessible, expectNoSidewaysScroll, nothingIsCut, type Page, test } from "#tests/e2e/test.ts";

/**
 * Expects the words of each visible button to contrast with the ground, and a button in a dialog to have its own ground
 * and frame. axe does not measure a ground that is a pseudo-element.
 */
async function buttonsAreReadable(page: Page): Promise<void> {
  const faults = await page.locator(".btn:not([disabled])").evaluateAll((buttons) => {
    const [OPAQUE, LARGE_BOLD_PX, HEAVY] = [1, 18.66, 700];
    const parse = (colour: string) => (colour.match(/[\d.]+/g) ?? []).map(Number);
    const isOpaque = (colour: string) => (parse(colour)[3] ?? OPAQUE) === OPAQUE;
    const luminance = (colour: string) => {
      const [red = 0, green = 0, blue = 0] = parse(colour).map((value) =>
        value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
      );
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const groundOf = (element: Element): string => {
      const own = getComputedStyle(element, "::before");
      if (own.content !== "none" && isOpaque(own.backgroundColor)) return own.backgroundColor;
      for (let at: Element | null = element; at; at = at.parentElement) {
        const { backgroundColor } = getComputedStyle(at);
        if (isOpaque(backgroundColor)) return backgroundColor;
      }
      return "rgb(255, 255, 255)";
    };
    return buttons
      .filter((button) => button.checkVisibility())
      .flatMap((button) => {
        const { color, fontSize, fontWeight } = getComputedStyle(button);
        const [lighter = 0, darker = 0] = [color, groundOf(button)].map(luminance).toSorted((a, b) => b - a);
        const ratio = (lighter + 0.05) / (darker + 0.05);
        const isLarge = Number.parseFloat(fontSize) >= LARGE_BOLD_PX && Number(fontWeight) >= HEAVY;
        const isWhole = ["::before", "::after"].every((part) => getComputedStyle(button, part).content !== "none");
        return ratio < (isLarge ? 3 : 4.5) || (button.closest("dialog") && !isWhole)
          ? [`${button.textContent}: ${ratio.toFixed(1)}`]
          : [];
      });
  });
  expect(faults, page.url()).toEqual([]);
}

/** Expects the page to be accessible at 390 px, and nothing to be cut off at 320 px. */
export async function isSound(page: Page): Promise<void> {
  await expectAccessible(page);
  await buttonsAreReadable(page);
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
