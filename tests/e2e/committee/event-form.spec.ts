/** The event form on a phone: few required fields, the others collapsed. */
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
import { expect, expectToast, type Page, signIn, test, unique } from "#tests/e2e/test.ts";

const day = (page: Page) => page.getByLabel("Jour", { exact: true });

test.use({ expectedStatuses: [400] });

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
  await expectToast(page, "L'événement a été créee avec succès");
  await expect(page).toHaveURL(PLANNING_PAGE);
  await expect(page.locator(".evenement", { hasText: name })).toContainText("CHF 15.–");
});

test("day and time of the publication appear only for a later one", { tag: "@long" }, async ({ page }) => {
  await signIn(page, "/evenement/create");
  await unfoldMore(page);
  await expect(page.getByLabel("Publier maintenant")).toBeChecked();
  await expect(day(page)).toBeHidden();
  await page.getByLabel("Publier le…").check();
  await expect(preview(page)).toContainText("Brouillon");
  await day(page).fill("2040-03-25");
  await page.getByLabel("Heure", { exact: true }).fill("18:00");
  await expect(preview(page)).toContainText("Publié le 25.03.2040, 18:00");
  await page.getByLabel("Publier maintenant").check();
  await expect(day(page)).toBeHidden();
  await expect(preview(page)).not.toContainText("Publié");
});
