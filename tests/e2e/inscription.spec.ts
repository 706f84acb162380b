import type { Locator, Page } from "@playwright/test";
import { anneesAvant, jourAZurich, jourSuisse } from "#domain/dates.ts";
import {
  expect,
  sansDefautDAcces,
  sansDefilementLateral,
  sansScript,
  seConnecter,
  test,
  toast,
  unfold,
  unique,
} from "./test.ts";

const AUJOURDHUI = jourAZurich(new Date());
const TROP_JEUNE = "Vous devez avoir au moins 16 ans pour vous inscrire.";

async function remplir(page: Page, prenom: string, age?: number) {
  await page.getByLabel("Nom", { exact: true }).fill("Fendant");
  await page.getByLabel("Prénom").fill(prenom);
  await page.getByLabel("Adresse").fill("Chemin des Treize-Étoiles 4");
  await page.getByLabel("Téléphone").fill("079 123 45 67");
  if (age !== undefined) await page.getByLabel("Date de naissance").fill(anneesAvant(AUJOURDHUI, age));
  await page.getByLabel(/j’accepte la charte/).check();
}

const inscrire = (page: Page) => page.getByRole("button", { name: "S'inscrire" });
const merci = (page: Page) => page.getByRole("dialog", { name: "Merci de votre inscription" });
const question = (page: Page) => page.getByRole("dialog", { name: /^Vous êtes né·e le .*: c’est bien juste\s\?$/ });
const accord = (page: Page) => page.getByLabel(/Mon représentant légal/);

test("an adult signs up, once the phone number has ten digits", async ({ page }) => {
  await page.goto("/inscription");
  await expect(page.getByText("Pour pouvoir s'inscrire il faut au minimum avoir 16 ans")).toBeVisible();
  await expect(page.getByLabel("Date de naissance")).toHaveValue(anneesAvant(AUJOURDHUI, 18));
  await expect(accord(page)).toBeHidden();
  await remplir(page, unique("Maxime"), 19);
  await page.getByLabel("Téléphone").fill("079 123 45 6");
  await inscrire(page).click();
  await expect(page.getByLabel("Téléphone")).toHaveAccessibleDescription("Indiquez un numéro à dix chiffres.");
  await expect(page.getByLabel("Téléphone")).toHaveValue("079 123 45 6");
  await page.getByLabel("Téléphone").fill("079 123 45 67");
  await inscrire(page).click();
  await expect(merci(page)).toContainText("liste des membres");
  await sansDefautDAcces(page);
  await merci(page).getByRole("button", { name: "Fermer" }).click();
  await expect(page.getByLabel("Prénom")).toHaveValue("");
});

test("a birth date that nobody touched is asked about, and the committee is told", async ({ page }) => {
  const prenom = unique("Marine");
  await page.goto("/inscription");
  await remplir(page, prenom);
  await inscrire(page).click();
  await expect(question(page)).toBeVisible();
  const [correct, yes] = ["Corriger la date", "Oui, c’est juste"].map((name) =>
    question(page).getByRole("button", { name }),
  ) as [Locator, Locator];
  await expect(correct).toBeFocused();
  await sansDefautDAcces(page);
  await sansDefilementLateral(page);
  for (const leave of [() => page.keyboard.press("Escape"), () => correct.click()]) {
    await leave();
    await expect(question(page)).toBeHidden();
    await expect(page.getByLabel("Date de naissance")).toBeFocused();
    await expect(page.getByLabel("Prénom")).toHaveValue(prenom);
    await inscrire(page).click();
    await expect(question(page)).toBeVisible();
  }
  await yes.click();
  await expect(merci(page)).toBeVisible();
  await expect(question(page)).toBeHidden();

  await seConnecter(page, "/inscriptions");
  const entry = await unfold(page.locator(".fiche", { hasText: prenom }));
  await expect(entry).toContainText(`Né·e le ${jourSuisse(anneesAvant(AUJOURDHUI, 18))}`);
  await sansDefautDAcces(page);
  await sansDefilementLateral(page);
  await entry.getByRole("button", { name: "Date de naissance vérifiée" }).click();
  await expect(toast(page, "Date de naissance vérifiée")).toBeVisible();
  await expect(entry).not.toContainText("Né·e le");
});

test("somebody under 16 is told so beside the field and in a toast of four seconds; a minor is asked for the guardian's agreement", async ({
  page,
}) => {
  await page.goto("/inscription");
  await remplir(page, unique("Léa"), 15);
  await inscrire(page).click();
  const birth = page.getByLabel("Date de naissance");
  await expect(birth).toHaveAccessibleDescription(new RegExp(TROP_JEUNE));
  await expect(toast(page, TROP_JEUNE)).toBeVisible();
  await sansDefautDAcces(page);
  await expect(merci(page)).toBeHidden();
  await expect(toast(page, TROP_JEUNE)).toBeHidden();

  await birth.fill(anneesAvant(AUJOURDHUI, 17));
  await expect(accord(page)).toBeVisible();
  await inscrire(page).click();
  await expect(accord(page)).toHaveAccessibleDescription(
    "Avant 18 ans, l’accord de votre représentant légal est nécessaire.",
  );
  await expect(accord(page)).toBeFocused();
  await sansDefautDAcces(page);
  await birth.fill(anneesAvant(AUJOURDHUI, 18));
  await expect(accord(page)).toBeHidden();
  await birth.fill(anneesAvant(AUJOURDHUI, 16));
  await accord(page).check();
  await inscrire(page).click();
  await expect(merci(page)).toBeVisible();
});

test("what a minor fills in before the script has arrived counts", async ({ page }) => {
  const libre = Promise.withResolvers<void>();
  await page.route("**/assets/*.js", async (route) => {
    await libre.promise;
    await route.continue();
  });
  await page.goto("/inscription", { waitUntil: "commit" });
  const prenom = unique("Noé");
  await remplir(page, prenom, 17);
  libre.resolve();
  await expect(accord(page)).toBeVisible();
  await expect(page.getByLabel("Prénom")).toHaveValue(prenom);
  await accord(page).check();
  await inscrire(page).click();
  await expect(merci(page)).toBeVisible();
});

test.describe("without JavaScript", () => {
  test.use({ ...sansScript, statutsAttendus: [400] });

  test("a birth date that nobody touched is asked about, and everything stays", async ({ page }) => {
    const prenom = unique("Solène");
    await page.goto("/inscription");
    await remplir(page, prenom);
    await inscrire(page).click();
    await expect(question(page)).toBeVisible();
    const correct = question(page).getByRole("link", { name: "Corriger la date" });
    await expect(correct).toBeFocused();
    await sansDefilementLateral(page);
    await correct.click();
    await expect(question(page)).toBeHidden();
    await expect(page.getByLabel("Date de naissance")).toBeFocused();
    await expect(page.getByLabel("Prénom")).toHaveValue(prenom);
    await expect(page.getByLabel(/j’accepte la charte/)).toBeChecked();
    await inscrire(page).click();
    await question(page).getByRole("button", { name: "Oui, c’est juste" }).click();
    await expect(merci(page)).toBeVisible();
  });

  test("somebody under 16 is told so; a minor finds the box for the guardian, and takes the paper home", async ({
    page,
  }) => {
    const prenom = unique("Samuel");
    await page.goto("/inscription");
    await remplir(page, prenom, 15);
    await inscrire(page).click();
    await expect(page.getByLabel("Date de naissance")).toHaveAccessibleDescription(new RegExp(TROP_JEUNE));
    await expect(toast(page, TROP_JEUNE)).toBeVisible();
    await expect(page.getByLabel("Prénom")).toHaveValue(prenom);
    await page.getByLabel("Date de naissance").fill(anneesAvant(AUJOURDHUI, 16));
    await accord(page).check();
    await inscrire(page).click();
    const paper = merci(page).getByRole("link", { name: "Autorisation parentale (PDF)" });
    await expect(paper).toBeInViewport({ ratio: 1 });
    await expect(merci(page).getByRole("button", { name: "Fermer" })).toBeInViewport({ ratio: 1 });
    await Promise.all([page.waitForEvent("download"), paper.click()]);
    await expect(merci(page)).toBeVisible();
    await merci(page).getByRole("button", { name: "Fermer" }).click();
    await expect(merci(page)).toBeHidden();
  });
});
