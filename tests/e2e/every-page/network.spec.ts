/** Without a network a form says so, keeps its fields and sends nothing by itself. */
import { inscription, submit } from "#tests/e2e/inbox.ts";
import { birthDate, fillSignUp } from "#tests/e2e/sign-up-form.ts";
import { expect, expectToast, openMenu, signIn, test, unfold, unique } from "#tests/e2e/test.ts";

const OFFLINE = /Vous êtes hors ligne\. Tout est resté en place, et rien ne partira sans vous/;

test.describe("offline", () => {
  test.use({ networkError: true });

  test("a sign-up stays in its fields, is not sent by itself, and is sent once by a second click", async ({
    page,
    context,
  }) => {
    await page.goto("/inscription");
    await fillSignUp(page, unique("Nina"));
    await context.setOffline(true);
    await page.getByRole("button", { name: "S'inscrire" }).click();
    // The proposed birth date is confirmed here, and not asked about again.
    await page.getByRole("button", { name: "Oui, c’est juste" }).click();
    await expect(page.getByRole("alert")).toContainText(OFFLINE);

    const submissions: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "POST") submissions.push(request.url());
    });
    await context.setOffline(false);
    await expect(page.getByRole("alert")).not.toContainText("hors ligne");
    await expect(page.getByLabel("Adresse")).toHaveValue(/^Chemin des Treize-Étoiles 4/);
    expect(submissions).toEqual([]);
    await page.getByRole("button", { name: "S'inscrire" }).click();
    await expect(page.getByRole("dialog", { name: "Merci de votre inscription" })).toBeVisible();
    expect(submissions).toHaveLength(1);
  });

  test("the committee's forms and lists keep their content, and say why", { tag: "@long" }, async ({
    page,
    context,
  }) => {
    const place = unique("Mayens");
    await signIn(page, "/evenement/create");
    await page.getByLabel("Nom de l’événement").fill("Fête sans réseau");
    await page.getByLabel("Mois").selectOption("Août");
    await page.getByLabel("Lieu").fill(place);
    await page
      .getByLabel("Image", { exact: true })
      .setInputFiles({ name: "a.svg", mimeType: "image/png", buffer: Buffer.from("x") });
    await context.setOffline(true);
    await page.getByRole("button", { name: "Enregistrer", exact: true }).click();
    await expect(page.getByRole("alert")).toContainText("Rien n’a été enregistré.");
    await expect(page.getByRole("alert")).toContainText(OFFLINE);
    await expect(page.getByLabel("Lieu")).toHaveValue(place);
    await context.setOffline(false);

    await page.goto("/planning/2025");
    const card = page.locator(".evenement").first();
    await context.setOffline(true);
    await (await openMenu(card)).getByRole("button", { name: /^Supprimer/ }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Supprimer" }).click();
    await expectToast(page, "Erreur lors de la suppression");
    await card.getByRole("button", { name: /^Refaire/ }).click();
    await expectToast(page, "Tout n’a pas été refait");
    await expect(card).toBeVisible();
    await context.setOffline(false);

    await page.goto("/reglages");
    await page.getByLabel("Facebook").fill("https://exemple.ch/hors-ligne");
    await context.setOffline(true);
    await page.getByRole("button", { name: "Enregistrer" }).click();
    await expect(page.getByRole("alert")).toContainText("Rien n’a été enregistré.");
    await expect(page.getByLabel("Facebook")).toHaveValue("https://exemple.ch/hors-ligne");
    await context.setOffline(false);
    const lastName = unique("Sous la tente");
    await submit(inscription({ lastName }));
    await page.goto("/inscriptions");
    const entry = await unfold(page.locator(".list__row", { hasText: lastName }));
    await context.setOffline(true);
    await entry.getByRole("button", { name: /^Marquer traitée/ }).click();
    await expect(page.getByRole("alert")).toContainText("Rien n’a été changé.");
    await context.setOffline(false);
    await entry.getByRole("button", { name: /^Marquer traitée/ }).click();
    await expect(entry.getByText(/^Traitée, /)).toBeVisible();
  });
});

test.describe("a form from which a visitor follows a link", () => {
  test("keeps a sign-up until it is sent", async ({ page }) => {
    const prenom = unique("Yannick");
    async function isFilledIn() {
      await expect(page.getByLabel("Prénom")).toHaveValue(prenom);
      await expect(page.getByLabel("Nom", { exact: true })).toHaveValue("Fendant <img onerror> 🎺");
      await expect(page.getByLabel("Date de naissance")).toHaveValue(birthDate(17));
      await expect(page.getByLabel(/j’accepte la charte/)).toBeChecked();
      await expect(page.getByLabel(/Mes parents/)).toBeChecked();
    }
    await page.goto("/inscription");
    await fillSignUp(page, prenom, 17, "Fendant <img onerror> 🎺");
    await page.getByLabel(/Mes parents/).check();
    for (const link of ["charte de la Jeunesse", "conditions"]) {
      await page.getByRole("link", { name: link }).click();
      await page.getByRole("link", { name: "Retour à l’inscription" }).click();
      await isFilledIn();
    }
    await page.reload();
    await isFilledIn();

    await page.getByRole("button", { name: "S'inscrire" }).click();
    await expect(page.getByRole("dialog", { name: "Merci de votre inscription" })).toBeVisible();
    expect(await page.evaluate(() => sessionStorage.getItem("draft /inscription"))).toBeNull();
    await page.reload();
    await expect(page.getByLabel("Prénom")).toHaveValue("");
    await expect(page.getByLabel(/j’accepte la charte/)).not.toBeChecked();
  });

  test("keeps a message, and deletes it from the tab when its field is emptied", async ({ page }) => {
    await page.goto("/contact");
    await page.getByLabel("Message", { exact: true }).fill("Bonjour\nle comité");
    await page.locator("form").getByRole("link", { name: "ce que nous en faisons" }).click();
    await expect(page).toHaveURL("/confidentialite");
    await page.getByRole("navigation", { name: "Pied de page" }).getByRole("link", { name: "Contact" }).click();
    await expect(page.getByLabel("Message", { exact: true })).toHaveValue("Bonjour\nle comité");
    await page.getByLabel("Message", { exact: true }).fill("");
    expect(await page.evaluate(() => sessionStorage.getItem("draft /contact"))).toBeNull();
  });
});
