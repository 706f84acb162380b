/** Change of the poster of an event and of its focus point; on a site of its own. */
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { test } from "#tests/e2e/own-site.ts";
import { expect, expectToast, postForm, signIn } from "#tests/e2e/test.ts";
import { HEIC, jpeg, phonePhoto } from "#tests/images/pictures.ts";

const FORM = "/evenement/modify/Bal0831";
const PAGE = `${FORM}/affiche`;

const picture = async (width: number, height: number, shade = 30) => ({
  name: `${width}x${height}.jpg`,
  mimeType: "image/jpeg",
  buffer: await jpeg(width, height, shade),
});

/** Creates an event with a poster of 5:4, with the request of the form. */
async function addBal(page: Page) {
  await signIn(page, "/evenement/create");
  const fields = { Nom: "Bal", mois: "08", annee: "2031", Lieu: "Lac" };
  await postForm(page, "/evenement/create", { ...fields, image: await picture(500, 400) });
}

const save = (page: Page) => page.getByRole("button", { name: "Enregistrer", exact: true }).click();
const stage = (page: Page) => page.locator(".stage img");
const sliders = (page: Page) => [page.getByLabel("De gauche à droite"), page.getByLabel("De haut en bas")] as const;
const notice = (page: Page) => page.locator(".notice--undo");
const shape = (page: Page) =>
  page.locator(".current-picture img").evaluate(async (image: HTMLImageElement) => {
    await image.decode();
    return image.naturalWidth / image.naturalHeight;
  });

test.use({ expectedStatuses: [400, 409, 415] });

/** @param x, y from 0 to 1, from the upper left corner of the picture */
async function touch(page: Page, x: number, y: number) {
  const box = await stage(page).boundingBox();
  if (!box) throw new Error("There is no picture to touch.");
  await stage(page).tap({ position: { x: box.width * x, y: box.height * y } });
}

test("a tap or the keyboard sets the focus point of a new poster, and the preview shows the share picture", {
  tag: "@long",
}, async ({ page }) => {
  await addBal(page);
  await page.goto(PAGE);
  await page.getByLabel("Nouvelle affiche", { exact: true }).setInputFiles(await picture(400, 800));
  await expect(stage(page)).toHaveAttribute("alt", "La nouvelle affiche");
  await expect(page.locator(".share-crop img")).toHaveCSS("object-fit", "contain");
  await touch(page, 0.5, 0.9);
  await expect(page.getByLabel(/^Recadrer/)).toBeChecked();
  // The crop ends where the poster ends.
  await expect(page.locator(".share-crop img")).toHaveCSS("object-position", "50% 100%");
  const [across, down] = sliders(page);
  await across.focus();
  for (let i = 0; i < 3; i++) await page.keyboard.press("ArrowRight");
  await expect(page.locator(".stage__point")).toHaveClass(/focus-x-8 focus-y-9/);
  await save(page);
  await expectToast(page, "L’affiche a été changée");
  await page.goto(PAGE);
  await expect(across).toHaveValue("8");
  await expect(down).toHaveValue("9");
  // The poster itself is shown whole.
  await page.goto("/planning/Bal0831");
  const poster = await page.locator(".print--poster img").boundingBox();
  expect((poster?.width ?? 0) / (poster?.height ?? 1)).toBeCloseTo(400 / 800, 1);
});

test("a poster is replaced, and the replacement undone, while the form of the event keeps its draft", {
  tag: "@long",
}, async ({ page }) => {
  await addBal(page);
  await page.goto(FORM);
  await page.getByLabel("Lieu").fill("Mayens de la Zour");
  await page.getByRole("link", { name: "Changer l’affiche" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Changer l’affiche" })).toBeVisible();
  const broken = { name: "texte.jpg", mimeType: "image/jpeg", buffer: Buffer.from("no picture") };
  await page.getByLabel("Nouvelle affiche", { exact: true }).setInputFiles(broken);
  await save(page);
  await expect(page.getByText("Ce fichier n’est pas une image lisible.")).toBeVisible();
  await page.getByLabel("Nouvelle affiche", { exact: true }).setInputFiles(await picture(400, 600));
  await save(page);
  await expect(page).toHaveURL(FORM);
  await expectToast(page, "L’affiche a été changée");
  expect(await shape(page)).toBeCloseTo(2 / 3, 1);
  await expect(page.getByRole("status").filter({ hasText: "Brouillon retrouvé." })).not.toContainText(
    "Quelqu’un d’autre",
  );
  await expect(page.getByLabel("Lieu")).toHaveValue("Mayens de la Zour");
  await notice(page).getByRole("button", { name: "Annuler" }).click();
  await expectToast(page, "L’affiche d’avant est de retour");
  expect(await shape(page)).toBeCloseTo(5 / 4, 1);
  await expect(notice(page)).toHaveCount(0);
  await expect(page.getByLabel("Lieu")).toHaveValue("Mayens de la Zour");
  await save(page);
  await expectToast(page, "L'événement a été mis à jour avec succès");
  await page.goto("/planning/Bal0831");
  await expect(page.getByRole("main").getByText("Mayens de la Zour")).toBeVisible();
});

test("a HEIC and a large photo can be uploaded, and a double click sends once", async ({ page }) => {
  await addBal(page);
  let sent = 0;
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().includes("/affiche")) sent++;
  });
  const file = page.getByLabel("Nouvelle affiche", { exact: true });
  const saveTwice = async () => {
    sent = 0;
    await page.getByRole("button", { name: "Enregistrer", exact: true }).dblclick();
    // Decoding takes long on a busy machine.
    await expectToast(page, "L’affiche a été changée", 60_000);
    expect(sent).toBe(1);
    expect(await shape(page)).toBeLessThan(1);
  };
  await page.goto(PAGE);
  await file.setInputFiles({ name: "IMG_0001.HEIC", mimeType: "", buffer: readFileSync(HEIC) });
  await expect(page.getByText("Ce navigateur ne sait pas montrer IMG_0001.HEIC")).toBeVisible();
  await saveTwice();

  // Files over 1.5 MB are shrunk by the browser.
  const buffer = Buffer.concat([await phonePhoto(1600, 1200), Buffer.alloc(1_500_000)]);
  await page.goto(PAGE);
  await file.setInputFiles({ name: "IMG_0002.JPG", mimeType: "image/jpeg", buffer });
  await expect(page.locator(".upload b")).toHaveText("IMG_0002.jpg");
  await saveTwice();
});
