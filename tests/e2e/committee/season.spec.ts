/** Planning of a season on a phone: drafts without posters, published together. */
import { event, picture, place, preview, unfoldMore } from "#tests/e2e/drafts.ts";
import { test } from "#tests/e2e/own-site.ts";
import { expect, expectToast, openMenu, postForm, signIn } from "#tests/e2e/test.ts";

const NEXT_YEAR = new Date().getFullYear() + 1;

test("drafts are added in a row and duplicated, and two are published together", { tag: "@long" }, async ({ page }) => {
  await signIn(page);
  const [draft, image] = [
    { annee: String(NEXT_YEAR), Lieu: "Halle des fêtes", publication: "draft" },
    await picture("a.jpg"),
  ];
  await postForm(page, "/evenement/create", { Nom: "Loto", mois: "02", ...draft, image });
  await postForm(page, "/evenement/create", { Nom: "Carnaval", mois: "03", ...draft, image });
  await page.goto("/evenement/create");
  await unfoldMore(page);
  await page.getByRole("radio", { name: "Brouillon" }).check();
  await event(page).fill("Brisolée");
  await page.getByLabel("Mois").selectOption("Octobre");
  await page.getByLabel("Année").fill(String(NEXT_YEAR));
  await place(page).fill("Halle des fêtes");
  await page.getByRole("button", { name: "Enregistrer et ajouter un autre" }).click();
  await expect(page).toHaveURL(/\/evenement\/create\?apres=.*#Nom$/);
  await expect(event(page)).toBeFocused();
  await expect(event(page)).toHaveValue("");
  await expect(page.getByLabel("Mois")).toHaveValue("10");
  await expect(page.getByRole("radio", { name: "Brouillon" })).toBeChecked();
  await expect(page.locator("#lieux option")).toHaveAttribute("value", "Halle des fêtes");

  await page.goto(`/planning/${NEXT_YEAR}`);
  const card = page.locator(".evenement", { hasText: "Brisolée" });
  await (await openMenu(card)).getByRole("link", { name: "Modifier Brisolée" }).click();
  await page.getByRole("link", { name: "Dupliquer" }).click();
  await expect(event(page)).toHaveValue("Brisolée");
  await expect(preview(page)).toContainText("Brouillon");

  await page.goto(`/planning/${NEXT_YEAR}`);
  await page.getByText("Publier plusieurs brouillons").click();
  await expect(page.getByRole("link", { name: "ajouter l’affiche de Brisolée" })).toBeVisible();
  await page.getByRole("checkbox", { name: "Loto" }).uncheck();
  await expect(page.getByRole("button", { name: "Publier ce brouillon" })).toBeVisible();
  await page.getByRole("checkbox", { name: "Loto" }).check();
  await page.getByRole("button", { name: "Publier ces 2 brouillons" }).click();
  await expectToast(page, "Brouillons publiés");
  await expect(page.locator(".evenement--draft")).toHaveCount(1);
});
