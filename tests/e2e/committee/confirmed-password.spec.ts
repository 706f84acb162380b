import type { Page } from "@playwright/test";
import { aQuarterOfAnHourPasses, test } from "#tests/e2e/own-site.ts";
import { ADMIN } from "#tests/e2e/site.ts";
import { expect, expectToast, signIn } from "#tests/e2e/test.ts";

const PAUL = "paul@exemple.ch";
const NEW_IBAN = "CH56 0483 5012 3456 7800 9";

const question = (page: Page) => page.getByRole("group", { name: "Confirmez avec votre mot de passe" });
const password = (page: Page) => page.getByLabel("Votre mot de passe", { exact: true });
const card = (page: Page, email: string) => page.locator(".list__row", { hasText: email });

test.use({ expectedStatuses: [400] });

test("sensitive changes require the password again", async ({ page, dataDir }) => {
  await test.step("the site asks for the password before a change of the bank details, and keeps the typed values", async () => {
    await signIn(page, "/reglages");
    aQuarterOfAnHourPasses(dataDir);
    await page.getByLabel("IBAN").fill(NEW_IBAN);
    await page.getByLabel("Hébergement").fill("2031");
    await page.getByRole("button", { name: "Enregistrer" }).click();
    await expect(question(page)).toContainText("Rien n’est encore enregistré");
    await expect(password(page)).toBeFocused();
    await expect(password(page)).toBeInViewport();
    await expect(page.getByLabel("IBAN")).toHaveValue(NEW_IBAN);

    await password(page).fill("faux mot");
    await page.getByRole("button", { name: "Enregistrer" }).click();
    await expect(password(page)).toHaveAccessibleDescription("Ce n’est pas votre mot de passe.");
    await expect(page.getByLabel("Hébergement")).toHaveValue("2031");

    await password(page).fill(ADMIN.password);
    await page.getByRole("button", { name: "Enregistrer" }).click();
    await expectToast(page, "Réglages enregistrés");
    await expect(question(page)).toHaveCount(0);
    await expect(page.getByLabel("IBAN")).toHaveValue(NEW_IBAN);
    await expect(page.getByLabel("Hébergement")).toHaveValue("2031");
  });
  await test.step("the site asks for the password before the removal of an account, in the row of the account", async () => {
    await page.goto("/comptes");
    await page.getByRole("region", { name: "Inviter par lien" }).getByLabel("Prénom").fill("Paul");
    await page.getByLabel("E-mail").fill(PAUL);
    await page.getByRole("button", { name: "Créer le lien" }).click();
    await expect(card(page, PAUL)).toBeVisible();
    aQuarterOfAnHourPasses(dataDir);
    await card(page, PAUL).getByRole("button", { name: "Retirer l’invitation" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Retirer l’invitation" }).click();
    await expect(card(page, PAUL).getByRole("group", { name: "Confirmez" })).toContainText("Rien n’a encore changé.");
    await expect(password(page)).toBeFocused();
    await password(page).fill(ADMIN.password);
    await password(page).press("Enter");
    await expectToast(page, "Invitation retirée");
    await expect(card(page, PAUL)).toHaveCount(0);
  });
  await test.step("the site asks for the password before the export of a list, which then starts at once", async () => {
    await page.goto("/inscriptions");
    aQuarterOfAnHourPasses(dataDir);
    await page.getByRole("link", { name: "Exporter (CSV)" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Confirmer l’export" })).toBeVisible();
    await password(page).fill(ADMIN.password);
    await page.getByRole("button", { name: "Confirmer" }).click();
    const download = page.getByRole("link", { name: "Télécharger la liste" });
    await expect(download).toBeFocused();
    const [file] = await Promise.all([page.waitForEvent("download"), download.click()]);
    expect(file.suggestedFilename()).toMatch(/^inscriptions-.*\.csv$/);
    await page.getByRole("link", { name: "Retour", exact: true }).click();
    await expect(page).toHaveURL("/inscriptions?filtre=tout");
  });
});
