/** The committee's screens on a telephone of 390 px, where they are used most. */
import type { Page } from "@playwright/test";
import { inscription, message, submit, submitRefused } from "#tests/e2e/inbox.ts";
import { expect, expectToast, nothingIsCut, openMore, signIn, test, unique } from "#tests/e2e/test.ts";

async function find(page: Page, words: string): Promise<void> {
  await page.getByRole("searchbox").fill(words);
  await page.getByRole("searchbox").press("Enter");
  await expect(page).toHaveURL(/[?&]recherche=/);
}

/** Screens with a long title, and the part of the width that is left of the drawing in their banner. */
const LONG_TITLES: Readonly<Record<string, number>> = {
  "/cotisations/banque": 0.75,
  "/registre/importer": 0.75,
  "/evenement/create": 0.6,
};

test("a long title wraps before the drawing of its banner", { tag: "@long" }, async ({ page }) => {
  await signIn(page);
  for (const [path, part] of Object.entries(LONG_TITLES)) {
    await page.goto(path);
    for (const width of [320, 360, 390, 430])
      await test.step(`the title of ${path} wraps before the drawing at ${width} px`, async () => {
        await page.setViewportSize({ width, height: 844 });
        const end = await page.locator(".banner h1").evaluate((title) => {
          const text = document.createRange();
          text.selectNodeContents(title);
          return Math.max(...Array.from(text.getClientRects(), ({ right }) => right));
        });
        expect(end).toBeLessThanOrEqual(part * width + 1);
      });
  }
});

test("a row of the inbox is low, shows name, age and errors, and unfolds", async ({ page }) => {
  const nom = unique("Héritier-Dubuisson de la Zour");
  const prenom = "Marie-Christine Bernadette";
  await submitRefused(
    inscription({ lastName: nom, firstName: prenom, birthDate: "11.03.2010", minorCharter: "Validé par la personne" }),
    "Non",
  );
  await submit(inscription({ lastName: nom, firstName: prenom, birthDate: "11.03.2010", address: "Rue du Bisse 2" }));
  const sujet = unique(`Une idée de bal ${"dans le noir ".repeat(12)}`);
  await submit(message({ subject: sujet, name: "Ginette Arvine-Dubuisson ".repeat(6) }));
  await signIn(page, "/inscriptions");
  await find(page, nom);
  const rows = page.locator(".list__row");
  await expect(rows).toHaveCount(2);
  await expect(rows.getByText("11.03.2010").first()).toBeVisible();
  await expect(rows.getByText("Échec", { exact: true })).toBeVisible();
  await expect(rows.getByText("Nouvelle", { exact: true }).filter({ visible: true })).toHaveCount(2);
  for (const row of await rows.all()) expect((await row.boundingBox())?.height).toBeLessThanOrEqual(150);
  const badge = await rows.first().locator(".badge--new").filter({ visible: true }).boundingBox();
  const name = await rows.first().getByRole("heading").boundingBox();
  expect((badge?.y ?? 0) + (badge?.height ?? 0)).toBeLessThanOrEqual(name?.y ?? 0);
  await expect(rows.getByRole("link", { name: "079 123 45 67" }).first()).toBeHidden();
  // A tap anywhere on the card unfolds it.
  await rows.first().click({ position: { x: 60, y: 60 } });
  await expect(rows.first().getByRole("link", { name: "079 123 45 67" })).toBeVisible();
  await expect(rows.first().getByRole("button", { name: /^Supprimer/ })).toBeVisible();

  await page.goto("/messages");
  await find(page, sujet.slice(-6));
  await expect(page.locator(".list--messages > li")).toHaveCount(1);
  expect((await page.locator(".list--messages > li").boundingBox())?.height).toBeLessThanOrEqual(150);
});

test("the bar is one line, more at twice the text size; « Plus » begins with the user's address and ends with the sign-out", {
  tag: "@long",
}, async ({ page }) => {
  await submit(inscription({ lastName: unique("Varone") }));
  await submit(message({ subject: unique("Bal") }));
  await signIn(page);
  for (const width of [320, 360, 390]) {
    await page.setViewportSize({ width, height: 740 });
    const entries = page.locator(".session__row :is(li a, button)");
    await expect(entries).toContainText(["À faire", "Membres", "Inscriptions", "Messages", "Plus"]);
    const boxes = await entries.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()));
    expect(new Set(boxes.map(({ top }) => top)).size).toBe(1);
    for (const [i, { left }] of boxes.entries()) expect(left).toBeGreaterThan(boxes[i - 1]?.right ?? 0);
    expect(boxes.at(-1)?.right).toBeLessThanOrEqual(width);
  }
  const setTextSize = (size: string) =>
    page.locator("html").evaluate((html, value) => {
      html.style.fontSize = value;
    }, size);
  await setTextSize("200%");
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 740 });
    await nothingIsCut(page);
  }
  await setTextSize("");
  const more = page.getByRole("navigation", { name: "Plus" });
  await page.getByRole("button", { name: "Plus" }).press("Enter");
  await expect(more).toHaveText(
    /^comite@exemple\.ch\s*Annonce\s*Écrire aux membres\s*Dossiers\s*Comité\s*Réglages\s*Comptes\s*Passer la main\s*Corbeille\s*Journal\s*Aide\s*Déconnexion$/,
  );
  await page.keyboard.press("Escape");
  await expect(more).toBeHidden();
  await (await openMore(page)).getByRole("link", { name: "Réglages" }).click();
  await expect(page).toHaveURL("/reglages");
  await expect(more).toBeHidden();
});

test("saving the settings keeps the scroll position", { tag: "@long" }, async ({ page }) => {
  await signIn(page, "/reglages");
  await page.getByRole("navigation", { name: "Sommaire" }).getByRole("link", { name: "Réseaux" }).click();
  const field = page.getByLabel("Facebook");
  await field.fill(`https://exemple.ch/${unique("f").replace(" ", "-")}`);
  const top = () => field.evaluate((one) => Math.round(one.getBoundingClientRect().top));
  const before = await top();
  await page.getByRole("button", { name: "Enregistrer" }).evaluate((button) => (button as HTMLElement).click());
  await expectToast(page, "Réglages enregistrés");
  await expect(field).toBeInViewport();
  expect(await top()).toBe(before);
});

test("the bar below ticked entries covers no focused element", { tag: "@long" }, async ({ page }) => {
  const lastName = unique("Reynard");
  for (const firstName of ["Ana", "Léa", "Luc", "Max", "Noé", "Tom"])
    await submit(inscription({ lastName, firstName }));
  await signIn(page, "/inscriptions");
  await find(page, lastName);
  await page.getByRole("checkbox", { name: `Cocher Tom ${lastName}` }).check();
  const bar = (await page.locator(".bulk").boundingBox())?.y ?? 0;
  for (let i = 0; i < 18; i++) {
    await page.keyboard.press("Tab");
    const focused = page.locator(":focus");
    await expect.poll(async () => (await focused.boundingBox())?.y, `${i}`).toBeLessThan(bar);
  }
});

test("the filters are one line that scrolls by itself, and the active one is visible", { tag: "@long" }, async ({
  page,
}) => {
  await signIn(page, "/inscriptions?filtre=echec");
  const chips = page.getByRole("group", { name: "Afficher" }).getByRole("button");
  const tops = await chips.evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().top)));
  expect([tops.length, new Set(tops).size]).toEqual([5, 1]);
  await expect(chips.filter({ hasText: "Échecs d’envoi" })).toBeInViewport({ ratio: 1 });
  await expect(chips.filter({ hasText: "Toutes" })).not.toBeInViewport({ ratio: 1 });
});
