/** The form of a sign-up, as a visitor fills it in. */
import type { Page } from "@playwright/test";
import { dayInZurich, yearsBefore } from "#domain/dates.ts";

/** @returns the birth date of a person of this age, as the field takes it */
export const birthDate = (age: number): string => yearsBefore(dayInZurich(new Date()), age);

/** Fills in the open form. Without an age, the proposed birth date stays. */
export async function fillSignUp(page: Page, firstName: string, age?: number, lastName = "Fendant"): Promise<void> {
  await page.getByLabel("Nom", { exact: true }).fill(lastName);
  await page.getByLabel("Prénom").fill(firstName);
  await page.getByLabel("Adresse").fill("Chemin des Treize-Étoiles 4, 1965 Savièse");
  await page.getByLabel("Téléphone").fill("079 123 45 67");
  if (age !== undefined) await page.getByLabel("Date de naissance").fill(birthDate(age));
  await page.getByLabel(/j’accepte la charte/).check();
}
