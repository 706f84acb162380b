import type { Page } from "@playwright/test";
import { jpeg } from "#tests/images/pictures.ts";
import { test } from "./propre-site.ts";
import { expect, sansDefautDAcces, sansDefilementLateral, sansScript, seConnecter, toast, unique } from "./test.ts";

async function enregistrer(page: Page): Promise<void> {
  // A toast of the save before may still be there.
  const reponse = page.waitForResponse((une) => une.request().method() === "POST");
  await page.getByRole("button", { name: "Enregistrer" }).click();
  expect((await reponse).ok()).toBe(true);
  await expect(toast(page, "Réglages enregistrés")).toBeVisible();
}

const groupe = (page: Page) => page.getByRole("region", { name: "Photo de groupe" });

test("what is saved is on the public pages at once, and an example is marked until its field is changed", async ({
  page,
}) => {
  const cards = page.locator(".volet b");
  await page.goto("/");
  await expect(cards).toHaveText(["Message"]);
  await sansDefilementLateral(page);
  await seConnecter(page, "/reglages");
  await expect(page.getByRole("heading", { name: "Réglages", level: 1 })).toBeVisible();
  await sansDefautDAcces(page);
  await sansDefilementLateral(page);
  const titulaire = unique("Jeunesse =HYPERLINK <img>");
  await page.getByLabel("Titulaire").fill(titulaire);
  await page.getByLabel("IBAN").fill("ch56 0483 5012 3456 7800 9");
  const instagram = page.getByLabel("Instagram");
  await expect(instagram).toHaveAccessibleDescription("Exemple, à remplacer");
  await instagram.fill("@jeunesse.saviese");
  await expect(instagram).not.toHaveAccessibleDescription(/Exemple/);
  await page.getByLabel("Rue").fill("Rue du Bisse");
  await page.getByLabel("Numéro").fill("4");
  await enregistrer(page);
  await expect(instagram).toHaveValue("https://www.instagram.com/jeunesse.saviese/");
  await expect(instagram).not.toHaveAccessibleDescription(/Exemple/);
  await expect(page.getByLabel("IBAN")).toHaveValue("CH56 0483 5012 3456 7800 9");
  await expect(page.getByLabel("IBAN")).not.toHaveAccessibleDescription(/Exemple/);
  await expect(page.getByLabel("Lien Twint")).toHaveAccessibleDescription("Exemple, à remplacer");
  await test.step("the home page holds with one network and with none", async () => {
    await page.goto("/");
    await expect(cards).toHaveText(["Instagram", "Message"]);
    await sansDefilementLateral(page);
    await sansDefautDAcces(page);
  });
  await page.goto("/contact");
  await expect(page.getByRole("main").getByRole("link", { name: "Instagram" })).toHaveAttribute(
    "href",
    "https://www.instagram.com/jeunesse.saviese/",
  );
  await page.goto("/dons");
  await expect(page.getByText(titulaire)).toBeVisible();
  await expect(page.getByText("CH56 0483 5012 3456 7800 9")).toBeVisible();
  await expect(page.getByText("Rue du Bisse 4, 1965 Savièse")).toBeVisible();
  await sansDefilementLateral(page);
});

test("fields, recipients and the trial mail answer on the page, and what was typed stays", async ({ page }) => {
  await seConnecter(page, "/reglages");
  await test.step("a refused IBAN is told beside its field before anything leaves", async () => {
    const iban = page.getByLabel("IBAN");
    await iban.fill("CH44 3199 9123 0008 8901 2");
    await page.getByRole("button", { name: "Enregistrer" }).click();
    await expect(iban).toHaveAccessibleDescription(/C’est un QR-IBAN/);
    await expect(iban).toBeFocused();
    await sansDefautDAcces(page);
    await iban.fill("CH93 0076 2011 6238 5295 8");
    await page.getByRole("button", { name: "Enregistrer" }).click();
    await expect(iban).toHaveAccessibleDescription(/faute de frappe/);
  });
  await test.step("recipients are added and taken away, also one that was only typed", async () => {
    await page.goto("/reglages");
    const liste = page.getByRole("list", { name: "Inscriptions et messages" });
    const champ = page.getByLabel("Ajouter une adresse");
    const [anne, bob] = ["anne", "bob"].map((nom) => `${unique(nom).replace(" ", ".")}@exemple.ch`) as [string, string];
    await champ.fill("pas une adresse");
    await page.getByRole("button", { name: "Ajouter", exact: true }).click();
    await expect(champ).toHaveAccessibleDescription("Indiquez une adresse e-mail complète.");
    await champ.fill("anne@bluewin");
    await champ.press("Enter");
    await expect(champ).toHaveAccessibleDescription(/^Il manque la fin de l’adresse/);
    await champ.fill(anne);
    await champ.press("Enter");
    await expect(liste).toContainText(anne);
    await expect(champ).toBeFocused();
    await sansDefautDAcces(page);
    await sansDefilementLateral(page);
    await champ.fill(bob);
    await enregistrer(page);
    await expect(liste).toContainText(anne);
    await expect(liste).toContainText(bob);
    for (const adresse of [anne, bob]) await page.getByRole("button", { name: `Retirer ${adresse}` }).click();
    await expect(champ).toBeFocused();
    await enregistrer(page);
    await page.reload();
    await expect(page.getByLabel("Ajouter une adresse")).toBeVisible();
    await expect(liste).not.toContainText(anne);
  });
  await test.step("a trial mail tells what became of it, and what was typed stays", async () => {
    await page.goto("/reglages");
    await page.getByLabel("Lieu").fill("Pas encore enregistré");
    await page.getByRole("button", { name: "Envoyer un courrier d’essai" }).click();
    await expect(page.getByRole("status").filter({ hasText: "Le courrier d’essai est resté ici." })).toBeVisible();
    await expect(page.getByLabel("Lieu")).toHaveValue("Pas encore enregistré");
  });
});

test("the group photo is shown, changed and taken away", async ({ page }) => {
  await seConnecter(page, "/reglages");
  const photo = page.getByLabel("Image", { exact: true });
  await photo.setInputFiles({ name: "bande.jpg", mimeType: "image/jpeg", buffer: await jpeg(400, 320) });
  await expect(groupe(page).getByRole("img", { name: "Photo choisie" })).toHaveAttribute("src", /^blob:/);
  const description = unique("La bande au complet");
  await page.getByLabel("Description de la photo").fill(description);
  await sansDefautDAcces(page);
  await enregistrer(page);
  await expect(groupe(page).getByRole("img", { name: "Photo de groupe actuelle" })).toBeVisible();
  expect(await photo.evaluate((champ: HTMLInputElement) => champ.files?.length)).toBe(0);
  await page.goto("/");
  await expect(page.getByRole("img", { name: description })).toBeVisible();
  await sansDefautDAcces(page);
  await page.goto("/reglages");
  await page.getByLabel(/^Retirer la photo/).check();
  await expect(groupe(page).getByRole("img", { name: /^Dessin/ })).toBeVisible();
  await enregistrer(page);
  await expect(page.getByLabel(/^Retirer la photo/)).toBeHidden();
});

test.describe("two people at once", () => {
  test.use({ statutsAttendus: [409] });
  test("the second of two people is told what the first has saved", async ({ page, context }) => {
    await seConnecter(page, "/reglages");
    const autre = await context.newPage();
    await autre.goto("/reglages");
    const nom = unique("Lens").slice(0, 30);
    await autre.getByLabel("Lieu").fill(nom);
    await enregistrer(autre);
    await page.getByLabel("Lieu").fill("Savièse");
    await page.getByRole("button", { name: "Enregistrer" }).click();
    await expect(page.getByRole("alert")).toContainText("Rien n’a été écrasé.");
    await expect(page.getByRole("alert")).toContainText(nom);
    await expect(page.getByLabel("Lieu")).toHaveValue("Savièse");
    await sansDefautDAcces(page);
    await sansDefilementLateral(page);
    await enregistrer(page);
    await page.goto("/contact");
    await expect(page.getByText("La Jeunesse de Savièse, 1965 Savièse, Valais")).toBeVisible();
  });
});

test.describe("a network that fails", () => {
  test.use({ panneDeReseau: true });
  test("loses nothing that was typed", async ({ page, context }) => {
    await seConnecter(page, "/reglages");
    await page.getByLabel("Facebook").fill("https://exemple.ch/hors-ligne");
    await context.setOffline(true);
    await page.getByRole("button", { name: "Enregistrer" }).click();
    await expect(page.getByRole("alert")).toContainText("Rien n’a été enregistré.");
    await expect(page.getByLabel("Facebook")).toHaveValue("https://exemple.ch/hors-ligne");
    await page.getByRole("button", { name: "Envoyer un courrier d’essai" }).click();
    await expect(page.getByText("L’essai n’a pas eu lieu.")).toBeVisible();
    await context.setOffline(false);
  });
});

test.describe("without JavaScript", () => {
  test.use({ ...sansScript, statutsAttendus: [400] });
  test("settings, recipients, the photo and the trial mail work", async ({ page }) => {
    await seConnecter(page, "/reglages");
    await page.getByLabel("NPA").fill("196");
    await page.getByLabel("Inscriptions et messages").fill("anne@exemple.ch\nbob@exemple.ch");
    await page.getByRole("button", { name: "Enregistrer" }).click();
    await expect(page.getByLabel("NPA")).toHaveAccessibleDescription("Indiquez un code postal à quatre chiffres.");
    await expect(page.getByLabel("Inscriptions et messages")).toHaveValue("anne@exemple.ch\nbob@exemple.ch");
    await sansDefilementLateral(page);
    await page.getByLabel("NPA").fill("1965");
    await page
      .getByLabel("Image", { exact: true })
      .setInputFiles({ name: "bande.jpg", mimeType: "image/jpeg", buffer: await jpeg(400, 320) });
    await page.getByRole("button", { name: "Enregistrer" }).click();
    await expect(toast(page, "Réglages enregistrés")).toBeVisible();
    await expect(page.getByLabel("Inscriptions et messages")).toHaveValue("anne@exemple.ch\nbob@exemple.ch");
    await expect(groupe(page).getByRole("img", { name: "Photo de groupe actuelle" })).toBeVisible();

    await page.getByRole("button", { name: "Envoyer un courrier d’essai" }).click();
    await expect(page.getByText("Le courrier d’essai est resté ici.")).toBeInViewport();

    await page.getByLabel(/^Retirer la photo/).check();
    await page.getByLabel("Inscriptions et messages").fill("");
    await page.getByRole("button", { name: "Enregistrer" }).click();
    await expect(toast(page, "Réglages enregistrés")).toBeVisible();
    await expect(page.getByLabel(/^Retirer la photo/)).toBeHidden();
  });
});
