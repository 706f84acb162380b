/** A desktop; the narrowest phone, of 320 px; and a screen of 1280 px at 400 % zoom, which is only 256 px high. */
import { inscription, message, submit, submitRefused } from "#tests/e2e/inbox.ts";
import { test as ownSiteTest } from "#tests/e2e/own-site.ts";
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  nothingIsCut,
  openMenu,
  type Page,
  postForm,
  signIn,
  test,
  unique,
} from "#tests/e2e/test.ts";
import { jpeg } from "#tests/images/pictures.ts";
import { COMMITTEE_PAGES, PUBLIC_PAGES } from "#tests/public-pages.ts";

const DESKTOP = { width: 1440, height: 900 };
const NARROW = { width: 320, height: 640 };
const ZOOMED = { width: 320, height: 256 };

const FOR_VISITORS = [...PUBLIC_PAGES, "/login", "/planning/Bal0825", "/dons/qr-facture?montant=beaucoup", "/rien"];

const CARDS = [
  "/",
  "/planning",
  "/comite",
  "/evenement/modify/Bal0825",
  "/evenement/modify/Bal0825/historique",
  "/evenement/modify/Bal0825/affiche",
  "/evenement/modify/Bal0825/etat/reporter",
];

// An emulated phone zooms out of a page that is too wide.
test.use({ viewport: DESKTOP, expectedStatuses: [400, 404] });

/** The page is accessible, and nothing is cut off, at 320 px. */
async function fits(page: Page) {
  await page.setViewportSize(NARROW);
  await expectAccessible(page);
  for (const window of [NARROW, ZOOMED]) {
    await page.setViewportSize(window);
    await expectNoSidewaysScroll(page);
    await nothingIsCut(page);
  }
}

/** Opens each page on a desktop, where it is accessible, and then zooms into it. */
async function fitAtEveryWidth(page: Page, paths: readonly string[]) {
  for (const path of paths)
    await test.step(path, async () => {
      await page.setViewportSize(DESKTOP);
      await page.goto(path);
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
      await fits(page);
    });
}

/** Sends a form with nothing filled in. */
async function isRefusedAndFits(page: Page, path: string, button: string) {
  await test.step(`${path}, refused`, async () => {
    await page.goto(path);
    await page.getByRole("button", { name: button, exact: true }).click();
    await expect(page.locator("[aria-invalid=true]").first()).toBeVisible();
    await fits(page);
  });
}

test("pages for visitors and their refused forms are accessible and fit into a desktop and 320 px", async ({
  page,
}) => {
  await fitAtEveryWidth(page, FOR_VISITORS);
  await isRefusedAndFits(page, "/inscription", "S'inscrire");
  await isRefusedAndFits(page, "/contact", "Envoyer");
});

test("the committee's lists and forms are accessible and fit into a desktop and 320 px", async ({ page }) => {
  const nom = unique("Héritier-Roten-Debons von Riedmatten");
  await submit(inscription({ lastName: nom, firstName: "Marie-Antoinette", minorCharter: "Validé par la personne" }));
  await submitRefused(
    inscription({ lastName: nom, address: "Impasse-de-la-Chapelle-de-Notre-Dame 123b" }),
    "550 no such mailbox",
  );
  await submit(message({ name: nom, subject: "Donaudampfschifffahrtsgesellschaftskapitän ".repeat(3) }));
  await signIn(page);
  await fitAtEveryWidth(page, COMMITTEE_PAGES);
});

test("cards and their forms are accessible and fit into a desktop and 320 px", async ({ page }) => {
  await signIn(page);
  await fitAtEveryWidth(page, CARDS);
});

ownSiteTest("a name and a contact without spaces fit into pages, short forms and the footer", async ({ page }) => {
  await signIn(page);
  const annee = String(new Date().getFullYear() + 1);
  const image = { name: "a.jpg", mimeType: "image/jpeg", buffer: await jpeg(320, 300) };
  const Nom = "Donaudampfschifffahrtsgesellschaftskapitän".repeat(2);
  const Contact = "presidence@jeunesse-de-saviese.exemple.ch";
  const event = { mois: "08", annee, Lieu: "Binii", Nom, Contact };
  const [, id] = (await postForm(page, "/evenement/create", { ...event, PageAddress: "capitaine", image })).split("#");
  await page.goto(`/evenement/modify/${id}/etat/annuler`);
  await expect(page.getByRole("contentinfo").getByText(Nom)).toBeVisible();
  await fits(page);
  await page.goto("/capitaine");
  await expect(page.getByRole("link", { name: Contact })).toBeVisible();
  await fits(page);
  for (const draft of ["one", "two"])
    await postForm(page, "/evenement/create", { ...event, Notice: draft, publication: "draft" });
  await page.goto(`/planning/${annee}`);
  await page.getByText(/^Publier plusieurs brouillons/).click();
  await fits(page);
});

test("the committee's refused forms, menus and questions are accessible and fit into 320 px", async ({ page }) => {
  await signIn(page);
  await test.step("the question before something is deleted", async () => {
    await page.goto("/planning/2025");
    const card = await openMenu(page.locator(".evenement", { hasText: "Bal de la mi-été" }));
    await fits(page);
    await card.getByRole("button", { name: "Supprimer Bal de la mi-été" }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog).toBeVisible();
    for (const window of [NARROW, ZOOMED]) {
      await page.setViewportSize(window);
      const buttons = await dialog.getByRole("button").all();
      expect(buttons.length).toBeGreaterThan(1);
      for (const button of buttons) {
        await button.scrollIntoViewIfNeeded();
        await expect(button).toBeInViewport({ ratio: 1 });
      }
    }
  });
  for (const path of ["/comite/create", "/evenement/create"]) await isRefusedAndFits(page, path, "Enregistrer");
});
