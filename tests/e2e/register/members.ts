/** Steps that the browser tests of the register share. */
import { dayInZurich } from "#domain/dates.ts";
import { fillSignUp } from "#tests/e2e/sign-up-form.ts";
import { expect, type Page, signIn } from "#tests/e2e/test.ts";

export const YEAR = dayInZurich(new Date()).slice(0, 4);

/** Signs up « Zoé » with this last name, as a visitor. */
export async function signUp(page: Page, name: string): Promise<void> {
  await page.goto("/inscription");
  await fillSignUp(page, "Zoé", 25, name);
  await page.getByRole("button", { name: "S'inscrire" }).click();
  await expect(page.getByRole("dialog", { name: "Merci de votre inscription" })).toBeVisible();
}

/** Signs in if necessary and adds a member. @param fields labels and values of further fields */
export async function addMember(page: Page, first: string, last: string, fields: readonly [string, string][] = []) {
  await signIn(page, "/registre/create");
  await page.getByLabel("Prénom").fill(first);
  await page.getByLabel("Nom", { exact: true }).fill(last);
  for (const [label, value] of fields) await page.getByLabel(label, { exact: true }).fill(value);
  await page.getByRole("button", { name: "Enregistrer" }).click();
  await expect(page.getByRole("heading", { level: 1, name: `${first} ${last}` })).toBeVisible();
}

/** Opens the fees of this year, unless another test has done so, and shows them. */
export async function showFees(page: Page): Promise<void> {
  await page.goto("/cotisations");
  if (page.url().endsWith("/ouvrir")) await page.getByRole("button", { name: `Ouvrir ${YEAR}` }).click();
  else await page.goto(`/cotisations/${YEAR}`);
  await expect(page.getByRole("heading", { level: 1, name: `Cotisation ${YEAR}` })).toBeVisible();
}

/** Searches the fees of the year for a member. */
export async function findFee(page: Page, name: string): Promise<void> {
  const search = page.getByRole("searchbox", { name: "Chercher un membre" });
  await search.fill(name);
  await search.press("Enter");
  await expect(page).toHaveURL(/recherche=/);
}
