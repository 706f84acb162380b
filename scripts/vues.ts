import type { Page } from "@playwright/test";

/** One picture of the running site. */
export type Vue = {
  /** File name without `.png`, in docs/images. */
  nom: string;
  chemin: string;
  largeur: 390 | 1440;
  /** Seen by somebody who is signed in. */
  connecte?: true;
  /** The whole page instead of the first screen. */
  entiere?: true;
  /** Brings the page into the state to show. */
  preparer?: (page: Page) => Promise<void>;
};

async function remplirEvenement(page: Page): Promise<void> {
  await page.getByLabel("Nom de l’événement").fill("Bal de la mi-été");
  await page.getByLabel("Mois").selectOption("Août");
  await page.getByLabel("Lieu").fill("Mayens de la Zour");
  await page.getByLabel("Nom de l’événement").scrollIntoViewIfNeeded();
}

async function inviter(page: Page): Promise<void> {
  await page.getByLabel("E-mail").fill("bastien.prabe@exemple.ch");
  await page.getByRole("button", { name: "Créer le lien" }).click();
  await page.locator("code").scrollIntoViewIfNeeded();
}

export const VUES: readonly Vue[] = [
  { nom: "accueil", chemin: "/", largeur: 1440 },
  { nom: "planning-telephone", chemin: "/planning", largeur: 390 },
  { nom: "inscription-telephone", chemin: "/inscription", largeur: 390 },
  { nom: "planning-comite", chemin: "/planning", largeur: 1440, connecte: true },
  { nom: "inscriptions-comite", chemin: "/inscriptions", largeur: 390, connecte: true },

  { nom: "guide-connexion", chemin: "/login", largeur: 390 },
  { nom: "guide-evenement", chemin: "/evenement/create", largeur: 390, connecte: true, preparer: remplirEvenement },
  { nom: "guide-inscriptions", chemin: "/inscriptions", largeur: 1440, connecte: true },
  { nom: "guide-reglages", chemin: "/reglages", largeur: 1440, connecte: true },
  { nom: "guide-comptes", chemin: "/comptes", largeur: 390, connecte: true, preparer: inviter },
];
