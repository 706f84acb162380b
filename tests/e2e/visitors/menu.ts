import type { Locator } from "@playwright/test";
import { expect, type Page } from "#tests/e2e/test.ts";

/** Opens and closes the menu of a phone in each way, then follows its link to /comite. @returns that link */
export async function useMenu(page: Page): Promise<Locator> {
  await page.goto("/rjv2025");
  const button = page.getByRole("button", { name: "Menu" });
  const entry = page
    .getByRole("navigation", { name: "Navigation principale" })
    .getByRole("link", { name: "Le comité" });
  await expect(entry).toBeHidden();
  await button.click();
  await expect(entry).toBeVisible();
  await page.mouse.click(195, 820);
  await expect(entry).toBeHidden();
  await button.click();
  await page.keyboard.press("Escape");
  await expect(entry).toBeHidden();
  await button.click();
  await entry.click();
  await expect(page).toHaveURL("/comite");
  return entry;
}
