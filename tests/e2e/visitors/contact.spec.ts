import type { Page } from "@playwright/test";
import { expect, hold, test, unique } from "#tests/e2e/test.ts";

async function fill(page: Page, subject: string) {
  await page.getByLabel("Nom et prénom").fill("Camille Fendant");
  await page.getByLabel("E-mail").fill("camille@exemple.ch");
  await page.getByLabel("Sujet").fill(subject);
  await page.getByLabel("Message", { exact: true }).fill("Bonjour le comité");
}

const send = (page: Page) => page.getByRole("button", { name: "Envoyer" });
const thanked = (page: Page) => page.getByRole("dialog", { name: "Merci de votre message" });

test("a visitor sends a message, waits under the overlay, is thanked and can send another one", async ({ page }) => {
  await page.goto("/contact");
  await fill(page, unique("Brisolée"));
  const release = await hold(page, "**/contact.data*");
  await send(page).click();
  await expect(page.getByText("Envoi en cours...")).toBeVisible();
  await expect(send(page)).toBeDisabled();
  release();
  await expect(thanked(page)).toBeVisible();
  await expect(page.getByText("Envoi en cours...")).toBeHidden();
  await thanked(page).getByRole("button", { name: "Fermer" }).click();
  await expect(thanked(page)).toBeHidden();
  await expect(page.getByLabel("Sujet")).toHaveValue("");
  await fill(page, unique("Encore"));
  await send(page).click();
  await expect(thanked(page)).toBeVisible();
});
