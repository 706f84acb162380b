import type { Page } from "@playwright/test";
import { expect, expectAccessible, expectNoSidewaysScroll, inBothWays, signIn, test, unique } from "#tests/e2e/test.ts";
import { addMember, showFees, signUp, YEAR } from "./members.ts";

async function expectFirstRowHigh(page: Page) {
  // The notices depend on what other tests have left for the committee to do.
  const top = await page
    .locator(".people__row")
    .first()
    .evaluate((row) => {
      const notices = [...document.querySelectorAll(".session__notices")];
      const heights = notices.map((one) => one.getBoundingClientRect().height);
      return row.getBoundingClientRect().top - heights.reduce((sum, height) => sum + height, 0);
    });
  expect(top).toBeLessThan(420);
}

test.use({ viewport: { width: 390, height: 844 }, expectedStatuses: [400, 409] });

inBothWays((javaScriptEnabled) => {
  test("the committee accepts a sign-up in two taps and records a cash payment of the fee", async ({ page }) => {
    const name = unique("Humagne");
    await signUp(page, name);
    await signIn(page, "/inscriptions");
    await page.getByRole("link", { name: `Accepter Zoé ${name}` }).click();
    await expect(page.getByLabel("Rue")).toHaveValue("Chemin des Treize-Étoiles");
    await expect(page.getByLabel("Numéro")).toHaveValue("4");
    if (javaScriptEnabled) await expectAccessible(page);
    await page.getByLabel("Membre depuis").fill(`${YEAR}-01-01`);
    await page.getByRole("button", { name: "Ajouter au registre" }).click();
    await expect(page.getByRole("heading", { level: 1, name: `Zoé ${name}` })).toBeVisible();

    await showFees(page);
    await expect(page.getByText(/ouvertes?, /)).toBeVisible();
    await page.getByRole("searchbox", { name: "Chercher un membre" }).fill(name);
    await page.getByRole("searchbox", { name: "Chercher un membre" }).press("Enter");
    await expect(page).toHaveURL(/recherche=/);
    await expectFirstRowHigh(page);
    await expectNoSidewaysScroll(page);
    if (javaScriptEnabled) await expectAccessible(page);
    if (javaScriptEnabled) {
      const tick = page.getByLabel(`Cocher Zoé ${name}`);
      await tick.check();
      await page.locator(".fees__bulk summary").click();
      await page.locator(".fees__bulk").getByRole("button", { name: "Remettre" }).click();
      await expect(page.getByLabel("Raison")).toHaveAccessibleDescription(/./);
      await expect(page.getByLabel("Raison")).toBeFocused();
      await expect(tick).toBeChecked();
      await tick.uncheck();
    }
    await page.getByRole("button", { name: `Payée, Zoé ${name} : Espèces` }).click();
    await expect(page.getByText("Aucune cotisation ici.")).toBeVisible();
    await page.getByRole("button", { name: "Payées", exact: true }).click();
    await page.getByRole("link", { name: `Zoé ${name}` }).click();
    await expect(page.getByText(/Paiement CHF\s50\.–, Espèces, noté par/)).toBeVisible();
    if (javaScriptEnabled) await expectAccessible(page);
  });
});

test("the committee adds a member, records the leaving and the return, and deletes the member", async ({ page }) => {
  const name = unique("Cornalin");
  await addMember(page, "Marc", name);
  await page.goto("/registre");
  await expectFirstRowHigh(page);
  await page.getByRole("searchbox", { name: /Chercher/ }).fill(name);
  await page.getByRole("searchbox", { name: /Chercher/ }).press("Enter");
  await expect(page).toHaveURL(/\/registre\?recherche=[\da-f]{8}$/);
  await page.getByRole("link", { name: `Marc ${name}` }).click();
  await page.getByText("Noter un départ").click();
  await page.getByLabel("Raison du départ").fill("Études");
  const debts = page.getByLabel(/encore ouverts/);
  if (await debts.isVisible()) await debts.selectOption("Restent dus");
  await page.getByRole("button", { name: "Noter le départ" }).click();
  await expect(page.getByText(/^Parti·e le \d/)).toContainText("Études");
  await page.getByRole("button", { name: "Noter le retour" }).press("Enter");
  await expect(page.getByText("De retour le")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Départ" })).toBeFocused();
  await page.getByRole("button", { name: /^Supprimer/ }).press("Enter");
  await page.getByRole("dialog").getByRole("button", { name: "Supprimer" }).press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Membres" })).toBeFocused();
});

test("Enter in the reason of a waiver waives the ticked fees", async ({ page }) => {
  const name = unique("Durize");
  await addMember(page, "Ana", name, [["Membre depuis", `${YEAR}-01-01`]]);
  await showFees(page);
  await page.getByRole("searchbox", { name: "Chercher un membre" }).fill(name);
  await page.getByRole("searchbox", { name: "Chercher un membre" }).press("Enter");
  await expect(page).toHaveURL(/recherche=/);
  await page.getByLabel(`Cocher Ana ${name}`).check();
  await page.locator(".fees__bulk summary").click();
  await page.getByLabel("Raison").fill("Études");
  await page.getByLabel("Raison").press("Enter");
  await expect(page.getByText("Aucune cotisation ici.")).toBeVisible();
  await page.getByRole("button", { name: "Remises", exact: true }).click();
  await page.getByRole("link", { name: `Ana ${name}` }).click();
  await expect(page.getByText(/Remise CHF\s50\.–, Études/)).toBeVisible();
});

test("a leaving is recorded by a second tap, after another change of the record refused the first", async ({
  page,
}) => {
  const name = unique("Prabé");
  await addMember(page, "Luc", name);
  const other = await page.context().newPage();
  await other.goto(page.url().replace("/registre/", "/registre/modify/"));
  await other.getByLabel("Note").fill("Tambour");
  await other.getByRole("button", { name: "Enregistrer" }).click();
  await expect(other.getByRole("heading", { level: 1, name: `Luc ${name}` })).toBeVisible();
  await other.close();
  await page.getByText("Noter un départ").click();
  await page.getByLabel("Raison du départ").fill("Études");
  const debts = page.getByLabel(/encore ouverts/);
  if (await debts.isVisible()) await debts.selectOption("Restent dus");
  await page.getByRole("button", { name: "Noter le départ" }).click();
  await expect(page.getByText("vient de modifier cette fiche")).toBeVisible();
  await expect(page.getByText("Tambour")).toBeVisible();
  await page.getByRole("button", { name: "Noter le départ" }).click();
  await expect(page.getByText(/^Parti·e le \d/)).toContainText("Études");
});
