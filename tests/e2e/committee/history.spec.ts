/** The first name of an account, the history of a member, the journal, and the pages of a list. */
import { ROWS_PER_PAGE } from "#domain/paging.ts";
import { message, withInbox } from "#tests/e2e/inbox.ts";
import { test } from "#tests/e2e/own-site.ts";
import { expect, expectToast, postForm, signIn } from "#tests/e2e/test.ts";

test.use({ expectedStatuses: [400, 409] });

test("an account gets its first name, a revision is restored with a tap, and the journal is filtered", async ({
  page,
}) => {
  await signIn(page, "/comptes");
  await page.getByText("Ajouter le prénom").click();
  const rename = page.locator(".rename");
  await rename.getByRole("button", { name: "Enregistrer", exact: true }).click();
  await expect(rename.getByText("Ce champ est obligatoire.")).toBeVisible();
  await rename.getByLabel("Prénom").fill("Élodie");
  await rename.getByRole("button", { name: "Enregistrer", exact: true }).click();
  await expectToast(page, "Prénom enregistré");
  await expect(rename).not.toHaveAttribute("open");

  await postForm(page, "/comite/create", { Prenom: "Luc", Nom: "Dubuis", Poste: "Membre" });
  const changeName = async (tab: typeof page, lastName: string) => {
    await tab.goto("/comite/modify/DubuisMembre");
    await tab.getByLabel("Nom", { exact: true }).fill(lastName);
    await tab.getByRole("button", { name: "Enregistrer", exact: true }).click();
    await expectToast(tab, "Membre modifié");
  };
  await changeName(page, "Dubuis-Héritier");
  await page.goto("/comite/modify/DubuisMembre/historique");
  const states = page.getByRole("main").getByRole("listitem");
  await expect(states.first().locator("ins")).toHaveText("Dubuis-Héritier");
  const other = await page.context().newPage();
  await changeName(other, "Dubuis-Luyet");
  await other.close();
  await states.nth(1).getByRole("button", { name: "Rétablir" }).click();
  await expect(page.getByText("L’historique est à jour maintenant")).toBeVisible();
  await expect(states.first().locator("ins")).toHaveText("Dubuis-Luyet");
  await expect(page.getByText("L’état le plus ancien que le site garde")).toHaveCount(1);
  await states.nth(1).getByRole("button", { name: "Rétablir" }).click();
  await expectToast(page, "État rétabli");
  await expect(page.getByRole("main").getByText("Luc Dubuis", { exact: true })).toBeVisible();

  await page.goto("/journal");
  await page.getByLabel("Quoi").selectOption("Comptes");
  await page.getByRole("button", { name: "Afficher" }).click();
  await expect(page.getByRole("status").filter({ hasText: "1 ligne" })).toBeVisible();
  await expect(page.getByText(/^Élodie.* a modifié son compte\s: Prénom\.$/)).toBeVisible();
});

test("the last and the first page of a list keep the keyboard focus", { tag: "@long" }, async ({ page, dataDir }) => {
  await withInbox(async (inbox) => {
    for (let i = 0; i <= ROWS_PER_PAGE; i++) await inbox.add(message({ subject: `Bal ${i}` }), new Date());
  }, dataDir);
  await signIn(page, "/messages");
  for (const [name, position] of [
    ["Page suivante", "Page 2 sur 2"],
    ["Page précédente", "Page 1 sur 2"],
  ] as const) {
    await page.getByRole("link", { name }).press("Enter");
    await expect(page.locator(".pager :focus")).toHaveText(position);
  }
});
