import type { Page } from "@playwright/test";
import { question, sessionEnds, typeCredentials } from "#tests/e2e/ended-session.ts";
import { inscription, submit } from "#tests/e2e/inbox.ts";
import { expect, signIn, test, unique } from "#tests/e2e/test.ts";
import { findFee, showFees, YEAR } from "./members.ts";

async function expectFirstRowHigh(page: Page) {
  // The notices depend on what other tests have left for the committee to do.
  const top = await page
    .locator(".list__row")
    .first()
    .evaluate((row) => {
      const notices = [...document.querySelectorAll(".session__notices")];
      const heights = notices.map((one) => one.getBoundingClientRect().height);
      return row.getBoundingClientRect().top - heights.reduce((sum, height) => sum + height, 0);
    });
  expect(top).toBeLessThan(420);
}

test.use({ expectedStatuses: [400, 401, 409] });

test("the committee accepts a sign-up in two taps, and waives the ticked fee with a reason", async ({ page }) => {
  const name = unique("Humagne");
  await submit(inscription({ lastName: name }));
  await signIn(page, "/inscriptions");
  await page.getByRole("link", { name: `Accepter Zoé ${name}` }).click();
  await expect(page.getByLabel("Rue")).toHaveValue("Chemin des Treize-Étoiles");
  await expect(page.getByLabel("Numéro")).toHaveValue("4");
  await page.getByLabel("Membre depuis").fill(`${YEAR}-01-01`);
  await page.getByRole("button", { name: "Ajouter au registre" }).click();
  await page.getByRole("link", { name: `Au registre : Zoé ${name}` }).click();
  await expect(page.getByRole("heading", { level: 1, name: `Zoé ${name}` })).toBeVisible();

  await showFees(page);
  await expect(page.getByText(/\d ouvertes?/)).toBeVisible();
  await findFee(page, name);
  await expectFirstRowHigh(page);
  const tick = page.getByLabel(`Cocher Zoé ${name}`);
  await tick.check();
  await page.locator(".fees__bulk summary").click();
  await page.locator(".fees__bulk").getByRole("button", { name: "Ne plus demander" }).click();
  const reason = page.getByLabel("Raison");
  await expect(reason).toHaveAccessibleDescription(/./);
  await expect(reason).toBeFocused();
  await expect(tick).toBeChecked();
  await reason.fill("Études");
  await reason.press("Enter");
  await expect(page.locator(".list__row")).toContainText("Non demandée");
  await page.getByRole("button", { name: "Non demandées", exact: true }).click();
  await page.getByRole("link", { name: `Zoé ${name}` }).click();
  await expect(page.getByText(/Montant non demandé CHF\s50\.–, Études/)).toBeVisible();
});

test("the committee adds a member, records a payment, the leaving and the return, and deletes the member", async ({
  page,
}) => {
  const name = unique("Cornalin");
  await signIn(page, "/registre/create");
  await page.getByLabel("Prénom").fill("Marc");
  await page.getByLabel("Nom", { exact: true }).fill(name);
  await page.getByLabel("Membre depuis").fill(`${YEAR}-01-01`);
  await page.getByRole("button", { name: "Enregistrer" }).click();
  await expect(page.getByRole("heading", { level: 1, name: `Marc ${name}` })).toBeVisible();
  await showFees(page);
  await findFee(page, name);
  await page.getByRole("button", { name: `Payée, Marc ${name} : Espèces` }).click();
  await expect(page.locator(".list__row")).toContainText("Payée, espèces");
  await page.goto("/registre");
  await expectFirstRowHigh(page);
  await page.getByRole("searchbox", { name: /Chercher/ }).fill(name);
  await page.getByRole("searchbox", { name: /Chercher/ }).press("Enter");
  await expect(page).toHaveURL(/\/registre\?recherche=[\da-f]{8}$/);
  await page.getByLabel(`Cocher Marc ${name}`).check();
  await page.getByRole("button", { name: "Dans le groupe WhatsApp", exact: true }).click();
  await expect(page.getByText("Une personne notée dans le groupe WhatsApp.")).toBeVisible();
  await expect(page.getByLabel(`Cocher Marc ${name}`)).not.toBeChecked();
  await page.getByRole("link", { name: `Marc ${name}` }).click();
  await expect(page.getByText(/Paiement CHF\s50\.–, Espèces, noté par/)).toBeVisible();

  await test.step("noting that a member leaves requires a sign-in after the session has ended, and a second tap after a concurrent change", async () => {
    const other = await page.context().newPage();
    await other.goto(page.url().replace("/registre/", "/registre/modify/"));
    await other.getByLabel("Note").fill("Tambour");
    await other.getByRole("button", { name: "Enregistrer" }).click();
    await expect(other.getByRole("heading", { level: 1, name: `Marc ${name}` })).toBeVisible();
    await other.close();
    await page.getByText("Noter un départ").click();
    await page.getByLabel("Raison du départ").fill("Études");
    await sessionEnds(page);
    await page.getByRole("button", { name: "Noter le départ" }).click();
    await expect(question(page)).toBeVisible();
    await typeCredentials(page);
    await expect(page.getByText("vient de modifier cette fiche")).toBeVisible();
    await expect(page.getByText("Tambour")).toBeVisible();
    await page.getByRole("button", { name: "Noter le départ" }).click();
    await expect(page.getByText(/^Parti·e le \d/)).toContainText("Études");
  });
  await page.getByRole("button", { name: "Noter le retour" }).press("Enter");
  await expect(page.getByText("De retour le")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Départ" })).toBeFocused();
  await page.getByRole("button", { name: /^Supprimer/ }).press("Enter");
  await page.getByRole("dialog").getByRole("button", { name: "Supprimer" }).press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Membres" })).toBeFocused();
});
