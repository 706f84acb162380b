import { dayInZurich } from "#domain/dates.ts";
import { nextMonth } from "#domain/events/french-dates.ts";
import { preview, unfoldMore } from "#tests/e2e/drafts.ts";
import {
  expect,
  expectToast,
  hold,
  isShownAsMade,
  openMenu,
  signIn,
  test,
  toast,
  unique,
  waitForReact,
} from "#tests/e2e/test.ts";
import { jpeg } from "#tests/images/pictures.ts";

test.describe("the planning", () => {
  test.use({ expectedStatuses: [400, 413, 415] });

  test("an event is created with its image, changed, and deleted after a confirmation", { tag: "@hosted" }, async ({
    page,
  }) => {
    const name = unique("Bal");
    await signIn(page, "/planning");
    await page.getByRole("link", { name: "Ajouter un événement" }).click();
    await page.getByLabel("Nom de l’événement").fill(name);
    const [year = "", month = ""] = nextMonth(dayInZurich(new Date())).split("-");
    await expect(page.getByLabel("Mois")).toHaveValue(month);
    await expect(page.getByLabel("Année")).toHaveValue(year);
    await page.getByLabel("Mois").selectOption("Août");
    await page.getByLabel("Année").fill("2025");
    await page.getByLabel("Lieu").fill("Mayens de la Zour");
    await expect(preview(page)).toContainText("Août 2025");
    await page.getByRole("button", { name: "Enregistrer", exact: true }).click();
    await expect(page.getByLabel("Image", { exact: true })).toHaveAccessibleDescription(/Ce champ est obligatoire/);
    await page
      .getByLabel("Image", { exact: true })
      .setInputFiles({ name: "bal.jpg", mimeType: "image/jpeg", buffer: await jpeg(400, 320) });
    await expect(preview(page).getByRole("presentation").first()).toHaveAttribute("src", /^blob:/);

    const free = await hold(page, "**/evenement/create.data*");
    await page.getByRole("button", { name: "Enregistrer", exact: true }).click();
    await expectToast(page, "Chargement en cours...");
    free();
    await expect(page).toHaveURL(/\/planning#Bal/);
    await expectToast(page, "L'événement a été créee avec succès");
    await expect(toast(page, "Chargement en cours...")).toBeHidden();
    const card = page.locator(".evenement", { hasText: name });
    await isShownAsMade(card);
    await expect(card).toContainText("Août 2025");
    await expect(card.getByRole("link", { name: "Vers l'after movie" })).toBeHidden();

    await waitForReact(page);
    await (await openMenu(card)).getByRole("link", { name: `Modifier ${name}` }).click();
    await unfoldMore(page);
    await page.getByLabel("Lien de l’after movie").fill("exemple.ch/film");
    const open = await hold(page, "**/planning.data*");
    await page.getByRole("button", { name: "Enregistrer", exact: true }).click();
    await expectToast(page, "L'événement a été mis à jour avec succès");
    await expect(page).toHaveURL(/\/evenement\/modify\//);
    open();
    await expect(page).toHaveURL("/planning");
    // Another spec may have added upcoming events, so that /planning collapses the past ones.
    await page.goto("/planning/2025");
    await expect(card.getByRole("link", { name: "Vers l'after movie" })).toHaveAttribute(
      "href",
      "https://exemple.ch/film",
    );

    await (await openMenu(card)).getByRole("button", { name: `Supprimer ${name}` }).click();
    const question = page.getByRole("dialog", { name: "Êtes-vous sûr de vouloir supprimer cet événement ?" });
    await question.getByRole("button", { name: "Supprimer" }).click();
    await expectToast(page, "Événement supprimé");
    await expect(card).toContainText("Supprimé.");
    await page.goto("/planning/2025");
    await expect(card).toBeHidden();
  });
});
