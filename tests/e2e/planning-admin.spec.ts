import sharp from "sharp";
import { jourAZurich, nextMonth } from "#domain/dates.ts";
import { jpeg, phonePhoto } from "#tests/images/pictures.ts";
import {
  expect,
  isShownAsMade,
  sansDefautDAcces,
  sansDefilementLateral,
  sansScript,
  seConnecter,
  test,
  toast,
  unique,
} from "./test.ts";

test.describe("the planning", () => {
  test.use({ statutsAttendus: [400, 413, 415] });

  test("an event is created with its image, changed, and deleted after a question", { tag: "@hosted" }, async ({
    page,
  }) => {
    const nom = unique("Bal");
    await seConnecter(page, "/planning");
    await sansDefautDAcces(page);
    await sansDefilementLateral(page);
    await page.getByRole("link", { name: "Ajouter un événement" }).click();
    await page.getByLabel("Nom de l’événement").fill(nom);
    const [year = "", month = ""] = nextMonth(jourAZurich(new Date())).split("-");
    await expect(page.getByLabel("Mois")).toHaveValue(month);
    await expect(page.getByLabel("Année")).toHaveValue(year);
    await page.getByLabel("Mois").selectOption("Août");
    await page.getByLabel("Année").fill("2025");
    await page.getByLabel("Lieu").fill("Mayens de la Zour");
    const apercu = page.getByRole("region", { name: "Aperçu de la carte" });
    await expect(apercu).toContainText("Août 2025");
    await page.getByRole("button", { name: "Enregistrer" }).click();
    await expect(page.getByLabel("Image", { exact: true })).toHaveAccessibleDescription(/Ce champ est obligatoire/);
    await page
      .getByLabel("Image", { exact: true })
      .setInputFiles({ name: "bal.jpg", mimeType: "image/jpeg", buffer: await jpeg(400, 320) });
    await expect(apercu.getByRole("presentation").first()).toHaveAttribute("src", /^blob:/);
    await sansDefautDAcces(page);

    const libre = Promise.withResolvers<void>();
    await page.route("**/evenement/create.data*", async (route) => {
      await libre.promise;
      await route.continue();
    });
    await page.getByRole("button", { name: "Enregistrer" }).click();
    await expect(toast(page, "Chargement en cours...")).toBeVisible();
    libre.resolve();
    await expect(page).toHaveURL(/\/planning#Bal/);
    await expect(toast(page, "L'événement a été créee avec succès")).toBeVisible();
    await expect(toast(page, "Chargement en cours...")).toBeHidden();
    const carte = page.locator(".evenement", { hasText: nom });
    await isShownAsMade(carte);
    await expect(carte).toContainText("Août 2025");
    await expect(carte.getByRole("link", { name: "Vers l'after movie" })).toBeHidden();

    await carte.getByRole("link", { name: `Modifier ${nom}` }).click();
    await page.getByLabel("Lien de l’after movie").fill("exemple.ch/film");
    await page.getByRole("button", { name: "Enregistrer" }).click();
    await expect(toast(page, "L'événement a été mis à jour avec succès")).toBeVisible();
    await expect(page).toHaveURL(/\/evenement\/modify\//);
    await expect(page).toHaveURL("/planning");
    await expect(carte.getByRole("link", { name: "Vers l'after movie" })).toHaveAttribute(
      "href",
      "https://exemple.ch/film",
    );

    await carte.getByRole("button", { name: `Supprimer ${nom}` }).click();
    const question = page.getByRole("dialog", { name: "Êtes-vous sûr de vouloir supprimer cet événement ?" });
    await question.getByRole("button", { name: "Supprimer" }).click();
    await expect(toast(page, "Evénement supprimé")).toBeVisible();
    await expect(carte).toBeHidden();
  });

  test("a file that is no picture is refused beside its field, with everything kept", async ({ page }) => {
    await seConnecter(page, "/evenement/create");
    await page.getByLabel("Nom de l’événement").fill("Fausse image");
    await page.getByLabel("Lieu").fill("Ormône");
    await page
      .getByLabel("Image", { exact: true })
      .setInputFiles({ name: "x.jpg", mimeType: "image/jpeg", buffer: Buffer.from("pas une image") });
    await page.getByRole("button", { name: "Enregistrer" }).click();
    await expect(page.getByLabel("Image", { exact: true })).toHaveAccessibleDescription(/n’est pas une image lisible/);
    await expect(page.getByLabel("Lieu")).toHaveValue("Ormône");
  });
});

test.describe("a photo of 12 megapixels, taken upright", () => {
  test.use(sansScript);
  test("appears upright, small and without its place, also when no script shrinks it", async ({ page, request }) => {
    const nom = unique("Photo");
    await seConnecter(page, "/evenement/create");
    await page.getByLabel("Nom de l’événement").fill(nom);
    await page.getByLabel("Lieu").fill("Torrent-Neuf");
    await page
      .getByLabel("Image", { exact: true })
      .setInputFiles({ name: "IMG_0001.JPG", mimeType: "image/jpeg", buffer: await phonePhoto(4000, 3000) });
    await page.getByRole("button", { name: "Enregistrer" }).click();
    await expect(page).toHaveURL(/\/planning#Photo/);
    await expect(toast(page, "L'événement a été créee avec succès")).toBeVisible();
    await isShownAsMade(page.locator(".evenement", { hasText: nom }));
    const image = page.locator(".evenement", { hasText: nom }).locator("img").first();
    await expect(image).toHaveAttribute("width", "1600");
    await expect(image).toHaveAttribute("height", "2133");
    const octets = await (await request.get((await image.getAttribute("src")) ?? "")).body();
    const { width, height, exif } = await sharp(octets).metadata();
    expect([width, height, exif]).toEqual([1600, 2133, undefined]);
    const couleurA = async (left: number, top: number) =>
      Array.from(await sharp(octets).extract({ left, top, width: 1, height: 1 }).raw().toBuffer());
    const plusFort = (canaux: number[]) => canaux.indexOf(Math.max(...canaux));
    const [rouge, vert, bleu] = [0, 1, 2];
    expect(plusFort(await couleurA(200, 300))).toBe(bleu);
    expect(plusFort(await couleurA(1400, 300))).toBe(rouge);
    expect(plusFort(await couleurA(800, 1800))).toBe(vert);
  });
});

test.describe("without JavaScript", () => {
  test.use(sansScript);
  test("an event is changed, and the planning opens by itself after two seconds", async ({ page }) => {
    const nom = unique("Loto");
    await seConnecter(page, "/evenement/create");
    await page.getByLabel("Nom de l’événement").fill(nom);
    await page.getByLabel("Lieu").fill("Halle");
    await page
      .getByLabel("Image", { exact: true })
      .setInputFiles({ name: "loto.jpg", mimeType: "image/jpeg", buffer: await jpeg(400, 320) });
    await page.getByRole("button", { name: "Enregistrer" }).click();
    const carte = page.locator(".evenement", { hasText: nom });
    await carte.getByRole("link", { name: /Modifier/ }).click();
    await page.getByLabel("Lieu").fill("Grande halle");
    await page.getByRole("button", { name: "Enregistrer" }).click();
    await expect(toast(page, "L'événement a été mis à jour avec succès")).toBeVisible();
    await expect(page).toHaveURL("/planning");
    await expect(carte).toContainText("Grande halle");
    await carte.getByRole("button", { name: /Supprimer/ }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Supprimer" }).click();
    await expect(toast(page, "Evénement supprimé")).toBeVisible();
    await expect(carte).toBeHidden();
  });
});
