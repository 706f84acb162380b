/** Drafts of unsaved forms are restored until they are saved or discarded. */
import type { Page } from "@playwright/test";
import {
  addMember,
  event,
  given,
  isUnfolded,
  kept,
  notice,
  picture,
  place,
  poster,
  preview,
  save,
  tapLogo,
  unfoldMore,
} from "#tests/e2e/drafts.ts";
import { question, sessionEnds, typeCredentials } from "#tests/e2e/ended-session.ts";
import { expect, expectToast, signIn, test, unique } from "#tests/e2e/test.ts";

/** @returns a page of another browser context with its own session */
async function somebodyElse(page: Page): Promise<Page> {
  const context = await page
    .context()
    .browser()
    ?.newContext({ baseURL: new URL(page.url()).origin });
  if (!context) throw new Error("The browser is gone.");
  const other = await context.newPage();
  await signIn(other, new URL(page.url()).pathname);
  return other;
}

test("the draft of a new event is restored with its preview, and names the poster to choose again", {
  tag: "@long",
}, async ({ page }) => {
  const name = unique("Brantze");
  await signIn(page, "/evenement/create");
  const month = await page.getByLabel("Mois").inputValue();
  await event(page).fill(name);
  await page.getByLabel("Du", { exact: true }).fill("2031-08-01");
  await place(page).fill("Mayens de la Zour");
  await unfoldMore(page);
  await page.getByLabel("Lien de l’after movie").fill("https://exemple.ch/film");
  await page.getByLabel("Description").fill("Premier paragraphe\n\nhttps://exemple.ch");
  await poster(page).setInputFiles(await picture("IMG_2041.jpg"));
  await expect(preview(page).getByRole("presentation").first()).toHaveAttribute("src", /^blob:/);
  await tapLogo(page);

  await page.goto("/planning");
  await page.getByRole("link", { name: "Ajouter un événement" }).click();
  await expect(notice(page)).toBeVisible();
  await expect(notice(page)).toContainText("la photo IMG_2041.jpg");
  await expect(event(page)).toHaveValue(name);
  await expect(page.getByLabel("Mois")).toHaveValue("08");
  await expect(page.getByLabel("Année")).toHaveValue("2031");
  await isUnfolded(page);
  await expect(page.getByLabel("Lien de l’after movie")).toHaveValue("https://exemple.ch/film");
  await expect(page.getByLabel("Description")).toHaveValue("Premier paragraphe\n\nhttps://exemple.ch");
  await expect(preview(page)).toContainText(name);
  await expect(preview(page)).toContainText("Août 2031");
  await expect(poster(page)).toHaveAccessibleDescription(/Choisissez encore une fois la photo IMG_2041\.jpg\./);

  // After a reload too, while the poster is missing.
  await place(page).fill("Binii");
  await page.reload();
  await expect(place(page)).toHaveValue("Binii");
  await expect(poster(page)).toHaveAccessibleDescription(/la photo IMG_2041\.jpg/);
  await poster(page).setInputFiles(await picture("IMG_2042.jpg"));
  await expect(page.getByText("Choisissez encore une fois")).toBeHidden();
  await page.getByRole("button", { name: "Retirer l’image" }).click();
  await expect(page.getByText("Choisissez encore une fois")).toBeHidden();
  await page.reload();
  await expect(event(page)).toHaveValue(name);
  await expect(notice(page)).not.toContainText("photo");

  await notice(page).getByRole("button", { name: "Vider les champs" }).click();
  await expect(notice(page)).toBeHidden();
  await expect(event(page)).toHaveValue("");
  await expect(event(page)).toBeFocused();
  await expect(page.getByLabel("Mois")).toHaveValue(month);
  await expect(page.getByLabel("Du", { exact: true })).toHaveValue("");
  await expect(preview(page)).not.toContainText(name);
  expect(await kept(page)).toEqual([]);
});

test("the draft of a changed member is restored, and deleted by « Annuler », by the reset and by the save", {
  tag: "@long",
}, async ({ page }) => {
  const name = unique("Lafnetscha");
  const link = await addMember(page, name);
  const leaveAndComeBack = async () => {
    await tapLogo(page);
    await page.goto("/comite");
    await link.click();
    await expect(page.getByRole("heading", { name: "Modifier un membre" })).toBeVisible();
  };
  await link.click();
  await given(page).fill("Julien");
  await leaveAndComeBack();
  await expect(notice(page)).toBeVisible();
  await expect(notice(page)).not.toContainText("Quelqu’un d’autre");
  await expect(preview(page)).toContainText(`Julien ${name}`);
  await page.getByRole("link", { name: "Annuler" }).click();
  await expect(page).toHaveURL("/comite");
  expect(await kept(page)).toEqual([]);

  await link.click();
  await expect(given(page)).toHaveValue("Julie");
  await given(page).fill("Juliette");
  await leaveAndComeBack();
  await notice(page).getByRole("button", { name: "Repartir de la fiche" }).click();
  await expect(given(page)).toHaveValue("Julie");
  await expect(preview(page)).toContainText(`Julie ${name}`);
  expect(await kept(page)).toEqual([]);

  await given(page).fill("Juliette");
  expect(await kept(page)).toHaveLength(1);
  // Values equal to the stored ones are no draft.
  await given(page).fill("Julie");
  expect(await kept(page)).toEqual([]);

  await given(page).fill("Juliette");
  await save(page);
  await expectToast(page, "Membre modifié");
  expect(await kept(page)).toEqual([]);
});

test.describe("after a concurrent save", () => {
  test.use({ expectedStatuses: [401, 409] });
  test("the restored draft shows a warning, and the save shows the conflict first, also after a new sign-in", {
    tag: "@long",
  }, async ({ page }) => {
    const name = unique("Rèze");
    const link = await addMember(page, name);
    await link.click();
    await given(page).fill("Anaïs");
    await tapLogo(page);
    await page.goto("/comite");
    await link.click();
    await expect(given(page)).toHaveValue("Anaïs");
    const other = await somebodyElse(page);
    await given(other).fill("Anna");
    await other.getByLabel("Poste", { exact: true }).selectOption("Caissier");
    await save(other);
    await expectToast(other, "Membre modifié");
    await other.context().close();

    const warning = /Quelqu’un d’autre a modifié cette fiche depuis/;
    await page.reload();
    await expect(notice(page)).toContainText(warning);
    // On every opening of the form, until the save.
    await page.reload();
    await expect(notice(page)).toContainText(warning);
    await expect(given(page)).toHaveValue("Anaïs");
    // Untouched fields have the newly stored values.
    await expect(page.getByLabel("Poste", { exact: true })).toHaveValue("Caissier");
    await sessionEnds(page);
    await save(page);
    await question(page).getByRole("button", { name: "Fermer" }).click();
    await expect(given(page)).toHaveValue("Anaïs");
    await save(page);
    await expect(question(page)).toBeVisible();
    await typeCredentials(page);
    await expect(page.getByRole("alert")).toContainText(`Elle dit maintenant : Anna ${name}, Caissier.`);
    await expect(notice(page)).toBeHidden();
    await save(page);
    await expectToast(page, "Membre modifié");
    await expect(page.locator(".membre", { hasText: name })).toContainText("Anaïs");
    expect(await kept(page)).toEqual([]);
  });
});
