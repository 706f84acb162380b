/** Planning of a season on a phone: drafts without posters, published together. */
import { event, picture, place, poster, preview, unfoldMore } from "#tests/e2e/drafts.ts";
import { test } from "#tests/e2e/own-site.ts";
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  openMenu,
  signIn,
  toast,
  waitForReact,
} from "#tests/e2e/test.ts";

test.use({ expectedStatuses: [400] });

const NEXT_YEAR = new Date().getFullYear() + 1;

test("three drafts are added in a row, one is refused without its poster, two are published together", async ({
  page,
}) => {
  await signIn(page, "/evenement/create");
  await unfoldMore(page);
  await page.getByRole("radio", { name: "Brouillon" }).check();
  await page.getByLabel("Année").fill(String(NEXT_YEAR));
  for (const [name, month] of [
    ["Loto", "Février"],
    ["Carnaval", "Mars"],
    ["Brisolée", "Octobre"],
  ] as const) {
    await event(page).fill(name);
    await page.getByLabel("Mois").selectOption(month);
    await place(page).fill("Halle des fêtes");
    if (name !== "Brisolée") await poster(page).setInputFiles(await picture("affiche.jpg"));
    await page.getByRole("button", { name: "Enregistrer et ajouter un autre" }).click();
    await expect(page).toHaveURL(/\/evenement\/create\?apres=.*#Nom$/);
    await expect(toast(page, "L'événement a été créee avec succès")).toBeVisible();
    await expect(event(page)).toBeFocused();
    await expect(event(page)).toHaveValue("");
    await expect(page.getByLabel("Mois")).toHaveValue(month === "Octobre" ? "10" : month === "Mars" ? "03" : "02");
    await expect(page.getByRole("radio", { name: "Brouillon" })).toBeChecked();
    await waitForReact(page);
  }
  await expect(page.locator("#lieux option")).toHaveAttribute("value", "Halle des fêtes");
  await expectAccessible(page);

  await page.goto(`/planning/${NEXT_YEAR}`);
  const draft = page.locator(".evenement", { hasText: "Brisolée" });
  await (await openMenu(draft)).getByRole("link", { name: "Modifier Brisolée" }).click();
  await page.getByRole("radio", { name: "Publier maintenant" }).check();
  await page.getByRole("button", { name: "Enregistrer", exact: true }).click();
  await expect(page.getByText("Il manque l’affiche")).toBeVisible();
  await page.getByRole("link", { name: "Dupliquer" }).click();
  await expect(event(page)).toHaveValue("Brisolée");
  await expect(preview(page)).toContainText("Brouillon");

  await page.goto(`/planning/${NEXT_YEAR}`);
  await page.getByText("Publier plusieurs brouillons").click();
  await expect(page.getByRole("link", { name: "ajouter l’affiche de Brisolée" })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole("checkbox", { name: "Loto" }).uncheck();
  await expect(page.getByRole("button", { name: "Publier ce brouillon" })).toBeVisible();
  await page.getByRole("checkbox", { name: "Loto" }).check();
  await page.getByRole("button", { name: "Publier ces 2 brouillons" }).click();
  await expect(toast(page, "Brouillons publiés")).toBeVisible();
  await expect(page.locator(".evenement--draft")).toHaveCount(1);
});
