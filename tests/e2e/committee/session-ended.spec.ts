/** Sessions that end during work: the page says so, and typed values are not lost. */
import { question, sessionEnds, typeCredentials } from "#tests/e2e/ended-session.ts";
import { ADMIN } from "#tests/e2e/site.ts";
import { expect, signIn, test, toast, unique, waitForReact, withoutScript } from "#tests/e2e/test.ts";
import { jpeg } from "#tests/images/pictures.ts";

const photo = async (width: number) => ({ name: "p.jpg", mimeType: "image/jpeg", buffer: await jpeg(width, width) });

test.describe("with JavaScript", () => {
  test.use({ expectedStatuses: [400, 401, 409] });

  test("an event with its poster is saved as soon as the password is right", async ({ page }) => {
    const name = unique("Sarvagnin");
    await signIn(page, "/evenement/create");
    await page.getByLabel("Nom de l’événement").fill(name);
    await page.getByLabel("Lieu").fill("Ormône");
    await page.getByLabel("Image", { exact: true }).setInputFiles(await photo(400));
    await sessionEnds(page);
    await page.getByRole("button", { name: "Enregistrer", exact: true }).click();
    await expect(question(page)).toBeVisible();
    await expect(page).toHaveURL("/evenement/create");
    await page.getByLabel("E-mail").fill(ADMIN.email);
    await page.getByLabel("Mot de passe").fill("faux-mot");
    await page.getByRole("button", { name: "Se connecter et enregistrer" }).click();
    await expect(question(page).getByRole("alert")).toContainText("La connexion est refusée.");
    await typeCredentials(page);
    await expect(toast(page, "L'événement a été créee avec succès")).toBeVisible();
    await expect(page.locator(".evenement", { hasText: name })).toContainText("Ormône");
    await expect(page.getByRole("region", { name: "Session du comité" })).toContainText(ADMIN.email);
  });

  test("a change of a member is kept, and reports what another person has saved meanwhile", async ({
    page,
    browser,
  }) => {
    const name = unique("Rèze");
    await signIn(page, "/comite/create");
    await page.getByLabel("Prénom").fill("Ana");
    await page.getByLabel("Nom", { exact: true }).fill(name);
    await page.getByRole("button", { name: "Enregistrer", exact: true }).click();
    const card = page.locator(".membre", { hasText: name });
    await expect(card).toBeVisible();
    await waitForReact(page);
    await card.getByRole("link", { name: /Modifier/ }).click();
    await page.getByLabel("Prénom").fill("Anaïs");
    await sessionEnds(page);
    const other = await (await browser.newContext({ baseURL: new URL(page.url()).origin })).newPage();
    await signIn(other, new URL(page.url()).pathname);
    await other.getByLabel("Prénom").fill("Anna");
    await other.getByRole("button", { name: "Enregistrer", exact: true }).click();
    await expect(toast(other, "Membre modifié")).toBeVisible();
    await other.context().close();
    await page.getByRole("button", { name: "Enregistrer", exact: true }).click();
    await question(page).getByRole("button", { name: "Fermer" }).click();
    await expect(page.getByLabel("Prénom")).toHaveValue("Anaïs");
    await page.getByRole("button", { name: "Enregistrer", exact: true }).click();
    await expect(question(page)).toBeVisible();
    await typeCredentials(page);
    await expect(page.getByRole("alert")).toContainText(`Elle dit maintenant : Anna ${name}, Membre.`);
    await page.getByRole("button", { name: "Enregistrer", exact: true }).click();
    await expect(toast(page, "Membre modifié")).toBeVisible();
    await expect(card).toContainText(`Anaïs ${name}`);
  });
});

test.describe("without JavaScript", () => {
  test.use({ ...withoutScript, expectedStatuses: [401] });

  test("typed values stay in their fields while another tab signs in", async ({ page, context }) => {
    const name = unique("Himbertscha");
    await signIn(page, "/comite/create");
    await page.getByLabel("Prénom").fill("Léo");
    await page.getByLabel("Nom", { exact: true }).fill(name);
    await page.getByLabel(/^Photo/).setInputFiles(await photo(4000));
    await sessionEnds(page);
    await page.getByRole("button", { name: "Enregistrer", exact: true }).click();
    await expect(question(page)).toContainText("Une photo est à choisir de nouveau.");
    const [other] = await Promise.all([context.waitForEvent("page"), typeCredentials(page)]);
    await expect(other.getByRole("region", { name: "Session du comité" })).toContainText(ADMIN.email);
    await question(page).getByRole("button", { name: "Fermer" }).click();
    await expect(page.getByLabel("Prénom")).toHaveValue("Léo");
    await page.getByRole("button", { name: "Enregistrer", exact: true }).click();
    await expect(page).toHaveURL(/\/comite#/);
    await expect(page.locator(".membre", { hasText: name })).toContainText("Léo");
  });
});
