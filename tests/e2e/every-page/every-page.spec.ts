/**
 * Every page is opened once. On a phone: its text is there before its fonts and pictures, nothing moves, and its files are
 * within their budgets. On the narrowest phone, of 320 px, and on a screen of 1280 px at 400 % zoom, which is only 256 px
 * high: it is accessible, nothing is cut off, and no text runs over a drawing. Some forms are also sent empty.
 */
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
  recordShifts,
  signIn,
  test,
  unique,
  waitForReact,
} from "#tests/e2e/test.ts";
import { jpeg } from "#tests/images/pictures.ts";
import { COMMITTEE_PAGES, READING_PAGES } from "#tests/public-pages.ts";
import { noTextOverDrawings } from "./text-and-drawings.ts";

const PHONE = { width: 390, height: 844 };
const TABLET = { width: 1024, height: 768 };
const DESKTOP = { width: 1440, height: 900 };
const NARROW = { width: 320, height: 640 };
const ZOOMED = { width: 320, height: 256 };

const KB = 1000;
/** Budgets of script, compressed, without headers. */
const SCRIPT = {
  /** The module of every page. */
  reading: [1, 5 * KB],
  /** React, the router, the page's own code and the module of every page. */
  form: [80 * KB, 110 * KB],
  /** With the passkey button. */
  login: [80 * KB, 114 * KB],
  /** The budget of a form, and the question for the password. */
  committee: [80 * KB, 132 * KB],
} as const;

type Screen = {
  path: string;
  script?: keyof typeof SCRIPT;
  /** Name of a button that sends the form of the page with nothing filled in. */
  refusedBy?: string;
  /** Selector of the first row of a list, which is higher than 420 px; null: the first field is higher than 500 px. */
  first?: string | null;
};

const OF_VISITORS: readonly Screen[] = [
  ...READING_PAGES.map((path) => ({ path, script: "reading" as const })),
  { path: "/inscription", script: "form", refusedBy: "S'inscrire" },
  { path: "/contact", script: "form", refusedBy: "Envoyer" },
  { path: "/ma-fiche", script: "form", refusedBy: "Recevoir le lien" },
  { path: "/login", script: "login" },
  { path: "/planning/Bal0825" },
  { path: "/dons/qr-facture?montant=beaucoup" },
  { path: "/rien" },
];

/** Pages of a phone whose first field or row has a place. */
const FIRST: Readonly<Record<string, string | null>> = {
  "/comite/create": null,
  "/comite/plusieurs": null,
  "/evenement/create": null,
  "/evenement/plusieurs": null,
  "/inscriptions": ".list__row",
  "/messages": ".list--messages > li",
  "/reglages": null,
  "/comptes": ".list__row",
  "/journal": ".journal li",
  "/mot-de-passe": null,
  "/premiers-pas": null,
};
const REFUSED: Readonly<Record<string, string>> = {
  "/comite/create": "Enregistrer",
  "/evenement/create": "Enregistrer",
};

const OF_THE_COMMITTEE: readonly Screen[] = [
  ...COMMITTEE_PAGES.map((path) => ({ path, first: FIRST[path], refusedBy: REFUSED[path] })),
  { path: "/annonce", first: null },
  { path: "/ecrire", first: null },
  { path: "/corbeille" },
  { path: "/aide" },
  { path: "/confirmer?suite=/inscriptions.csv", first: null },
  { path: "/" },
  { path: "/planning/2025", first: ".evenement" },
  { path: "/comite", first: ".membre" },
  { path: "/evenement/modify/Bal0825", first: null },
  { path: "/evenement/modify/Bal0825/historique" },
  { path: "/evenement/modify/Bal0825/affiche" },
  { path: "/evenement/modify/Bal0825/etat/reporter" },
  { path: "/evenement/modify/Bal0825/coups-de-main" },
  { path: "/evenement/modify/Bal0825/coups-de-main/soiree" },
  { path: "/evenement/modify/Bal0825/coups-de-main/creneau" },
  { path: "/dossiers/association/lignes" },
  { path: "/dossiers/association/lignes/ajouter" },
  { path: "/passer-la-main" },
  { path: "/evenement/modify/Bal0825/dossier" },
  { path: "/evenement/modify/Bal0825/dossier/prendre" },
  { path: "/evenement/modify/Bal0825/dossier/tache" },
  { path: "/evenement/modify/Bal0825/dossier/notes" },
  { path: "/dossiers/association" },
  { path: "/evenement/modify/Bal0825/dossier/resultat" },
  { path: "/evenement/modify/Bal0825/dossier/resultat/historique" },
  { path: "/evenement/modify/Bal0825/dossier/historique" },
];

// An emulated phone zooms out of a page that is too wide, so this is a small window with a touch screen.
test.use({ viewport: PHONE, hasTouch: true, expectedStatuses: [400, 404] });

/** The page is accessible, nothing is cut off, and no text runs over a drawing, at 320 px. */
async function fits(page: Page) {
  await page.setViewportSize(NARROW);
  await expectAccessible(page);
  await noTextOverDrawings(page);
  for (const window of [NARROW, ZOOMED]) {
    await page.setViewportSize(window);
    await expectNoSidewaysScroll(page);
    await nothingIsCut(page);
  }
}

/** The open page fits a desktop and 320 px, where it is accessible, also after its form was sent with nothing filled in. */
async function fitsAtEveryWidth(page: Page, { path, refusedBy }: Screen) {
  await noTextOverDrawings(page);
  await page.setViewportSize(DESKTOP);
  await noTextOverDrawings(page);
  await expectNoSidewaysScroll(page);
  await fits(page);
  if (!refusedBy) return;
  await page.getByRole("button", { name: refusedBy, exact: true }).click();
  await expect(page.locator("[aria-invalid=true]").first(), path).toBeVisible();
  await fits(page);
}

/** @returns the files that the page has loaded: path, and compressed bytes without headers */
const filesOf = (page: Page) =>
  page.evaluate(() =>
    (performance.getEntriesByType("resource") as PerformanceResourceTiming[]).map(({ name, encodedBodySize }) => ({
      path: new URL(name).pathname,
      bytes: encodedBodySize,
    })),
  );

async function isWithinBudget(page: Page, path: string, kind: keyof typeof SCRIPT) {
  const files = await filesOf(page);
  const scripts = files.filter((file) => file.path.endsWith(".js"));
  const total = scripts.reduce((sum, { bytes }) => sum + bytes, 0);
  expect(total, path).toBeGreaterThanOrEqual(SCRIPT[kind][0]);
  expect(total, path).toBeLessThanOrEqual(SCRIPT[kind][1]);
  if (kind === "committee") return;
  const ofTheCommittee = /reglages|comptes|inscriptions-|messages|fiche-|boite|-comite/;
  expect(
    scripts.filter((file) => ofTheCommittee.test(file.path)),
    path,
  ).toEqual([]);
  if (kind !== "reading") return;
  expect(await page.locator("link[rel=modulepreload]").count(), path).toBe(0);
  // Only the font files with the letters of French.
  expect(
    files.filter((file) => file.path.endsWith(".woff2")),
    path,
  ).toHaveLength(2);
}

const loadedFonts = (page: Page) =>
  page.evaluate(
    () => [...document.fonts].filter(({ family, status }) => !family.includes("repli") && status === "loaded").length,
  );
const twoFrames = (page: Page) =>
  page.evaluate(() => new Promise((rest) => requestAnimationFrame(() => requestAnimationFrame(rest))));

test("every page of visitors is readable before its fonts and pictures, does not move, sets no cookie, is within its budget, accessible, and fits", async ({
  page,
  context,
}) => {
  test.slow();
  let free = Promise.withResolvers<void>();
  await page.route(/\.(?:woff2|svg|png|avif|webp|jpe?g)$/, async (route) => {
    await free.promise;
    await route.continue();
  });
  const shifts = await recordShifts(page);
  for (const screen of OF_VISITORS)
    await test.step(screen.path, async () => {
      const { path, script } = screen;
      free = Promise.withResolvers<void>();
      await page.setViewportSize(PHONE);
      await page.goto(path, { waitUntil: "commit" });
      await expect(page.getByRole("heading", { level: 1 }), path).toBeVisible();
      await expect(page.getByRole("contentinfo"), path).toBeVisible();
      expect(await loadedFonts(page), path).toBe(0);
      expect(await page.locator("img").count(), path).toBeGreaterThan(0);
      const withoutSize = page.locator("img:not([width][height])");
      expect(await withoutSize.evaluateAll((images) => images.map(({ outerHTML }) => outerHTML)), path).toEqual([]);
      // The fallback fonts are on screen before the fonts arrive.
      await twoFrames(page);

      free.resolve();
      await page.waitForLoadState("load");
      await waitForReact(page);
      await page.evaluate(() => document.fonts.ready);
      expect(await loadedFonts(page), path).toBeGreaterThan(0);
      const whole = () =>
        page.evaluate(
          () => document.images.length > 0 && [...document.images].every((i) => i.complete || i.loading === "lazy"),
        );
      await expect.poll(whole, path).toBe(true);
      expect(await shifts(), `${path} (on a machine with Arial, or fonts-liberation)`).toBeLessThanOrEqual(0.01);
      expect(await context.cookies(), path).toEqual([]);
      if (script) await isWithinBudget(page, path, script);
      await fitsAtEveryWidth(page, screen);
    });
});

const FIRST_FIELD = ":is(input:not([type=hidden], [name=hp]), select, textarea, .first-step)";

/** @returns distance in px from the top of the page to the first field or row */
const firstThing = (page: Page, things: string) =>
  page.evaluate((selector) => {
    // Shown only while tasks wait for the committee or the webmaster. Hide, do not remove: React may still hydrate.
    const waiting = document.querySelectorAll<HTMLElement>(
      ".session__notices, .page-frame:has(> .next-year-offer), .notice:has([href='/reglages#sante-mail'])",
    );
    for (const one of waiting) one.style.display = "none";
    const visible = [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility());
    const top = Math.min(...visible.map((one) => one.getBoundingClientRect().top + window.scrollY));
    for (const one of waiting) one.style.removeProperty("display");
    return top;
  }, `main ${things}`);

/** Fills the inbox with long names, and signs in. @returns the committee's pages, with those of a member */
async function openCommittee(page: Page): Promise<readonly Screen[]> {
  const nom = unique("Héritier-Roten-Debons von Riedmatten");
  await submit(inscription({ lastName: nom, firstName: "Marie-Antoinette", minorCharter: "Validé par la personne" }));
  await submitRefused(
    inscription({ lastName: nom, address: "Impasse-de-la-Chapelle-de-Notre-Dame 123b" }),
    "550 no such mailbox",
  );
  await submit(message({ name: nom, subject: "Donaudampfschifffahrtsgesellschaftskapitän ".repeat(3) }));
  await signIn(page, "/comite");
  const member = await page.locator('main a[href*="/modify/"]').first().getAttribute("href");
  return [...OF_THE_COMMITTEE, { path: String(member), first: null }, { path: `${member}/historique` }];
}

test("every page of the committee shows its first field or row, is within its budget, accessible, and fits", async ({
  page,
}) => {
  test.slow();
  for (const screen of await openCommittee(page))
    await test.step(screen.path, async () => {
      const { path, first } = screen;
      await page.setViewportSize(PHONE);
      await page.goto(path);
      await isWithinBudget(page, path, "committee");
      if (first !== undefined)
        expect(await firstThing(page, first ?? FIRST_FIELD), path).toBeLessThan(first ? 420 : 500);
      await fitsAtEveryWidth(page, screen);
    });
});

/** What the width changes: names, roles and structure are checked at 320 px. */
async function isSoundOnWideScreens(page: Page, screens: readonly Screen[]) {
  for (const { path } of screens)
    await test.step(path, async () => {
      await page.setViewportSize(TABLET);
      await page.goto(path);
      await noTextOverDrawings(page);
      await page.setViewportSize(DESKTOP);
      await expectAccessible(page, "layout");
    });
}

test("every page is accessible on a desktop, too, and no text runs over a drawing on a tablet", {
  tag: "@long",
}, async ({ page }) => {
  test.slow();
  await isSoundOnWideScreens(page, OF_VISITORS);
  await isSoundOnWideScreens(page, await openCommittee(page));
});

ownSiteTest(
  "a name and a contact without spaces fit into pages, short forms and the footer",
  { tag: "@long" },
  async ({ page }) => {
    await signIn(page);
    const annee = String(new Date().getFullYear() + 1);
    const image = { name: "a.jpg", mimeType: "image/jpeg", buffer: await jpeg(320, 300) };
    const Nom = "Donaudampfschifffahrtsgesellschaftskapitän".repeat(2);
    const Contact = "presidence@jeunesse-de-saviese.exemple.ch";
    const event = { mois: "08", annee, Lieu: "Binii", Nom, Contact };
    const [, id] = (await postForm(page, "/evenement/create", { ...event, PageAddress: "capitaine", image })).split(
      "#",
    );
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
  },
);

test("the question before something is deleted, and the menu before it, fit into 320 px", { tag: "@long" }, async ({
  page,
}) => {
  await signIn(page, "/planning/2025");
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
