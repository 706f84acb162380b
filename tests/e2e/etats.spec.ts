import { test } from "./propre-site.ts";
import { expect, sansDefautDAcces, sansDefilementLateral, seConnecter, toast } from "./test.ts";

test("before the committee has put anything online, its pages say so and look whole", async ({ page }) => {
  await page.goto("/planning");
  await expect(page.getByRole("heading", { name: "Le fil est encore nu" })).toBeVisible();
  await sansDefilementLateral(page);
  await sansDefautDAcces(page);
  await page.goto("/comite");
  await expect(page.getByRole("heading", { name: "Les cadres sont accrochés" })).toBeVisible();
  await sansDefilementLateral(page);
  await sansDefautDAcces(page);
  for (const chemin of ["/planning", "/comite", "/inscriptions", "/messages"]) {
    if (chemin === "/planning") await seConnecter(page, chemin);
    else await page.goto(chemin);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await sansDefilementLateral(page);
    // What the first two say while they are empty was looked at as a visitor.
    if (chemin === "/inscriptions" || chemin === "/messages") await sansDefautDAcces(page);
  }
});

test("of many toasts at once, twenty are shown", async ({ page }) => {
  const refus = "Vous devez avoir au moins 16 ans pour vous inscrire.";
  await page.goto("/inscription");
  await page.getByLabel("Date de naissance").fill(`${new Date().getFullYear() - 3}-01-01`);
  await expect(page.locator("form[novalidate]")).toBeVisible();
  await page.evaluate(() => {
    const bouton = document.querySelector<HTMLButtonElement>("form .btn--grand");
    for (let i = 0; i < 25; i++) bouton?.click();
  });
  await expect(toast(page, refus)).toHaveCount(20);
});
