/** « Plusieurs à la fois » and « Remplacer », on a phone. */
import type { Locator } from "@playwright/test";
import { picture } from "#tests/e2e/drafts.ts";
import { test } from "#tests/e2e/own-site.ts";
import { postMember } from "#tests/e2e/register/members.ts";
import { expect, type Page, postForm, signIn, waitForReact } from "#tests/e2e/test.ts";

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

const YEAR = new Date().getFullYear() + 1;
const EVENTS = Array.from({ length: 10 }, (_, i) => `${i + 1}.${i + 1}.${YEAR} Loto ${i + 1}, halle`).join("\n");
const ROLES = ["Co-présidente", "Caissière", "Secrétaire", "réseaux sociaux", "Membre", "Membre", "Membre", ""];
const PEOPLE = ROLES.map((role, i) => `Léa Dubuis${"abcdefgh".charAt(i)}, ${role}`).join("\n");

/**
 * Counts what a thumb touches on the screen: links, buttons, menus and the field before typing. The letters of the
 * phone's keyboard do not count, for they are the same in any form. A chosen picture counts as two: the button of the
 * form, and the picture in the phone's gallery.
 */
function counter() {
  let taps = 0;
  return {
    tap: async (control: Locator) => {
      taps++;
      await control.tap();
    },
    choose: async (field: Locator, file: Awaited<ReturnType<typeof picture>>) => {
      taps += 2;
      await field.setInputFiles(file);
    },
    suggestion: async (field: Locator, text: string) => {
      taps++;
      await field.fill(text);
    },
    get taps() {
      return taps;
    },
  };
}

async function type(page: Page, { tap }: ReturnType<typeof counter>, lines: string) {
  await tap(page.getByRole("link", { name: "Plusieurs à la fois" }));
  const field = page.getByRole("textbox", { name: /par ligne$/ });
  await tap(field);
  await page.keyboard.insertText(lines);
  await tap(page.getByRole("button", { name: "Voir l’aperçu" }));
  await tap(page.getByRole("button", { name: /^Créer/ }));
  await page.waitForURL(/\/(?:planning|comite)#/);
  await waitForReact(page);
}

test("ten events and eight people take at most 130 taps, with their pictures", { tag: "@long" }, async ({ page }) => {
  await signIn(page, "/planning");
  const events = counter();
  await type(page, events, EVENTS);
  await expect(page.getByText("Brouillon", { exact: true })).toHaveCount(10);
  await page.goto("/comite");
  const people = counter();
  await type(page, people, PEOPLE);
  await expect(page.locator(".membre")).toHaveCount(8);

  const photo = counter();
  await photo.tap(page.getByRole("link", { name: "Modifier Léa Dubuisa" }));
  await photo.tap(page.getByRole("link", { name: /photo/i }));
  await photo.choose(page.locator("input[type=file]").first(), await picture("lea.jpg"));
  await photo.tap(page.getByRole("button", { name: "Enregistrer" }));
  await expect(page.getByRole("heading", { name: "Modifier un membre" })).toBeVisible();
  await photo.tap(page.getByRole("link", { name: "Annuler" }));

  await page.goto(`/planning/${YEAR}`);
  const poster = counter();
  await poster.tap(page.getByText(/^Publier plusieurs brouillons/));
  await poster.tap(page.getByRole("link", { name: "ajouter l’affiche de Loto 1", exact: true }));
  await poster.choose(page.locator("input[type=file]").first(), await picture("loto.jpg"));
  await poster.tap(page.getByRole("button", { name: "Enregistrer" }));
  await expect(page.getByRole("heading", { name: "Modifier un événement" })).toBeVisible();
  await poster.tap(page.getByRole("link", { name: "Annuler" }));

  // At the end: unfold the drafts, and publish all.
  const all = events.taps + people.taps + 10 * poster.taps + 8 * photo.taps + 2;
  expect([events.taps, people.taps]).toEqual([4, 4]);
  expect(all).toBeLessThanOrEqual(130);
});

test("a member of the register takes a role over in at most seven taps, and « Annuler » brings the card back", {
  tag: "@long",
}, async ({ page }) => {
  await signIn(page, "/comite");
  await postMember(page, "Zoé", "Luyet");
  await postForm(page, "/comite/create", { Prenom: "Léa", Nom: "Roten", Poste: "Caissier", PosteAffiche: "Caissière" });
  await page.goto("/comite");
  await waitForReact(page);
  const thumb = counter();
  await thumb.tap(page.getByRole("link", { name: "Remplacer Léa Roten" }));
  const register = page.getByRole("combobox", { name: /^Choisir au registre/ });
  await thumb.tap(register);
  // The next tap is on the suggestion, which belongs to the browser.
  await thumb.suggestion(register, "Luyet, Zoé");
  await expect(page.getByLabel("Nom", { exact: true })).toHaveValue("Luyet");
  await thumb.choose(page.locator("input[type=file]").first(), await picture("zoe.jpg"));
  await thumb.tap(page.getByRole("button", { name: "Enregistrer" }));
  const card = page.locator(".membre", { hasText: "Zoé Luyet" });
  await expect(card).toContainText("Remplace Léa Roten.");
  expect(thumb.taps).toBeLessThanOrEqual(7);
  await waitForReact(page);
  await card.getByRole("button", { name: /^Annuler/ }).tap();
  await expect(page.locator(".membre", { hasText: "Léa Roten" })).toContainText("Caissière");
  await expect(card).toHaveCount(0);
});
