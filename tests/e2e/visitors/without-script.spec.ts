/** The public pages in a browser without script: menu, donations, the page of an event. */
import { expect, test } from "#tests/e2e/test.ts";
import { useMenu } from "./menu.ts";

test.use({ javaScriptEnabled: false });

test("a visitor uses the menu of a phone, chooses an amount, and reads the page of an event", async ({ page }) => {
  await useMenu(page);

  await page.goto("/dons");
  await expect(page.locator("[data-copy]").first()).toBeHidden();
  await expect(page.getByText("CH93 0076 2011 6238 5295 7", { exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: "Télécharger le PDF" })).toBeVisible();
  await page.getByRole("link", { name: "CHF 50.–" }).click();
  await expect(page.locator("[data-qr-caption]")).toHaveText("QR-facture de CHF 50.–");
  await page.getByLabel("Autre montant").fill("33,5");
  await page.getByRole("button", { name: "Afficher" }).click();
  await expect(page.locator("[data-qr-caption]")).toHaveText("QR-facture de CHF 33.50");
  await expect(page.getByRole("img", { name: /^QR-facture/ })).toHaveJSProperty("complete", true);

  await page.goto("/planning/2025");
  await page.getByRole("link", { name: "Bal de la mi-été", exact: true }).click();
  await expect(page).toHaveURL("/planning/Bal0825");
  await expect(page.getByRole("img", { name: "Affiche : Bal de la mi-été" })).toBeVisible();
  await expect(page.getByText("Partager")).toBeHidden();
});
