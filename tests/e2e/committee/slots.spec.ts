/** The plan of the slots of an event, on a phone. */
import { test } from "#tests/e2e/own-site.ts";
import { ALL_PAUSES, tapTwice } from "#tests/e2e/taps.ts";
import { expect, expectAccessible, expectNoSidewaysScroll, type Page, postForm, signIn } from "#tests/e2e/test.ts";

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

const EVENT = {
  Nom: "Bal",
  mois: "08",
  annee: "2031",
  FirstDay: "2031-08-02",
  StartTime: "20:00",
  EndTime: "08:00",
  Lieu: "Halle",
  publication: "draft",
};

const PLAN = "/evenement/modify/Bal0831/coups-de-main";
const rows = (page: Page) => page.locator(".list__row");

test.beforeEach(async ({ page }) => {
  await signIn(page, "/evenement/create");
  await postForm(page, "/evenement/create", EVENT);
});

test("a night of three posts and four slots takes three taps from the event, and is undone by one", async ({
  page,
}) => {
  await page.goto("/evenement/modify/Bal0831");
  await page.getByRole("link", { name: "Coups de main" }).tap();
  await page.getByLabel("Postes").tap();
  await page.keyboard.type("Bar, entrée, vestiaire");
  await tapTwice(page, page.getByRole("button", { name: "Créer les créneaux" }), 400);
  await expect(page.getByText("12 créneaux de plus.")).toBeVisible();
  await expect(rows(page)).toHaveCount(12);
  await expect(rows(page).last()).toContainText(/Vestiaire.*5\sh à 8\sh, 4\spersonnes/s);
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 700 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await tapTwice(page, page.getByRole("button", { name: "Annuler" }).first(), 50);
  await expect(page.getByText("C’est annulé")).toBeVisible();
  await expect(rows(page).filter({ hasText: "Supprimé" })).toHaveCount(12);
  await rows(page).first().getByRole("button", { name: "Annuler" }).tap();
  await expect(rows(page).first().getByRole("link", { name: "Modifier" })).toBeVisible();
});

test("two taps on one point delete one slot, and its row stays; a change is undone in its row", {
  tag: "@long",
}, async ({ page }) => {
  await postForm(page, `${PLAN}/soiree`, {
    posts: "Bar, entrée, vestiaire",
    evening: "2031-08-02",
    from: "20:00",
    until: "23:00",
    every: "3",
    needed: "4",
  });
  for (const [i, pause] of ALL_PAUSES.entries()) {
    await page.goto(PLAN);
    const row = rows(page).first();
    const name = (await row.locator("h3").textContent()) ?? "";
    const height = (await row.boundingBox())?.height;
    await tapTwice(page, row.getByRole("button", { name: "Supprimer" }), pause);
    await expect(row).toContainText(/Supprimé, \d\d\sh\s\d\d\./);
    await expect(row).toContainText(name);
    expect((await row.boundingBox())?.height).toBe(height);
    await expect(rows(page).filter({ hasText: "Supprimé" })).toHaveCount(1);
    if (i > 0) continue;
    await tapTwice(page, row.getByRole("button", { name: "Annuler" }), 400);
    await expect(row.getByRole("button", { name: "Supprimer" })).toBeVisible();
  }
  await page.goto(PLAN);
  const row = rows(page).first();
  await row.getByRole("link", { name: "Modifier" }).tap();
  await page.getByLabel("Personnes").fill("9");
  await page.getByRole("button", { name: "Enregistrer", exact: true }).tap();
  await expect(row).toContainText(/9\spersonnes/);
  await expect(row).toContainText("Modifié");
  await row.getByRole("button", { name: "Annuler" }).tap();
  await expect(row).toContainText(/4\spersonnes/);
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false, expectedStatuses: [400] });

  test("a night is made, a mistake is told, and a slot is deleted and restored", { tag: "@long" }, async ({ page }) => {
    await page.goto(PLAN);
    await page.getByLabel("Postes").fill("Bar");
    await page.getByLabel("Personnes par créneau").fill("4");
    await page.getByRole("button", { name: "Créer les créneaux" }).click();
    await expect(rows(page)).toHaveCount(4);
    await rows(page).first().getByRole("button", { name: "Supprimer" }).click();
    await expect(rows(page).first()).toContainText("Supprimé");
    await rows(page).first().getByRole("button", { name: "Annuler" }).click();
    await rows(page).first().getByRole("link", { name: "Copier" }).click();
    await page.getByLabel("Poste", { exact: true }).fill("Grill");
    await page.getByLabel("À", { exact: true }).fill("20:00");
    await page.getByRole("button", { name: "Créer le créneau" }).click();
    await expect(page.getByLabel("À", { exact: true })).toHaveAccessibleDescription(/même heure/);
    await page.getByLabel("À", { exact: true }).fill("22:00");
    await page.getByRole("button", { name: "Créer le créneau" }).click();
    await expect(page.getByText("1 créneau de plus.")).toBeVisible();
  });
});
