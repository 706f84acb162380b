/** The event form on a phone: few required fields, the others collapsed; drafts with their preview link. */
import {
  event,
  isFolded,
  isUnfolded,
  PLANNING_PAGE,
  picture,
  place,
  poster,
  preview,
  save,
  unfoldMore,
} from "#tests/e2e/drafts.ts";
import { expect, openMenu, type Page, signIn, test, toast, unique, withoutScript } from "#tests/e2e/test.ts";

const day = (page: Page) => page.getByLabel("Jour", { exact: true });
const time = (page: Page) => page.getByLabel("Heure", { exact: true });

test.use({ expectedStatuses: [400, 404] });

test("the required fields and the button fit on one phone screen, and an error unfolds the other fields", async ({
  page,
}) => {
  await signIn(page, "/evenement/create");
  await isFolded(page);
  const [first, button] = [
    page.getByText("Nom de l’événement").first(),
    page.getByRole("button", { name: "Enregistrer", exact: true }),
  ];
  const [top, end] = [(await first.boundingBox())?.y ?? 0, await button.boundingBox()];
  expect((end?.y ?? 0) + (end?.height ?? 0) - top).toBeLessThan(844);

  const name = unique("Bal");
  await event(page).fill(name);
  await place(page).fill("Binii");
  await poster(page).setInputFiles(await picture("bal.jpg"));
  await unfoldMore(page);
  await page.getByLabel("Prix").fill("CHF 15.–");
  await page.getByLabel("Dès quel âge").fill("16");
  await page.getByLabel("Billets ou inscription").fill("pas un lien");
  await expect(preview(page)).toContainText("Dès 16 ans");
  await expect(preview(page)).toContainText("CHF 15.–");
  // The element was closed by the user, and opens for an error.
  await page.getByText("Plus de détails").click();
  await isFolded(page);
  await save(page);
  await isUnfolded(page);
  const tickets = page.getByLabel("Billets ou inscription");
  await expect(tickets).toBeFocused();
  await expect(tickets).toHaveAccessibleDescription(/Indiquez une adresse web complète/);
  await tickets.fill("exemple.ch/billets");
  await page.getByText("Plus de détails").click();
  await save(page);
  await expect(toast(page, "L'événement a été créee avec succès")).toBeVisible();
  await expect(page).toHaveURL(PLANNING_PAGE);
  await expect(page.locator(".evenement", { hasText: name })).toContainText("CHF 15.–");
});

test("day and time of the publication appear only for a later one, with their errors", async ({ page }) => {
  await signIn(page, "/evenement/create");
  await event(page).fill(unique("Bal"));
  await place(page).fill("Binii");
  await poster(page).setInputFiles(await picture("bal.jpg"));
  await unfoldMore(page);
  await expect(page.getByLabel("Publier maintenant")).toBeChecked();
  await expect(day(page)).toBeHidden();
  await page.getByLabel("Publier le…").check();
  await expect(preview(page)).toContainText("Brouillon");
  await save(page);
  await expect(day(page)).toBeFocused();
  await expect(day(page)).toHaveAccessibleDescription(/Indiquez le jour de la publication/);
  await expect(time(page)).toHaveAccessibleDescription(/Heure de Savièse.*Indiquez l’heure de la publication/);
  await day(page).fill("2040-03-25");
  await time(page).fill("02:30");
  await save(page);
  await expect(time(page)).toHaveAccessibleDescription(/Cette heure n’existe pas/);
  await time(page).fill("18:00");
  await expect(preview(page)).toContainText("Publié le 25.03.2040, 18:00");
  await page.getByLabel("Publier maintenant").check();
  await expect(day(page)).toBeHidden();
  await expect(preview(page)).not.toContainText("Publié");
});

for (const [comment, options] of [
  ["with script", {}],
  ["without script", withoutScript],
] as const)
  test.describe(comment, () => {
    test.use(options);

    test("a draft is visible at its preview link, and then published", async ({ page, browser, baseURL }) => {
      const name = unique("Nuit");
      await signIn(page, "/evenement/create");
      await event(page).fill(name);
      await place(page).fill("Halle");
      await poster(page).setInputFiles(await picture("nuit.jpg"));
      await unfoldMore(page);
      await page.getByLabel("Description").fill("Entrée par la cour.\n\nhttps://exemple.ch");
      await page.getByLabel("Brouillon").check();
      await save(page);
      await expect(page).toHaveURL(PLANNING_PAGE);
      const planning = new URL(page.url()).pathname;
      const card = page.locator(".evenement", { hasText: name });
      await expect(card).toContainText("Brouillon");
      await (await openMenu(card)).getByRole("link", { name: `Modifier ${name}` }).click();
      await isUnfolded(page);
      await expect(page.getByRole("heading", { name: "Aperçu à partager" })).toBeVisible();
      if (options !== withoutScript) {
        await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
        await page.getByRole("button", { name: "Copier le lien" }).click();
        await expect(page.getByRole("button", { name: "Lien copié" })).toBeVisible();
      }
      const address = await page.locator("code", { hasText: "/apercu/" }).innerText();

      const visitor = await browser.newContext({
        ...(baseURL && { baseURL }),
        viewport: { width: 390, height: 844 },
      });
      const tab = await visitor.newPage();
      expect((await tab.goto(planning))?.status()).toBeLessThan(500);
      await expect(tab.getByText(name)).toHaveCount(0);
      expect((await tab.goto(address))?.status()).toBe(200);
      await expect(tab.getByRole("heading", { level: 1 })).toHaveText(name);
      await expect(tab.getByRole("note")).toContainText("cette page n’est pas encore publique");
      await expect(tab.getByText("Entrée par la cour.")).toBeVisible();
      await expect(tab.getByRole("img", { name: `Affiche : ${name}` })).toHaveJSProperty("naturalWidth", 400);

      await page.getByLabel("Publier maintenant").check();
      await save(page);
      await expect(toast(page, "L'événement a été mis à jour avec succès")).toBeVisible();
      await expect(page).toHaveURL(planning);
      await expect(card).not.toContainText("Brouillon");
      await tab.goto(address);
      await expect(tab).toHaveURL(/\/planning\/Nuit/);
      await expect(tab.getByRole("heading", { level: 1 })).toHaveText(name);
      await visitor.close();
    });
  });
