import sharp from "sharp";
import { dayInZurich } from "#domain/dates.ts";
import { nextMonth } from "#domain/events/french-dates.ts";
import { PLANNING_PAGE, preview, unfoldMore } from "#tests/e2e/drafts.ts";
import { expect, isShownAsMade, openMenu, signIn, test, toast, unique, withoutScript } from "#tests/e2e/test.ts";
import { jpeg, phonePhoto } from "#tests/images/pictures.ts";

test.describe("the planning", () => {
  test.use({ expectedStatuses: [400, 413, 415] });

  test("an event is created with its image, changed, and deleted after a question", { tag: "@hosted" }, async ({
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

    const free = Promise.withResolvers<void>();
    await page.route("**/evenement/create.data*", async (route) => {
      await free.promise;
      await route.continue();
    });
    await page.getByRole("button", { name: "Enregistrer", exact: true }).click();
    await expect(toast(page, "Chargement en cours...")).toBeVisible();
    free.resolve();
    await expect(page).toHaveURL(/\/planning#Bal/);
    await expect(toast(page, "L'événement a été créee avec succès")).toBeVisible();
    await expect(toast(page, "Chargement en cours...")).toBeHidden();
    const card = page.locator(".evenement", { hasText: name });
    await isShownAsMade(card);
    await expect(card).toContainText("Août 2025");
    await expect(card.getByRole("link", { name: "Vers l'after movie" })).toBeHidden();

    await (await openMenu(card)).getByRole("link", { name: `Modifier ${name}` }).click();
    await unfoldMore(page);
    await page.getByLabel("Lien de l’after movie").fill("exemple.ch/film");
    await page.getByRole("button", { name: "Enregistrer", exact: true }).click();
    await expect(toast(page, "L'événement a été mis à jour avec succès")).toBeVisible();
    await expect(page).toHaveURL(/\/evenement\/modify\//);
    await expect(page).toHaveURL("/planning");
    // Another spec may have announced something since, and folded what is over away.
    await page.goto("/planning/2025");
    await expect(card.getByRole("link", { name: "Vers l'after movie" })).toHaveAttribute(
      "href",
      "https://exemple.ch/film",
    );

    await (await openMenu(card)).getByRole("button", { name: `Supprimer ${name}` }).click();
    const question = page.getByRole("dialog", { name: "Êtes-vous sûr de vouloir supprimer cet événement ?" });
    await question.getByRole("button", { name: "Supprimer" }).click();
    await expect(toast(page, "Evénement supprimé")).toBeVisible();
    await expect(card).toBeHidden();
  });
});

test.describe("a photo of 12 megapixels, taken upright", () => {
  test.use(withoutScript);
  test("appears upright, small and without its place, also when no script shrinks it", async ({ page, request }) => {
    const name = unique("Photo");
    await signIn(page, "/evenement/create");
    await page.getByLabel("Nom de l’événement").fill(name);
    await page.getByLabel("Lieu").fill("Torrent-Neuf");
    await page
      .getByLabel("Image", { exact: true })
      .setInputFiles({ name: "IMG_0001.JPG", mimeType: "image/jpeg", buffer: await phonePhoto(4000, 3000) });
    await page.getByRole("button", { name: "Enregistrer", exact: true }).click();
    await expect(page).toHaveURL(PLANNING_PAGE);
    await expect(toast(page, "L'événement a été créee avec succès")).toBeVisible();
    await isShownAsMade(page.locator(".evenement", { hasText: name }));
    const image = page.locator(".evenement", { hasText: name }).locator("img").first();
    await expect(image).toHaveAttribute("width", "1600");
    await expect(image).toHaveAttribute("height", "2133");
    const bytes = await (await request.get((await image.getAttribute("src")) ?? "")).body();
    const { width, height, exif } = await sharp(bytes).metadata();
    expect([width, height, exif]).toEqual([1600, 2133, undefined]);
    const colourAt = async (left: number, top: number) =>
      Array.from(await sharp(bytes).extract({ left, top, width: 1, height: 1 }).raw().toBuffer());
    const strongest = (channels: number[]) => channels.indexOf(Math.max(...channels));
    const [red, green, blue] = [0, 1, 2];
    expect(strongest(await colourAt(200, 300))).toBe(blue);
    expect(strongest(await colourAt(1400, 300))).toBe(red);
    expect(strongest(await colourAt(800, 1800))).toBe(green);
  });
});

test.describe("without JavaScript", () => {
  test.use(withoutScript);
  test("an event is changed, and the planning opens by itself after two seconds", async ({ page }) => {
    const name = unique("Loto");
    await signIn(page, "/evenement/create");
    await page.getByLabel("Nom de l’événement").fill(name);
    await page.getByLabel("Lieu").fill("Halle");
    await page
      .getByLabel("Image", { exact: true })
      .setInputFiles({ name: "loto.jpg", mimeType: "image/jpeg", buffer: await jpeg(400, 320) });
    await page.getByRole("button", { name: "Enregistrer", exact: true }).click();
    await expect(page).toHaveURL(PLANNING_PAGE);
    const planning = new URL(page.url()).pathname;
    const card = page.locator(".evenement", { hasText: name });
    await (await openMenu(card)).getByRole("link", { name: /Modifier/ }).click();
    await page.getByLabel("Lieu").fill("Grande halle");
    await page.getByRole("button", { name: "Enregistrer", exact: true }).click();
    await expect(toast(page, "L'événement a été mis à jour avec succès")).toBeVisible();
    await expect(page).toHaveURL(planning);
    await expect(card).toContainText("Grande halle");
    await (await openMenu(card)).getByRole("button", { name: /Supprimer/ }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Supprimer" }).click();
    await expect(toast(page, "Evénement supprimé")).toBeVisible();
    await expect(card).toBeHidden();
  });
});
