/** The result of an event, and the dossier that outlives its event, on a phone. */
import { test } from "#tests/e2e/own-site.ts";
import { tapTwice } from "#tests/e2e/taps.ts";
import { expect, expectAccessible, expectNoSidewaysScroll, postForm, signIn } from "#tests/e2e/test.ts";

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, expectedStatuses: [400, 409] });

const EVENT = { Nom: "Bal", mois: "08", annee: "2031", FirstDay: "2031-08-02", Lieu: "Halle", publication: "draft" };
const RESULT = "/evenement/modify/Bal0831/dossier/resultat";

test.beforeEach(async ({ page }) => {
  await signIn(page, "/evenement/create");
  await postForm(page, "/evenement/create", EVENT);
});

test("a refused line stays typed with a sentence, and what another person saved is named before it is replaced", {
  tag: "@long",
}, async ({ page }) => {
  await page.goto(RESULT);
  const field = page.getByLabel("Une ligne par poste");
  await field.fill("Bar 10’498.–\nSécurité beaucoup");
  await page.getByRole("button", { name: "Enregistrer" }).tap();
  await expect(page.getByText("« Sécurité beaucoup » n’a pas de montant")).toBeVisible();
  await expect(field).toHaveValue("Bar 10’498.–\nSécurité beaucoup");
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 700 });
  await expectNoSidewaysScroll(page);
  await postForm(page, RESULT, { intention: "save", lines: "DJ −500", version: "0" });
  await field.fill("Bar 10’498.–");
  await page.getByRole("button", { name: "Enregistrer" }).tap();
  await expect(page.getByText("Il dit maintenant : DJ −500.–.")).toBeVisible();
});

test("the question before a deletion offers to keep the dossier, which then is in « Dossiers », deleted and restored in its row", async ({
  page,
}) => {
  await postForm(page, RESULT, { intention: "save", lines: "Bar 10’498.–", version: "0" });
  await page.goto("/planning/2031");
  await page.locator(".menu summary").tap();
  await page.getByRole("button", { name: "Supprimer Bal" }).tap();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("Son dossier part avec lui.")).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Annuler" }).tap();
  await expect(dialog).toBeHidden();
  await page.getByRole("button", { name: "Supprimer Bal" }).tap();
  await dialog.getByLabel("Garder le dossier").tap();
  await tapTwice(page, dialog.getByRole("button", { name: "Supprimer" }), 300);
  await expect(page.locator(".evenement").getByText("Supprimé")).toBeVisible();

  await page.goto("/dossiers");
  const row = page.locator(".list__row", { hasText: "Bal" });
  await expect(row).toContainText("Bénéfice 10’498.–");
  await expectAccessible(page);
  await row.getByRole("button", { name: "Supprimer" }).tap();
  await page.getByRole("dialog").getByRole("button", { name: "Supprimer" }).tap();
  await expect(row).toContainText("Supprimé");
  await row.getByRole("button", { name: "Annuler" }).tap();
  await expect(row.getByRole("button", { name: "Supprimer" })).toBeVisible();
  await page.setViewportSize({ width: 320, height: 700 });
  await expectNoSidewaysScroll(page);
});
