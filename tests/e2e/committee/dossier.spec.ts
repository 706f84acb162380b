/** The dossier of an event, on a phone. */
import { test } from "#tests/e2e/own-site.ts";
import { ALL_PAUSES, PAUSES, tapTwice } from "#tests/e2e/taps.ts";
import { expect, expectAccessible, expectNoSidewaysScroll, type Page, postForm, signIn } from "#tests/e2e/test.ts";

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, expectedStatuses: [400] });

const EVENT = {
  Nom: "Bal",
  mois: "08",
  annee: "2031",
  FirstDay: "2031-08-02",
  Lieu: "Halle",
  publication: "draft",
};
const LAST_YEAR = "/evenement/modify/Bal0831/dossier";
const PAGE = "/evenement/modify/Bal0832/dossier";
const rows = (page: Page) => page.locator(".list__row");

test.beforeEach(async ({ page }) => {
  await signIn(page, "/evenement/create");
  await postForm(page, "/evenement/create", EVENT);
  await postForm(page, "/evenement/create", { ...EVENT, annee: "2032", FirstDay: "2032-08-07" });
  for (const [text, due, who] of [
    ["Réserver la salle", "J-90", "Sophie"],
    ["Affiche", "J-60", ""],
    ["Compter les caisses", "J+3", "Zoé"],
  ] as const)
    await postForm(page, `${LAST_YEAR}/tache`, { text, due, who });
  await postForm(page, `${LAST_YEAR}/notes`, { notes: "**Bar** : 40 fûts", version: "0" });
});

for (const { pauses, tag } of PAUSES)
  test(`last year's dossier takes three taps from an event made by hand, and is undone by one (${pauses} ms)`, {
    tag,
  }, async ({ page }) => {
    for (const pause of pauses) {
      await page.goto("/evenement/modify/Bal0832");
      await page.getByRole("link", { name: "Dossier", exact: true }).tap();
      await expect(page.getByText("Ce dossier est vide")).toBeVisible();
      await tapTwice(page, page.getByRole("button", { name: "Prendre le dossier de Bal, sam. 2 août 2031" }), pause);
      await expect(page.getByText(/Ajouté\s: 3\stâches, et les notes\./)).toBeVisible();
      await expect(rows(page)).toHaveCount(3);
      await expect(rows(page).first()).toContainText(/J−90 · 9\smai\s2032.*l’an dernier\s: Sophie.*Fait/s);
      await expect(page.getByText("40 fûts")).toBeVisible();
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
      await tapTwice(page, page.locator("#ajout").getByRole("button", { name: "Annuler" }), pause);
      await expect(page.getByText("C’est annulé")).toBeVisible();
      await expect(rows(page).filter({ hasText: "Supprimée" })).toHaveCount(3);
      await expect(page.getByText("40 fûts")).toHaveCount(0);
    }
  });

test("two taps on one point do one task, whose row stays; a tap in the row opens it again", { tag: "@long" }, async ({
  page,
}) => {
  for (const pause of ALL_PAUSES) {
    await page.goto(LAST_YEAR);
    const row = rows(page).first();
    const height = (await row.boundingBox())?.height;
    await tapTwice(page, row.getByRole("button", { name: "Fait" }), pause);
    await expect(row).toContainText(/Réserver la salle.*Fait, \d\d\sh\s\d\d\./s);
    expect((await row.boundingBox())?.height).toBe(height);
    await expect(page.getByText(/2\stâches à faire, 1\sfaite/)).toBeVisible();
    await tapTwice(page, row.getByRole("button", { name: "Annuler" }), pause);
    await expect(row.getByRole("button", { name: "Fait" })).toBeVisible();
    await expect(page.getByText(/3\stâches à faire/)).toBeVisible();
  }
  await rows(page).first().getByRole("button", { name: "Fait" }).tap();
  await expect(rows(page).first()).toContainText("Fait, ");
  await page.goto(LAST_YEAR);
  const done = page.locator(".task--done");
  await expect(done).toHaveCount(1);
  await tapTwice(page, done.getByRole("button", { name: "Rouvrir" }), 400);
  await expect(rows(page).last()).toContainText(/Réserver la salle.*Rouverte, /s);
});

test("two taps on « Boucler » close the result, and open nothing that lies under the question", {
  tag: "@long",
}, async ({ page }) => {
  await postForm(page, `${LAST_YEAR}/resultat`, { intention: "save", lines: "Bar 120\nDJ −20", version: "0" });
  for (const pause of ALL_PAUSES) {
    await page.goto(LAST_YEAR);
    const result = page.getByRole("region", { name: "Résultat" });
    await result.getByRole("button", { name: "Boucler" }).tap();
    await tapTwice(page, page.getByRole("dialog").getByRole("button", { name: "Boucler" }), pause);
    await expect(result.getByText("Bouclé le")).toBeVisible();
    await result.getByRole("button", { name: "Rouvrir" }).tap();
    await expect(result.getByText("Bouclé le")).toHaveCount(0);
  }
});

test("a task is added, changed and deleted, each undone in its row", { tag: "@long" }, async ({ page }) => {
  await page.goto(LAST_YEAR);
  await page.getByText("Ajouter une tâche").tap();
  await page.getByRole("textbox", { name: "Tâche" }).fill("Bus de nuit");
  await page.getByLabel("Quand").fill("bientôt");
  await page.getByRole("button", { name: "Ajouter", exact: true }).tap();
  await expect(page.getByLabel("Quand")).toHaveAccessibleDescription(/Écrivez par exemple J−60/);
  await expectAccessible(page);
  await page.getByLabel("Quand").fill("J-21");
  await tapTwice(page, page.getByRole("button", { name: "Ajouter", exact: true }), 400);
  await expect(page.getByText(/Ajouté\s: 1\stâche\./)).toBeVisible();
  const row = rows(page).filter({ hasText: "Bus de nuit" });
  await row.getByRole("link", { name: "Modifier" }).tap();
  await page.getByLabel("Qui").fill("Léa");
  await page.getByRole("button", { name: "Enregistrer", exact: true }).tap();
  await expect(row).toContainText(/Léa.*Modifiée/s);
  await row.getByRole("button", { name: "Annuler" }).tap();
  await expect(row).not.toContainText("Léa");
  await tapTwice(page, row.getByRole("button", { name: "Supprimer" }), 400);
  await expect(row).toContainText("Supprimée");
  await expect(rows(page).filter({ hasText: "Supprimée" })).toHaveCount(1);
  await row.getByRole("button", { name: "Annuler" }).tap();
  await expect(row.getByRole("button", { name: "Fait" })).toBeVisible();
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("a starting list is taken in part, a task is done and opened again, and notes are written", {
    tag: "@long",
  }, async ({ page }) => {
    await page.goto(PAGE);
    await page.getByText(/Assemblée, 7\stâches/).click();
    const list = page.getByRole("group", { name: "Assemblée" });
    for (const name of ["Salle", "Vérificateurs", "Ordre du jour"]) await list.getByLabel(name).uncheck();
    await page.getByRole("button", { name: /Prendre ces tâches.*Assemblée/ }).click();
    await expect(page.getByText(/Ajouté\s: 4\stâches\./)).toBeVisible();
    await rows(page).first().getByRole("button", { name: "Fait" }).click();
    await expect(rows(page).first()).toContainText(/Convoquer.*Fait, /s);
    await rows(page).first().getByRole("button", { name: "Annuler" }).click();
    await rows(page).first().getByRole("button", { name: "Supprimer" }).click();
    await expect(rows(page).first()).toContainText("Supprimée");
    await page.getByRole("link", { name: "Écrire des notes" }).click();
    await page.getByLabel("Notes").fill("Salle froide\n\n- clés\n- bulletins");
    await page.getByRole("button", { name: "Enregistrer" }).click();
    await expect(page.locator(".dossier__notes li").filter({ hasText: "bulletins" })).toBeVisible();
    await page.getByRole("link", { name: "Prendre d’un autre dossier" }).click();
    await page.getByRole("button", { name: /Prendre.*Bal, sam\. 2 août 2031/ }).click();
    await expect(page.getByText(/Ajouté\s: 3\stâches\./)).toBeVisible();
  });
});
