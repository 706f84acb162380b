import type { Page } from "@playwright/test";
import { expect, sansDefautDAcces, sansScript, test, unique } from "./test.ts";

async function remplir(page: Page, sujet: string) {
  await page.getByLabel("Nom et prénom").fill("Camille Fendant");
  await page.getByLabel("E-mail").fill("camille@exemple.ch");
  await page.getByLabel("Sujet").fill(sujet);
  await page.getByLabel("Message", { exact: true }).fill("Bonjour le comité");
}

const envoyer = (page: Page) => page.getByRole("button", { name: "Envoyer" });
const merci = (page: Page) => page.getByRole("dialog", { name: "Merci de votre message" });

test("somebody writes, waits under the overlay, is thanked and can write again", async ({ page }) => {
  await page.goto("/contact");
  await remplir(page, unique("Brisolée"));
  const libre = Promise.withResolvers<void>();
  await page.route("**/contact.data*", async (route) => {
    await libre.promise;
    await route.continue();
  });
  await envoyer(page).click();
  await expect(page.getByText("Envoi en cours...")).toBeVisible();
  await expect(envoyer(page)).toBeDisabled();
  await sansDefautDAcces(page);
  libre.resolve();
  await expect(merci(page)).toBeVisible();
  await expect(page.getByText("Envoi en cours...")).toBeHidden();
  await sansDefautDAcces(page);
  await merci(page).getByRole("button", { name: "Fermer" }).click();
  await expect(merci(page)).toBeHidden();
  await expect(page.getByLabel("Sujet")).toHaveValue("");
  await remplir(page, unique("Encore"));
  await envoyer(page).click();
  await expect(merci(page)).toBeVisible();
});

test("what is missing is said beside each field, and focus goes to the first", async ({ page }) => {
  await page.goto("/contact");
  await page.getByLabel("Nom et prénom").fill("Camille");
  await page.getByLabel("E-mail").fill("camille");
  await envoyer(page).click();
  const email = page.getByLabel("E-mail");
  await expect(email).toBeFocused();
  await expect(email).toHaveAccessibleDescription("Indiquez une adresse e-mail complète.");
  await expect(email).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByLabel("Sujet")).toHaveAccessibleDescription("Ce champ est obligatoire.");
  await sansDefautDAcces(page);
  await email.fill("ginette@bluewin");
  await page.getByLabel("Nom et prénom").fill("é".repeat(121));
  await envoyer(page).click();
  await expect(email).toHaveAccessibleDescription(/^Il manque la fin de l’adresse, par exemple/);
  await expect(email).toHaveValue("ginette@bluewin");
  await expect(page.getByLabel("Nom et prénom")).toHaveAccessibleDescription(
    "Ce texte est trop long\u00a0: 120 caractères au maximum.",
  );
  await expect(page.getByLabel("Nom et prénom")).toHaveValue("é".repeat(121));
  await email.fill("camille@exemple.ch");
  await expect(email).not.toHaveAttribute("aria-invalid");
});

test.describe("when the network fails", () => {
  test.use({ panneDeReseau: true });
  test("the overlay closes without thanks, nothing typed is lost, and a second try goes through", async ({ page }) => {
    await page.goto("/contact");
    const sujet = unique("Sous la tente");
    await remplir(page, sujet);
    await page.route("**/contact.data*", (route) => route.abort("internetdisconnected"));
    await envoyer(page).click();
    await expect(page.getByRole("alert")).toContainText("Le message n’est pas parti.");
    await expect(page.getByText("Envoi en cours...")).toBeHidden();
    await expect(merci(page)).toBeHidden();
    await expect(page.getByLabel("Sujet")).toHaveValue(sujet);
    await sansDefautDAcces(page);
    await page.unroute("**/contact.data*");
    await envoyer(page).click();
    await expect(merci(page)).toBeVisible();
  });
});

test.describe("without JavaScript", () => {
  test.use({ ...sansScript, statutsAttendus: [400] });

  test("a refusal comes back with everything that was typed, and then the message leaves with thanks", async ({
    page,
  }) => {
    await page.goto("/contact");
    await remplir(page, "   ");
    await envoyer(page).click();
    await expect(page.getByLabel("Sujet")).toHaveAccessibleDescription("Ce champ est obligatoire.");
    await expect(page.getByLabel("Message", { exact: true })).toHaveValue("Bonjour le comité");
    await expect(page.getByLabel("Sujet")).toBeFocused();
    await page.getByLabel("Sujet").fill(unique("Sans script"));
    await envoyer(page).click();
    await expect(merci(page)).toBeVisible();
    await merci(page).getByRole("button", { name: "Fermer" }).click();
    await expect(merci(page)).toBeHidden();
  });
});
