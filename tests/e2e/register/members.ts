/** Steps that the browser tests of the register share. */
import { dayInZurich } from "#domain/dates.ts";
import { EMPTY_MEMBER, type MemberData } from "#domain/register/member.ts";
import { memberAsTyped } from "#domain/register/member-form.ts";
import { expect, type Page, postForm, signIn } from "#tests/e2e/test.ts";

export const YEAR = dayInZurich(new Date()).slice(0, 4);

/** Signs in if necessary, adds a member with the request of the form, and opens the record. */
export async function addMember(page: Page, firstName: string, lastName: string, fields: Partial<MemberData> = {}) {
  await signIn(page, "/registre");
  await page.goto(await postMember(page, firstName, lastName, fields));
  await expect(page.getByRole("heading", { level: 1, name: `${firstName} ${lastName}` })).toBeVisible();
}

/** Adds a member with the request of the form. The page is one of the committee's. @returns the address of the record */
export function postMember(page: Page, firstName: string, lastName: string, fields: Partial<MemberData> = {}) {
  const typed = memberAsTyped({ ...EMPTY_MEMBER, firstName, lastName, since: `${YEAR}-01-01`, ...fields });
  return postForm(page, "/registre/create", typed);
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
