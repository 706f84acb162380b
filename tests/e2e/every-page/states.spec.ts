import { test } from "#tests/e2e/own-site.ts";
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, toast } from "#tests/e2e/test.ts";

test("before the committee has put anything online, its pages say so and look whole", async ({ page }) => {
  await page.goto("/planning");
  await expect(page.getByRole("heading", { name: "Le fil est encore nu" })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.goto("/comite");
  await expect(page.getByRole("heading", { name: "Les cadres sont accrochés" })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  for (const path of ["/planning", "/comite", "/inscriptions", "/messages"]) {
    if (path === "/planning") await signIn(page, path);
    else await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectNoSidewaysScroll(page);
    // What the first two say while they are empty was looked at as a visitor.
    if (path === "/inscriptions" || path === "/messages") await expectAccessible(page);
  }
});

test("of many toasts at once, twenty are shown", async ({ page }) => {
  const refusal = "Vous devez avoir au moins 16 ans pour vous inscrire.";
  await page.goto("/inscription");
  await page.getByLabel("Date de naissance").fill(`${new Date().getFullYear() - 3}-01-01`);
  await expect(page.locator("form[novalidate]")).toBeVisible();
  await page.evaluate(() => {
    const button = document.querySelector<HTMLButtonElement>("form .btn--large");
    for (let i = 0; i < 25; i++) button?.click();
  });
  await expect(toast(page, refusal)).toHaveCount(20);
});
