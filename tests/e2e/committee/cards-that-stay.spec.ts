/** Cards of events and members, and rows of the recycle bin, stay where they were tapped, on a phone. */
import type { Locator } from "@playwright/test";
import { picture } from "#tests/e2e/drafts.ts";
import { test } from "#tests/e2e/own-site.ts";
import { centreOf, tapTwice, toCentre } from "#tests/e2e/taps.ts";
import { expect, expectToast, type Page, postForm, signIn } from "#tests/e2e/test.ts";

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

const YEAR = new Date().getFullYear() + 1;
const LIST = `/planning/${YEAR}`;

const addEvent = async (page: Page, Nom: string, more = {}) =>
  postForm(page, "/evenement/create", {
    Nom,
    mois: "12",
    annee: String(YEAR),
    FirstDay: `${YEAR}-12-12`,
    Lieu: "Halle",
    image: await picture("bal.jpg"),
    ...more,
  });
const cardOf = (page: Page, name: string) => page.locator(".evenement", { hasText: name });
const undoIn = (row: Locator) => row.getByRole("button", { name: "Annuler" });

test("a double tap publishes one draft, whose card keeps its place, with « Annuler » beside the tapped button", {
  tag: "@long",
}, async ({ page }) => {
  await signIn(page, "/planning");
  for (const name of ["Amigne", "Bonvin"]) await addEvent(page, name, { publication: "draft" });
  for (const pause of [50, 1600]) {
    await page.goto(LIST);
    const card = cardOf(page, "Amigne");
    await card.locator("summary").tap();
    const publish = card.getByRole("button", { name: "Publier Amigne" });
    await toCentre(publish);
    const { y: tapped } = await centreOf(publish);
    await tapTwice(page, publish, pause);
    await expect(card).toContainText("Brouillon publié.");
    await expect(page).toHaveURL(new RegExp(`${LIST}\\?fait=&fait=`));
    const undo = await undoIn(card).boundingBox();
    expect(undo && tapped >= undo.y && tapped <= undo.y + undo.height).toBe(false);
    await expect(cardOf(page, "Bonvin")).toContainText("Brouillon");
    await undoIn(card).tap();
    await expect(card.locator(".evenement__draft")).toHaveText("Brouillon");
  }
});

test("the card of a postponed event says so, « Annuler » undoes the postponement, and a link announces it to visitors", async ({
  page,
}) => {
  await signIn(page, "/planning");
  await addEvent(page, "Bal de Noël");
  const card = cardOf(page, "Bal de Noël");
  const postpone = async () => {
    await page.goto(LIST);
    await card.locator("summary").tap();
    await card.getByRole("link", { name: "Marquer reporté Bal de Noël" }).tap();
    await page.getByLabel("Nouvelle date connue ?").fill(`${YEAR}-12-19`);
    await page.getByRole("button", { name: "Marquer reporté" }).tap();
    await expectToast(page, `Bal de Noël\u00a0: reporté au 19.12.${YEAR}`);
  };
  await postpone();
  await undoIn(card).tap();
  await expectToast(page, "Bal de Noël\u00a0: comme avant");
  await expect(card).not.toContainText("Reporté");
  await postpone();
  await card.getByRole("link", { name: "Prévenir les visiteurs" }).tap();
  await expect(page.getByLabel("Annonce", { exact: true })).toHaveValue(
    `Le Bal de Noël du 12.12.${YEAR} est reporté au 19.12.${YEAR}.`,
  );
  await expect(page.getByLabel("Jusqu’au")).toHaveValue(`${YEAR}-12-13`);
  await expect(page.getByLabel("À", { exact: true })).toHaveValue("06:00");
});

test("a deleted card keeps its place, and so does a row of the recycle bin", { tag: "@long" }, async ({ page }) => {
  await signIn(page, "/comite");
  for (const Prenom of ["Ana", "Bea"])
    await postForm(page, "/comite/create", { Prenom, Nom: "Dubuis", Poste: "Membre" });
  await page.goto("/comite");
  const card = page.locator(".membre", { hasText: "Ana" });
  const remove = async () => {
    await card.getByRole("button", { name: "Supprimer Ana Dubuis" }).tap();
    await page.getByRole("dialog").getByRole("button", { name: "Supprimer" }).tap();
    await expect(card).toContainText("Supprimé.");
  };
  await remove();
  await expect(page.getByText("1 membre au comité")).toBeVisible();
  await undoIn(card).tap();
  await expect(card.getByRole("link", { name: "Modifier Ana Dubuis" })).toBeVisible();
  await remove();

  await page.goto("/corbeille");
  const row = page.getByRole("listitem").filter({ hasText: "Ana Dubuis" });
  const height = (await row.boundingBox())?.height;
  await tapTwice(page, row.getByRole("button", { name: "Restaurer Ana Dubuis" }), 400);
  await expect(row).toContainText("Remis en place.");
  expect((await row.boundingBox())?.height).toBe(height);
  await undoIn(row).tap();
  await expect(row).toContainText("De retour dans la corbeille.");

  await page.goto("/corbeille");
  await row.getByRole("button", { name: "Effacer définitivement Ana Dubuis" }).tap();
  await page.getByRole("dialog").getByRole("button", { name: "Effacer définitivement" }).tap();
  await expect(row).toContainText("Effacé définitivement.");
  await expect(undoIn(row)).toHaveCount(0);
});
