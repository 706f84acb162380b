import type { Page, Route } from "@playwright/test";
import { question, sessionEnds, typeCredentials } from "#tests/e2e/ended-session.ts";
import { test } from "#tests/e2e/own-site.ts";
import { expect, expectToast, signIn, toast } from "#tests/e2e/test.ts";
import { jpeg } from "#tests/images/pictures.ts";

test.use({ expectedStatuses: [401] });

async function save(page: Page): Promise<void> {
  // The toast of the previous save may still be visible.
  const response = page.waitForResponse((one) => one.request().method() === "POST");
  await page.getByRole("button", { name: "Enregistrer" }).click();
  expect((await response).ok()).toBe(true);
  await expectToast(page, "Réglages enregistrés");
}

const group = (page: Page) => page.getByRole("region", { name: "Photo de groupe" });

test("an example value in the settings is marked until its field is changed", { tag: "@long" }, async ({ page }) => {
  await signIn(page, "/reglages");
  await test.step("the field of the planning year is hidden while the year changes automatically", async () => {
    const automatic = page.getByLabel("Passer tout seul à l’année suivante");
    await expect(automatic).toBeChecked();
    await expect(page.getByLabel("Année du planning")).toBeHidden();
    await automatic.uncheck();
    await expect(page.getByLabel("Année du planning")).toBeVisible();
    await automatic.check();
  });
  await page.getByLabel("IBAN").fill("ch56 0483 5012 3456 7800 9");
  const instagram = page.getByLabel("Instagram");
  await expect(instagram).toHaveAccessibleDescription("Exemple, à remplacer");
  await instagram.fill("@jeunesse.saviese");
  await expect(instagram).not.toHaveAccessibleDescription(/Exemple/);
  await save(page);
  await expect(instagram).toHaveValue("https://www.instagram.com/jeunesse.saviese/");
  await expect(page.getByLabel("IBAN")).toHaveValue("CH56 0483 5012 3456 7800 9");
  await expect(page.getByLabel("IBAN")).not.toHaveAccessibleDescription(/Exemple/);
  await expect(page.getByLabel("Lien Twint")).toHaveAccessibleDescription("Exemple, à remplacer");
});

test("errors, recipients and the test mail appear without a navigation, and unsaved text stays", async ({ page }) => {
  await signIn(page, "/reglages");
  await test.step("an invalid IBAN is refused beside its field before the form is sent", async () => {
    const iban = page.getByLabel("IBAN");
    await iban.fill("CH44 3199 9123 0008 8901 2");
    await page.getByRole("button", { name: "Enregistrer" }).click();
    await expect(iban).toHaveAccessibleDescription(/C’est un QR-IBAN/);
    await expect(iban).toBeFocused();
  });
  await test.step("recipients are added and removed, also one without a click on « Ajouter »", async () => {
    await page.goto("/reglages");
    const list = page.getByRole("list", { name: "Inscriptions et messages" });
    const field = page.getByLabel("Ajouter une adresse");
    const [anne, bob] = ["anne@exemple.ch", "bob@exemple.ch"] as const;
    await field.fill("pas une adresse");
    await page.getByRole("button", { name: "Ajouter", exact: true }).click();
    await expect(field).toHaveAccessibleDescription("Indiquez une adresse e-mail complète.");
    await field.fill(anne);
    await field.press("Enter");
    await expect(list).toContainText(anne);
    await expect(field).toBeFocused();
    await field.fill(bob);
    await save(page);
    await expect(list).toContainText(anne);
    await expect(list).toContainText(bob);
    for (const address of [anne, bob]) await page.getByRole("button", { name: `Retirer ${address}` }).click();
    await expect(field).toBeFocused();
    await save(page);
    await page.reload();
    await expect(page.getByLabel("Ajouter une adresse")).toBeVisible();
    await expect(list).not.toContainText(anne);
  });
  await test.step("the result of the test mail is shown, and unsaved text stays", async () => {
    await page.goto("/reglages");
    await page.getByLabel("Lieu").fill("Pas encore enregistré");
    await page.getByRole("button", { name: "Envoyer un courrier d’essai" }).click();
    await expect(page.getByRole("status").filter({ hasText: "Le courrier d’essai est resté ici." })).toBeVisible();
    await expect(page.getByRole("button", { name: "Envoyer un courrier d’essai" })).toBeFocused();
    await expect(page.getByLabel("Lieu")).toHaveValue("Pas encore enregistré");
  });
  await test.step("after the end of the session, a sign-in above the settings form saves the form", async () => {
    await sessionEnds(page);
    await page.getByRole("button", { name: "Enregistrer" }).click();
    await expect(question(page)).toContainText("Rien n’est perdu");
    await typeCredentials(page);
    await expectToast(page, "Réglages enregistrés");
    await expect(page.getByLabel("Lieu")).toHaveValue("Pas encore enregistré");
  });
});

test.describe("without network", () => {
  test.use({ networkError: true });

  test("a toast that ends under the pointer does not keep the next toast open", { tag: "@long" }, async ({ page }) => {
    await signIn(page, "/reglages");
    const { promise, resolve: disconnect } = Promise.withResolvers<void>();
    const lose = async (route: Route) => {
      await promise;
      await route.abort("internetdisconnected");
    };
    await page.route(/\/reglages\.data/, lose, { times: 1 });
    const pending = toast(page, "Mise à jour en cours...");
    await page.getByRole("button", { name: "Enregistrer" }).click();
    await pending.hover();
    disconnect();
    await expect(pending).toHaveCount(0);
    await page.mouse.move(0, 0);
    await page.getByRole("button", { name: "Enregistrer" }).press("Enter");
    await expectToast(page, "Réglages enregistrés");
    await expect(toast(page, "Réglages enregistrés")).toHaveCount(0);
  });
});

test("the group photo is previewed, saved and removed", { tag: "@long" }, async ({ page }) => {
  await signIn(page, "/reglages");
  const photo = page.getByLabel("Image", { exact: true });
  await photo.setInputFiles({ name: "bande.jpg", mimeType: "image/jpeg", buffer: await jpeg(400, 320) });
  await expect(group(page).getByRole("img", { name: "Photo choisie" })).toHaveAttribute("src", /^blob:/);
  const description = "La bande au complet";
  await page.getByLabel("Description de la photo").fill(description);
  await save(page);
  await expect(group(page).getByRole("img", { name: "Photo de groupe actuelle" })).toBeVisible();
  expect(await photo.evaluate((field: HTMLInputElement) => field.files?.length)).toBe(0);
  await page.goto("/");
  await expect(page.getByRole("img", { name: description })).toBeVisible();
  await page.goto("/reglages");
  await page.getByLabel(/^Retirer la photo/).check();
  await expect(group(page).getByRole("img", { name: /^Dessin/ })).toBeVisible();
  await save(page);
  await expect(page.getByLabel(/^Retirer la photo/)).toBeHidden();
});
