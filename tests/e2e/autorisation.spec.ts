import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { anneesAvant, jourAZurich } from "#domain/dates.ts";
import { readPdf } from "#tests/pdf/read-pdf.ts";
import { expect, sansDefautDAcces, sansDefilementLateral, test, unique } from "./test.ts";

const SEIZE_ANS = anneesAvant(jourAZurich(new Date()), 16);

async function inscrireUnMineur(page: Page, prenom: string): Promise<Locator> {
  await page.goto("/inscription");
  await page.getByLabel("Nom", { exact: true }).fill("Fendant");
  await page.getByLabel("Prénom").fill(prenom);
  await page.getByLabel("Adresse").fill("Chemin des Treize-Étoiles 4");
  await page.getByLabel("Téléphone").fill("079 123 45 67");
  await page.getByLabel("Date de naissance").fill(SEIZE_ANS);
  const charter = page.getByLabel(/j’accepte la charte/);
  await expect(charter).toHaveAccessibleDescription("La charte prévoit une cotisation de CHF\u00a050.– par an.");
  await charter.check();
  await page.getByLabel(/Mon représentant légal/).check();
  await page.getByRole("button", { name: "S'inscrire" }).click();
  const merci = page.getByRole("dialog", { name: "Merci de votre inscription" });
  await expect(merci).toBeVisible();
  await expect(merci).toContainText(/La cotisation est de CHF\s50\.– par an\./);
  return merci;
}

/** Follows a link to a paper. @returns what is on it */
async function telecharger(page: Page, lien: Locator) {
  const attente = page.waitForEvent("download");
  await lien.click();
  const fichier = await attente;
  expect(fichier.suggestedFilename()).toBe("autorisation-parentale.pdf");
  return readPdf(await readFile(await fichier.path()));
}

const textesDe = ({ morceaux }: ReturnType<typeof readPdf>) => morceaux.map(({ texte }) => texte.trim());

test.describe("the blank form", () => {
  test.use({ statutsAttendus: [404] });

  test("is found by parents on the page of conditions; a link that is no longer open leads to the page that is not there", async ({
    page,
  }) => {
    await page.goto("/responsabilite");
    const papier = await telecharger(page, page.getByRole("link", { name: "Télécharger (PDF)" }));
    expect(textesDe(papier)).toContain("À remplir en capitales, à signer à deux et à remettre au comité.");
    expect(textesDe(papier)).toContain("À rapporter à un membre du comité.");
    await page.goto("/autorisation/un-lien-invente");
    await expect(page.getByRole("heading", { name: "Page introuvable" })).toBeVisible();
  });
});

test("a minor takes the filled-in form home from the thanks, which stay open, on a small telephone and by keyboard too", async ({
  page,
}) => {
  const prenom = unique("Léa");
  const merci = await inscrireUnMineur(page, prenom);
  const lien = merci.getByRole("link", { name: "Autorisation parentale (PDF)" });
  const fermer = merci.getByRole("button", { name: "Fermer" });
  await test.step("the keyboard reaches the paper and then the way out", async () => {
    await expect(lien).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(fermer).toBeFocused();
  });
  await test.step("both are in sight, on a small telephone too", async () => {
    await expect(lien).toBeInViewport({ ratio: 1 });
    await expect(fermer).toBeInViewport({ ratio: 1 });
    await sansDefilementLateral(page);
    await page.setViewportSize({ width: 375, height: 560 });
    await expect(lien).toBeInViewport({ ratio: 1 });
    await expect(fermer).toBeInViewport({ ratio: 1 });
    await sansDefautDAcces(page);
  });
  expect(textesDe(await telecharger(page, lien))).toEqual(expect.arrayContaining(["Fendant", prenom]));
  await expect(merci).toBeVisible();
  await fermer.click();
  await expect(merci).toBeHidden();
});
