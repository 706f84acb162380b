import type { Locator } from "@playwright/test";
import { expect, expectToast, hold, isShownAsMade, signIn, test, unique, waitForReact } from "#tests/e2e/test.ts";
import { jpeg } from "#tests/images/pictures.ts";

test("the preview shows a name and a photo that were entered before the script loaded, until the photo is removed", {
  tag: "@long",
}, async ({ page }) => {
  await signIn(page, "/comite");
  const release = await hold(page, "**/*.js");
  await page.goto("/comite/create", { waitUntil: "commit" });
  const preview = page.getByRole("region", { name: "Aperçu de la carte" });
  await page
    .getByLabel(/^Photo/)
    .setInputFiles({ name: "julie.jpg", mimeType: "image/jpeg", buffer: await jpeg(400, 320) });
  await page.getByLabel("Prénom").fill("Julie");
  await expect(preview.getByRole("presentation")).not.toHaveAttribute("src", /^blob:/);
  await expect(preview).not.toContainText("Julie");
  release();
  await expect(preview.getByRole("presentation")).toHaveAttribute("src", /^blob:/);
  await expect(preview).toContainText("Julie");
  await page.getByRole("button", { name: "Retirer la photo" }).click();
  await expect(preview.getByRole("presentation")).not.toHaveAttribute("src", /^blob:/);
  expect(await page.getByLabel(/^Photo/).evaluate((field: HTMLInputElement) => field.files?.length)).toBe(0);
});

test("a photo from the camera replaces the chosen file, and a file that the browser cannot show is named", {
  tag: "@long",
}, async ({ page }) => {
  const name = unique("Lafnetscha");
  await signIn(page, "/comite/create");
  await page.getByLabel("Prénom").fill("Zoé");
  await page.getByLabel("Nom", { exact: true }).fill(name);
  const [files, camera] = [page.getByLabel(/^Photo/), page.getByLabel("Prendre une photo")];
  const preview = page.getByRole("region", { name: "Aperçu de la carte" }).getByRole("presentation");
  await files.setInputFiles({ name: "julie.jpg", mimeType: "image/jpeg", buffer: await jpeg(400, 320) });
  await expect(preview).toHaveAttribute("src", /^blob:/);
  await files.setInputFiles({ name: "statuts.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7") });
  await expect(page.getByText("statuts.pdf")).toBeVisible();
  await expect(preview).not.toHaveAttribute("src", /^blob:/);
  await expect(page.getByText("Prendre une photo")).toBeVisible();
  await expect(camera).toHaveAttribute("capture", "environment");
  // An iPhone converts HEIC for a field that does not accept it.
  await expect(files).toHaveAttribute("accept", "image/jpeg,image/png,image/webp,image/avif");
  await camera.setInputFiles({ name: "image.jpg", mimeType: "image/jpeg", buffer: await jpeg(400, 320, 30) });
  await expect(preview).toHaveAttribute("src", /^blob:/);
  const chosen = (input: Locator) => input.evaluate((field: HTMLInputElement) => field.files?.length);
  expect([await chosen(files), await chosen(camera)]).toEqual([1, 0]);
  await page.getByRole("button", { name: "Enregistrer", exact: true }).click();
  await expect(page.getByRole("img", { name: `Portrait de Zoé ${name}` })).toBeVisible();
});

test("a member is added with a photo, changed, and deleted after a confirmation", { tag: "@hosted" }, async ({
  page,
}) => {
  const name = unique("Amigne");
  await signIn(page, "/comite");
  await page.getByRole("link", { name: "Ajouter un membre" }).click();
  await expect(page).toHaveURL("/comite/create");
  await page.getByLabel("Prénom").fill("Julie");
  await page.getByLabel("Nom", { exact: true }).fill(name);
  await page.getByLabel("Poste", { exact: true }).selectOption("Secrétaire");
  const preview = page.getByRole("region", { name: "Aperçu de la carte" });
  await expect(preview).toContainText(`Julie ${name}`);
  await expect(preview).toContainText("Secrétaire");
  const photo = page.getByLabel(/^Photo/);
  await photo.setInputFiles({ name: "julie.jpg", mimeType: "image/jpeg", buffer: await jpeg(400, 320) });
  await expect(preview.getByRole("presentation")).toHaveAttribute("src", /^blob:/);
  await page.getByRole("button", { name: "Enregistrer", exact: true }).click();
  await expect(page).toHaveURL("/comite#AmigneSecr%C3%A9taire");
  const card = page.locator(".membre", { hasText: name });
  await expectToast(page, "Membre ajouté");
  await isShownAsMade(card);
  await expect(card.getByRole("img", { name: `Portrait de Julie ${name}` })).toBeVisible();
  await expect(card).toContainText("Secrétaire");

  await waitForReact(page);
  await card.getByRole("link", { name: `Modifier Julie ${name}` }).click();
  await expect(page.getByRole("heading", { name: "Modifier un membre" })).toBeVisible();
  await expect(page.getByLabel(/^Photo/)).toBeHidden();
  await page.getByLabel("Poste", { exact: true }).selectOption("Caissier");
  await page.getByRole("button", { name: "Enregistrer", exact: true }).click();
  await expect(page).toHaveURL("/comite");
  await expect(card).toContainText("Caissier");

  const question = page.getByRole("dialog", { name: "Êtes-vous sûr de vouloir supprimer ce membre ?" });
  await card.getByRole("button", { name: `Supprimer Julie ${name}` }).click();
  await expect(question.getByRole("button", { name: "Garder" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(question).toBeHidden();
  await expect(card.getByRole("button", { name: `Supprimer Julie ${name}` })).toBeFocused();
  await card.getByRole("button", { name: `Supprimer Julie ${name}` }).click();
  await question.getByRole("button", { name: "Supprimer" }).click();
  await expectToast(page, "Membre supprimé");
  await expect(card).toContainText("Supprimé.");
  await expect(page.locator("main :focus")).toBeVisible();
  await page.goto("/comite");
  await expect(card).toBeHidden();
});
