/** The committee's pages in a browser without script: signing in, menus, questions and notices. The rest is in tests/http. */
import { test } from "#tests/e2e/own-site.ts";
import { ADMIN } from "#tests/e2e/site.ts";
import { expect, openMenu, openMore, postForm, toast } from "#tests/e2e/test.ts";
import { jpeg } from "#tests/images/pictures.ts";

test.use({ javaScriptEnabled: false, expectedStatuses: [400] });

test("the committee signs in, adds a member and an event, deletes and restores, and signs out", async ({ page }) => {
  const photo = { name: "image.jpg", mimeType: "image/jpeg", buffer: await jpeg(400, 320) };
  await test.step("a wrong password is reported, the right one opens the requested page", async () => {
    await page.goto("/comite/create");
    await expect(page).toHaveURL(/\/login\?suite=/);
    await expect(page.getByRole("button", { name: /^Se connecter avec Face ID/ })).toBeHidden();
    await page.getByLabel("E-mail").fill(ADMIN.email);
    const password = page.getByLabel("Mot de passe");
    await password.fill("faux-mot");
    await page.getByRole("button", { name: "Se connecter", exact: true }).click();
    await expect(password).toHaveAccessibleDescription(/La connexion est refusée/);
    await expect(password).toBeFocused();
    await password.fill(ADMIN.password);
    await page.getByRole("button", { name: "Se connecter", exact: true }).click();
    await expect(page).toHaveURL("/comite/create");
    await expect(toast(page, "Utilisateur connecté")).toBeVisible();
  });
  await test.step("a photo of the camera is saved with a member", async () => {
    await page.getByLabel("Prénom").fill("Luc");
    await page.getByLabel("Nom", { exact: true }).fill("Dubuis");
    await page.getByLabel("Prendre une photo").setInputFiles(photo);
    await page.getByRole("button", { name: "Enregistrer", exact: true }).click();
    await expect(page.getByRole("img", { name: "Portrait de Luc Dubuis" })).toBeVisible();
  });
  await test.step("the confirmation of a deletion is cancelled, then accepted, and the card of the deleted member restores it", async () => {
    const question = page.getByRole("dialog");
    await page.getByRole("button", { name: "Supprimer Luc Dubuis" }).click();
    await question.getByRole("button", { name: "Garder" }).click();
    await expect(question).toBeHidden();
    await page.getByRole("button", { name: "Supprimer Luc Dubuis" }).click();
    await question.getByRole("button", { name: "Supprimer" }).click();
    await expect(toast(page, "Membre supprimé")).toBeVisible();
    const card = page.locator(".membre", { hasText: "Luc Dubuis" });
    await expect(card).toContainText("Supprimé.");
    await card.getByRole("button", { name: "Annuler" }).click();
    await expect(card.getByRole("link", { name: /^Modifier/ })).toBeVisible();
  });
  await test.step("the menu of an event leads to its postponement", async () => {
    const event = { Nom: "Bal", mois: "08", annee: "2031", Lieu: "Lac", image: photo };
    await postForm(page, "/evenement/create", event);
    await page.goto("/planning/2031");
    const card = await openMenu(page.locator(".evenement", { hasText: "Bal" }));
    await card.getByRole("link", { name: "Marquer reporté Bal" }).click();
    await page.getByRole("button", { name: "Marquer reporté" }).click();
    await expect(card.getByText("Reporté", { exact: true })).toBeVisible();
  });
  await test.step("a message about the event is sent by WhatsApp, or copied from a field", async () => {
    await page.goto("/planning/Bal0831");
    const send = page.getByRole("link", { name: "Envoyer dans le groupe : Bal" });
    await expect(send).toHaveAttribute("href", /^https:\/\/wa\.me\/\?text=Report%C3%A9/);
    await expect(page.getByRole("textbox", { name: "Message à copier" })).toHaveValue(
      /^Reporté.*\/planning\/Bal0831$/s,
    );
  });
  await test.step("the menu « Plus » opens and closes without script, and leads to the accounts and to the sign-out", async () => {
    const more = await openMore(page);
    await page.keyboard.press("Escape");
    await expect(more).toBeHidden();
    await (await openMore(page)).getByRole("link", { name: "Comptes" }).click();
    await expect(page.getByRole("region", { name: "Vos clés d’accès" }).locator("noscript p")).toBeVisible();
    await (await openMore(page)).getByRole("link", { name: "Déconnexion" }).click();
    await page.getByRole("button", { name: "Déconnexion" }).click();
    await expect(page).toHaveURL("/");
    await expect(toast(page, "Utilisateur déconnecté")).toBeVisible();
  });
});
