import { readFile } from "node:fs/promises";
import type { Locator } from "@playwright/test";
import { HEIC, jpeg } from "#tests/images/pictures.ts";
import {
  expect,
  isShownAsMade,
  sansDefautDAcces,
  sansDefilementLateral,
  sansScript,
  seConnecter,
  test,
  toast,
  unique,
} from "./test.ts";

test("a name that is typed and a photo that is chosen before the script has come are shown once it has", async ({
  page,
}) => {
  await seConnecter(page, "/comite");
  const arrivee = Promise.withResolvers<void>();
  await page.route("**/*.js", async (route) => {
    await arrivee.promise;
    await route.continue();
  });
  await page.goto("/comite/create", { waitUntil: "commit" });
  const apercu = page.getByRole("region", { name: "Aperçu de la carte" });
  await page
    .getByLabel(/^Photo/)
    .setInputFiles({ name: "julie.jpg", mimeType: "image/jpeg", buffer: await jpeg(400, 320) });
  await page.getByLabel("Prénom").fill("Julie");
  await expect(apercu.getByRole("presentation")).not.toHaveAttribute("src", /^blob:/);
  await expect(apercu).not.toContainText("Julie");
  arrivee.resolve();
  await expect(apercu.getByRole("presentation")).toHaveAttribute("src", /^blob:/);
  await expect(apercu).toContainText("Julie");
  await expect(page.getByRole("button", { name: "Retirer la photo" })).toBeVisible();
});

test("a file that the browser cannot show leaves the drawing in the preview, and says its name", async ({ page }) => {
  await seConnecter(page, "/comite/create");
  const image = page.getByRole("region", { name: "Aperçu de la carte" }).getByRole("presentation");
  const photo = page.getByLabel(/^Photo/);
  await photo.setInputFiles({ name: "julie.jpg", mimeType: "image/jpeg", buffer: await jpeg(400, 320) });
  await expect(image).toHaveAttribute("src", /^blob:/);
  await photo.setInputFiles({ name: "statuts.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7") });
  await expect(page.getByText("statuts.pdf")).toBeVisible();
  await expect(image).not.toHaveAttribute("src", /^blob:/);
  await photo.setInputFiles({ name: "julie.jpg", mimeType: "image/jpeg", buffer: await jpeg(400, 320) });
  await expect(image).toHaveAttribute("src", /^blob:/);
});

test.describe("on a telephone", () => {
  test("a photo that is taken now becomes the one that is sent", async ({ page }) => {
    const nom = unique("Lafnetscha");
    await seConnecter(page, "/comite/create");
    await page.getByLabel("Prénom").fill("Zoé");
    await page.getByLabel("Nom", { exact: true }).fill(nom);
    const [files, camera] = [page.getByLabel(/^Photo/), page.getByLabel("Prendre une photo")];
    await expect(page.getByText("Prendre une photo")).toBeVisible();
    await expect(camera).toHaveAttribute("capture", "environment");
    // An iPhone converts HEIC for a field that does not name it.
    await expect(files).toHaveAttribute("accept", "image/jpeg,image/png,image/webp,image/avif");
    await camera.setInputFiles({ name: "image.jpg", mimeType: "image/jpeg", buffer: await jpeg(400, 320, 30) });
    const apercu = page.getByRole("region", { name: "Aperçu de la carte" });
    await expect(apercu.getByRole("presentation")).toHaveAttribute("src", /^blob:/);
    const chosen = (input: Locator) => input.evaluate((field: HTMLInputElement) => field.files?.length);
    expect([await chosen(files), await chosen(camera)]).toEqual([1, 0]);
    await page.getByRole("button", { name: "Enregistrer" }).click();
    await expect(page.getByRole("img", { name: `Portrait de Zoé ${nom}` })).toBeVisible();
  });

  test.describe("without JavaScript", () => {
    test.use(sansScript);
    test("a poster that is taken now is enough, and a HEIC that is called a JPEG is taken", async ({ page }) => {
      const nom = unique("Petite Arvine");
      await seConnecter(page, "/evenement/create");
      await page.getByLabel("Nom de l’événement").fill(nom);
      await page.getByLabel("Lieu").fill("Chandolin");
      await page.getByLabel("Prendre une photo").setInputFiles({
        name: "image.jpg",
        mimeType: "image/jpeg",
        buffer: await readFile(HEIC),
      });
      await page.getByRole("button", { name: "Enregistrer" }).click();
      await expect(page.getByRole("img", { name: `Affiche : ${nom}` })).toBeVisible();
    });
  });
});

test("a member is added with a photo, changed, and deleted after a question", { tag: "@hosted" }, async ({ page }) => {
  const nom = unique("Amigne");
  await seConnecter(page, "/comite");
  await sansDefautDAcces(page);
  await sansDefilementLateral(page);
  await page.getByRole("link", { name: "Ajouter un membre" }).click();
  await expect(page).toHaveURL("/comite/create");
  await page.getByLabel("Prénom").fill("Julie");
  await page.getByLabel("Nom", { exact: true }).fill(nom);
  await page.getByLabel("Poste").selectOption("Secrétaire");
  const apercu = page.getByRole("region", { name: "Aperçu de la carte" });
  await expect(apercu).toContainText(`Julie ${nom}`);
  await expect(apercu).toContainText("Secrétaire");
  const photo = page.getByLabel(/^Photo/);
  await photo.setInputFiles({ name: "julie.jpg", mimeType: "image/jpeg", buffer: await jpeg(400, 320) });
  await expect(apercu.getByRole("presentation")).toHaveAttribute("src", /^blob:/);
  await sansDefautDAcces(page);
  await page.getByRole("button", { name: "Retirer la photo" }).click();
  await expect(apercu.getByRole("presentation")).not.toHaveAttribute("src", /^blob:/);
  expect(await photo.evaluate((champ: HTMLInputElement) => champ.files?.length)).toBe(0);
  await photo.setInputFiles({ name: "julie.jpg", mimeType: "image/jpeg", buffer: await jpeg(400, 320, 200) });
  await page.getByRole("button", { name: "Enregistrer" }).click();
  await expect(page).toHaveURL("/comite#AmigneSecr%C3%A9taire");
  const carte = page.locator(".membre", { hasText: nom });
  await isShownAsMade(carte);
  await expect(toast(page, "Membre ajouté")).toBeVisible();
  await expect(carte.getByRole("img", { name: `Portrait de Julie ${nom}` })).toBeVisible();
  await expect(carte).toContainText("Secrétaire");

  await carte.getByRole("link", { name: `Modifier Julie ${nom}` }).click();
  await expect(page.getByRole("heading", { name: "Modifier un membre" })).toBeVisible();
  await expect(page.getByLabel(/^Photo/)).toBeHidden();
  await page.getByLabel("Poste").selectOption("Caissier");
  await page.getByRole("button", { name: "Enregistrer" }).click();
  await expect(page).toHaveURL("/comite");
  await expect(carte).toContainText("Caissier");

  const question = page.getByRole("dialog", { name: "Êtes-vous sûr de vouloir supprimer ce membre ?" });
  await carte.getByRole("button", { name: `Supprimer Julie ${nom}` }).click();
  await expect(question.getByRole("button", { name: "Garder" })).toBeFocused();
  await sansDefautDAcces(page);
  await page.keyboard.press("Escape");
  await expect(question).toBeHidden();
  await expect(carte.getByRole("button", { name: `Supprimer Julie ${nom}` })).toBeFocused();
  await carte.getByRole("button", { name: `Supprimer Julie ${nom}` }).click();
  await question.getByRole("button", { name: "Supprimer" }).click();
  await expect(toast(page, "Membre supprimé")).toBeVisible();
  await expect(carte).toBeHidden();
});

test.describe("two people at once", () => {
  test.use({ statutsAttendus: [409, 404] });
  test("the second is told what the first has saved, and overwrites it only knowingly", async ({ page, context }) => {
    const nom = unique("Heida");
    await seConnecter(page, "/comite/create");
    await page.getByLabel("Prénom").fill("Marc");
    await page.getByLabel("Nom", { exact: true }).fill(nom);
    await page.getByRole("button", { name: "Enregistrer" }).click();
    const carte = page.locator(".membre", { hasText: nom });
    await carte.getByRole("link", { name: /Modifier/ }).click();
    await expect(page.getByRole("heading", { name: "Modifier un membre" })).toBeVisible();
    const autre = await context.newPage();
    await autre.goto(page.url());
    await autre.getByLabel("Prénom").fill("Marco");
    await autre.getByRole("button", { name: "Enregistrer" }).click();
    await expect(autre).toHaveURL("/comite");

    await page.getByLabel("Prénom").fill("Marcel");
    await page.getByRole("button", { name: "Enregistrer" }).click();
    await expect(page.getByRole("alert")).toContainText(`Elle dit maintenant : Marco ${nom}, Membre.`);
    await expect(page.getByLabel("Prénom")).toHaveValue("Marcel");
    await sansDefautDAcces(page);
    await page.getByRole("button", { name: "Enregistrer" }).click();
    await expect(page).toHaveURL("/comite");
    await expect(carte).toContainText(`Marcel ${nom}`);

    await carte.getByRole("link", { name: /Modifier/ }).click();
    await expect(page.getByLabel("Prénom")).toHaveValue("Marcel");
    await autre.goto("/comite");
    await autre
      .locator(".membre", { hasText: nom })
      .getByRole("button", { name: /Supprimer/ })
      .click();
    await autre.getByRole("dialog").getByRole("button", { name: "Supprimer" }).click();
    await expect(toast(autre, "Membre supprimé")).toBeVisible();
    await page.getByRole("button", { name: "Enregistrer" }).click();
    await expect(page.getByRole("alert")).toContainText("Cette fiche n’existe plus.");
  });
});

test.describe("without JavaScript", () => {
  test.use({ ...sansScript, statutsAttendus: [400] });
  test("a member without a photo is added, changed and deleted", async ({ page }) => {
    const nom = unique("Humagne");
    await seConnecter(page, "/comite/create");
    await page.getByLabel("Prénom").fill("   ");
    await page.getByLabel("Nom", { exact: true }).fill(nom);
    await page.getByRole("button", { name: "Enregistrer" }).click();
    await expect(page.getByLabel("Prénom")).toHaveAccessibleDescription("Ce champ est obligatoire.");
    await expect(page.getByLabel("Nom", { exact: true })).toHaveValue(nom);
    await page.getByLabel("Prénom").fill("Ève");
    await page.getByRole("button", { name: "Enregistrer" }).click();
    await expect(page).toHaveURL(/\/comite#Humagne/);
    const carte = page.locator(".membre", { hasText: nom });
    await isShownAsMade(carte);
    await expect(carte.locator(".tirage img")).toHaveAttribute("src", /membre-sans-photo/);
    await carte.getByRole("link", { name: /Modifier/ }).click();
    await page.getByLabel("Prénom").fill("Éva");
    await page.getByRole("button", { name: "Enregistrer" }).click();
    await expect(carte).toContainText(`Éva ${nom}`);
    await carte.getByRole("button", { name: /Supprimer/ }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Supprimer" }).click();
    await expect(toast(page, "Membre supprimé")).toBeVisible();
    await expect(carte).toBeHidden();
  });
});
