/** « C’est où, qui sait ? » and « Passer la main », on a phone. */
import { test } from "#tests/e2e/own-site.ts";
import { tapTwice } from "#tests/e2e/taps.ts";
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  openMore,
  type Page,
  postForm,
  signIn,
} from "#tests/e2e/test.ts";

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

const LIST = "/dossiers/association";
const rows = (page: Page) => page.locator(".list--handover .list__row");
const row = (page: Page, name: string) => rows(page).filter({ hasText: name });

async function fitsNarrow(page: Page) {
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 700 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 390, height: 844 });
}

test("a proposed line is filled in, deleted by two taps on one point, and brought back in its row", {
  tag: "@long",
}, async ({ page }) => {
  await signIn(page, LIST);
  await row(page, "Clés").getByRole("link", { name: "Compléter" }).tap();
  await expect(page.getByLabel("Quoi")).toHaveValue("Clés");
  await page.getByLabel("Où, ou qui paie").fill("Armoire, mdp: soleil");
  await page.getByLabel("Qui sait").fill("Zoé");
  await fitsNarrow(page);
  await page.getByRole("button", { name: "Enregistrer", exact: true }).tap();
  await expect(row(page, "Clés")).toContainText("On dirait un mot de passe.");
  await expect(rows(page)).toHaveCount(7);
  await row(page, "Clés").getByRole("link", { name: "Modifier" }).tap();
  await page.getByLabel("Où, ou qui paie").fill("Armoire du local");
  await page.getByRole("button", { name: "Enregistrer", exact: true }).tap();
  await expect(row(page, "Clés")).toContainText("Modifié");
  await expect(row(page, "Clés")).not.toContainText("mot de passe");
  await page.goto(LIST);
  const height = (await row(page, "Clés").first().boundingBox())?.height;
  await tapTwice(page, row(page, "Clés").getByRole("button", { name: "Supprimer" }), 400);
  await expect(row(page, "Armoire du local")).toContainText(/Supprimé, \d\d\sh\s\d\d\./);
  expect((await row(page, "Armoire du local").boundingBox())?.height).toBe(height);
  await row(page, "Armoire du local").getByRole("button", { name: "Annuler" }).tap();
  await expect(row(page, "Armoire du local").getByRole("link", { name: "Modifier" })).toBeVisible();
  await fitsNarrow(page);
});

test("who leaves is ticked, and the page lists what hangs on the person, where to change it, and the points", async ({
  page,
}) => {
  await signIn(page);
  await postForm(page, "/comite/create", { Prenom: "Zoé", Nom: "Héritier", Poste: "Caissier" });
  await postForm(page, `${LIST}/lignes/ajouter`, { what: "Contrat TWINT", where: "Classeur bleu", who: "Zoé" });
  await page.goto("/planning");
  const more = await openMore(page);
  await more.getByRole("link", { name: "Passer la main" }).tap();
  await page.getByRole("checkbox", { name: "Zoé Héritier" }).check();
  await tapTwice(page, page.getByRole("button", { name: "Voir ce qui dépend d’eux" }), 400);
  const zoe = page.getByRole("region", { name: "Zoé Héritier" });
  await expect(zoe.getByRole("link", { name: "Modifier la ligne : Contrat TWINT" })).toBeVisible();
  await expect(page.getByRole("checkbox", { name: "Zoé Héritier" })).toBeChecked();
  await expect(page).toHaveURL(/passer-la-main\?qui=/);
  await fitsNarrow(page);
  await tapTwice(page, page.getByRole("button", { name: "Ajouter ces points" }), 400);
  await expect(page.getByText("Ils y sont")).toBeVisible();
  await page.getByRole("link", { name: "Changer les signatures à la banque" }).tap();
  const task = page.locator(".list__row", { hasText: "Passer la main : changer les signatures à la banque" });
  await task.getByRole("button", { name: "Fait" }).tap();
  await expect(task.getByRole("button", { name: "Annuler" })).toBeVisible();
  await page.goto("/passer-la-main");
  const point = page.getByRole("listitem").filter({ hasText: "Changer les signatures à la banque" });
  await expect(point).toContainText("fait");
  await expect(point).toHaveClass(/done/);
});
