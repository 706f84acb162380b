/** Types into the committee's forms and leaves them unsent. */
import type { Page } from "@playwright/test";
import { jpeg } from "#tests/images/pictures.ts";
import { expect, postForm, signIn } from "./test.ts";

export const notice = (page: Page) => page.getByRole("status").filter({ hasText: "Brouillon retrouvé." });
export const preview = (page: Page) => page.getByRole("region", { name: "Aperçu de la carte" });
export const save = (page: Page) => page.getByRole("button", { name: "Enregistrer", exact: true }).click();
export const given = (page: Page) => page.getByLabel("Prénom");
export const event = (page: Page) => page.getByLabel("Nom de l’événement");
export const place = (page: Page) => page.getByLabel("Lieu");
export const poster = (page: Page) => page.getByLabel("Image", { exact: true });
export const picture = async (name: string) => ({ name, mimeType: "image/jpeg", buffer: await jpeg(400, 320) });

/** The page of the planning on which the card of an event has just been made. */
export const PLANNING_PAGE = /\/planning(?:\/\d{4})?#/;

const fold = (page: Page) => page.locator("details", { hasText: "Plus de détails" });
export const isUnfolded = (page: Page) => expect(fold(page)).toHaveAttribute("open", "");
export const isFolded = (page: Page) => expect(fold(page)).not.toHaveAttribute("open");

/** Opens what most events do not need, where it is not open already. */
export async function unfoldMore(page: Page): Promise<void> {
  if ((await fold(page).getAttribute("open")) === null) await fold(page).locator("summary").click();
  await isUnfolded(page);
}

/** @returns what the tab holds of drafts */
export const kept = (page: Page) =>
  page.evaluate(() =>
    Object.entries(sessionStorage).flatMap(([key, value]) => (key.startsWith("draft ") ? [value as string] : [])),
  );

/** Taps the logo, as a thumb does by mistake. */
export async function tapLogo(page: Page): Promise<void> {
  await page
    .getByRole("banner")
    .getByRole("link", { name: /accueil/i })
    .first()
    .click();
  await expect(page).toHaveURL("/");
}

/** Signs in, adds « Julie » with the request of the form, and opens the committee. @returns the link to her form */
export async function addMember(page: Page, name: string) {
  await signIn(page, "/comite");
  await postForm(page, "/comite/create", { Prenom: "Julie", Nom: name, Poste: "Membre" });
  await page.goto("/comite");
  return page.locator(".membre", { hasText: name }).getByRole("link", { name: /Modifier/ });
}
