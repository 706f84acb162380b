/** Exact days, what becomes of an event, and the way into one's own agenda; on a site of its own. */
import type { Browser, Page } from "@playwright/test";
import { jpeg } from "#tests/images/pictures.ts";
import { test as propreSite } from "./propre-site.ts";
import {
  expect,
  rienNeDepasse,
  sansDefautDAcces,
  sansDefilementLateral,
  sansScript,
  seConnecter,
  test as sharedSite,
} from "./test.ts";

const ANNEE = new Date().getFullYear() + 1;
const affiche = async () => ({ name: "bal.jpg", mimeType: "image/jpeg", buffer: await jpeg(400, 320) });

/** Fills in what is required of a new event. */
async function remplir(page: Page, nom: string): Promise<void> {
  await page.getByLabel("Nom de l’événement").fill(nom);
  await page.getByLabel("Mois").selectOption("Août");
  await page.getByLabel("Année").fill(String(ANNEE));
  await page.getByLabel("Lieu").fill("Mayens de la Zour");
  await page.getByLabel("Image", { exact: true }).setInputFiles(await affiche());
}

const effacer = (page: Page, nom: "Du" | "Au" | "Dès") =>
  page.getByRole("button", { name: new RegExp(`^Effacer «\\s${nom}\\s»$`) });
const jour = (page: Page, nom: "Du" | "Au" | "Dès") => page.getByLabel(nom, { exact: true });

/** As a visitor beside the committee, who is on `page`. */
async function subscribe(browser: Browser, page: Page, baseURL: string): Promise<void> {
  const visiteur = await browser.newContext({ baseURL, viewport: page.viewportSize() });
  const planning = await visiteur.newPage();
  await planning.goto("/planning");
  const abonnement = planning.getByRole("complementary", { name: "Calendrier" });
  await expect(abonnement.getByRole("link", { name: "S’abonner au calendrier" })).toHaveAttribute(
    "href",
    `${baseURL.replace("http:", "webcal:")}/planning.ics`,
  );
  await expect(abonnement.getByRole("link", { name: /^Google Agenda/ })).toHaveAttribute(
    "href",
    `https://calendar.google.com/calendar/r?cid=${encodeURIComponent(`${baseURL.replace("http:", "webcal:")}/planning.ics`)}`,
  );
  await expect(abonnement.getByText("Google peut mettre un jour à montrer un changement")).toBeVisible();
  await expect(abonnement.getByText(`${baseURL}/planning.ics`)).toBeHidden();
  await abonnement.getByText("Android, Outlook : par l’adresse").click();
  await expect(abonnement.getByText(`${baseURL}/planning.ics`)).toBeVisible();
  await sansDefautDAcces(planning);
  await sansDefilementLateral(planning);
  await rienNeDepasse(planning, ".abonnement");

  const [fichier] = await Promise.all([
    planning.waitForEvent("download"),
    planning.getByRole("link", { name: "Ajouter à mon agenda : Bal d’août" }).click(),
  ]);
  expect(fichier.suggestedFilename()).toBe("evenement.ics");
  const tout = await planning.request.get("/planning.ics");
  expect(await tout.text()).toContain(`DTSTART;VALUE=DATE:${ANNEE}0801`);
  await visiteur.close();
}

for (const [comment, options] of [
  ["with script", {}],
  ["without script", sansScript],
] as const)
  propreSite.describe(comment, () => {
    const test = propreSite;
    /** axe itself needs script. */
    const sansDefaut = async (page: Page) => {
      if (options !== sansScript) await sansDefautDAcces(page);
    };
    test.use({ ...options, statutsAttendus: [400, 404] });

    test("an event gets its exact days, in its month only, and the home page announces it until it is put off or called off", async ({
      page,
      browser,
      baseURL,
    }) => {
      await seConnecter(page, "/evenement/create");
      await remplir(page, "Bal d’août");
      if (options !== sansScript) {
        await jour(page, "Du").fill(`${ANNEE}-08-14`);
        const apercu = page.getByRole("region", { name: "Aperçu de la carte" });
        await expect(apercu).toContainText(/14\saoût/);
      }
      await jour(page, "Du").fill(`${ANNEE}-07-31`);
      await jour(page, "Au").fill(`${ANNEE}-08-03`);
      await jour(page, "Dès").fill("19:30");
      await page.getByLabel("Mois").selectOption("Août");
      await page.getByRole("button", { name: "Enregistrer" }).click();
      await expect(jour(page, "Du")).toHaveAccessibleDescription(new RegExp(`Ce jour n’est pas en août ${ANNEE}\\.`));
      await expect(jour(page, "Au")).toHaveValue(`${ANNEE}-08-03`);
      await expect(jour(page, "Dès")).toHaveValue("19:30");
      await sansDefaut(page);
      await sansDefilementLateral(page);

      await jour(page, "Du").fill(`${ANNEE}-08-01`);
      if (options === sansScript) await page.getByLabel("Image", { exact: true }).setInputFiles(await affiche());
      await page.getByRole("button", { name: "Enregistrer" }).click();
      await expect(page).toHaveURL(/\/planning#/);
      const carte = page.locator(".evenement", { hasText: "Bal d’août" });
      await expect(carte.getByText(`Août ${ANNEE}`, { exact: true })).toBeVisible();
      await expect(carte).toContainText(/du \S+\s1er au \S+\s3\saoût, dès 19\sh\s30/);
      await sansDefaut(page);
      await sansDefilementLateral(page);

      await page.goto("/");
      const prochain = page.getByRole("region", { name: "Prochain rendez-vous" });
      await expect(prochain).toContainText("Bal d’août");
      await sansDefaut(page);
      await sansDefilementLateral(page);
      await rienNeDepasse(page, ".prochain");
      await prochain.getByRole("link", { name: "Voir au planning" }).click();
      await expect(page).toHaveURL(/\/planning#Bal08/);
      if (options !== sansScript)
        await propreSite.step("a visitor subscribes to the planning, or puts one event into an agenda", () =>
          subscribe(browser, page, String(baseURL)),
        );

      for (const etat of ["Reporté", "Annulé"]) {
        await carte.getByRole("link", { name: "Modifier" }).click();
        await expect(jour(page, "Du")).toHaveValue(`${ANNEE}-08-01`);
        await page.getByLabel("État").selectOption(etat);
        await page.getByRole("button", { name: "Enregistrer" }).click();
        await expect(page).toHaveURL("/planning");
        await expect(carte.getByText(etat, { exact: true })).toBeVisible();
        await expect(carte.getByRole("heading", { name: "Bal d’août" })).toBeVisible();
      }
      await sansDefaut(page);
      await sansDefilementLateral(page);
      await page.goto("/");
      await expect(page.getByRole("heading", { name: "La jeunesse de Savièse" })).toBeAttached();
      await expect(page.getByRole("region", { name: "Prochain rendez-vous" })).toBeHidden();
    });
  });

propreSite("the first day says which month it is, and days and hour can be emptied again", async ({ page }) => {
  await seConnecter(page, "/evenement/create");
  await remplir(page, "Bal d’août");
  await jour(page, "Du").fill(`${ANNEE + 1}-03-05`);
  await expect(page.getByLabel("Mois")).toHaveValue("03");
  await expect(page.getByLabel("Année")).toHaveValue(String(ANNEE + 1));
  await jour(page, "Au").fill(`${ANNEE + 1}-03-07`);
  await jour(page, "Dès").fill("19:30");
  await sansDefautDAcces(page);
  await sansDefilementLateral(page);
  await effacer(page, "Au").click();
  await expect(jour(page, "Au")).toHaveValue("");
  await expect(jour(page, "Au")).toBeFocused();
  await expect(effacer(page, "Au")).toBeHidden();
  await page.getByRole("button", { name: "Enregistrer" }).click();
  await expect(page).toHaveURL(/\/planning#/);
  const carte = page.locator(".evenement", { hasText: "Bal d’août" });
  await expect(carte).toContainText(/\s5\smars, dès 19\sh\s30/);

  await carte.getByRole("link", { name: "Modifier" }).click();
  await expect(jour(page, "Du")).toHaveValue(`${ANNEE + 1}-03-05`);
  await page.getByLabel("Lieu").fill("Halle");
  // An iPhone's own button sets a field back to what its attribute holds.
  for (const nom of ["Du", "Dès"] as const) {
    expect(await jour(page, nom).evaluate((field: HTMLInputElement) => field.defaultValue)).toBe("");
    await effacer(page, nom).click();
  }
  await expect(page.getByRole("region", { name: "Aperçu de la carte" })).not.toContainText("5\u00a0mars");
  await page.getByRole("button", { name: "Enregistrer" }).click();
  await expect(page).toHaveURL("/planning");
  await expect(carte).toContainText("Halle");
  await expect(carte).not.toContainText("19\u00a0h");
  await carte.getByRole("link", { name: "Modifier" }).click();
  for (const nom of ["Du", "Au", "Dès"] as const) await expect(jour(page, nom)).toHaveValue("");
});

/** What an Android phone's browser says it is. */
const ANDROID =
  "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36";

/** The ways into an agenda, in the order in which the page has them. */
const waysOf = (page: Page) =>
  page
    .getByRole("complementary", { name: "Calendrier" })
    .locator("summary, .abonnement__voie > a")
    .evaluateAll((all) => all.map(({ textContent }) => textContent?.split(/[:,]/, 1)[0]?.trim()));

sharedSite(
  "elsewhere the button that subscribes at once comes first, and without script too",
  async ({ browser, baseURL }) => {
    const expected = ["S’abonner au calendrier", "Google Agenda", "Android"];
    for (const options of [{}, { ...sansScript, userAgent: ANDROID }]) {
      const context = await browser.newContext({ baseURL, ...options });
      const page = await context.newPage();
      await page.goto("/planning");
      expect(await waysOf(page)).toEqual(expected);
      await context.close();
    }
  },
);

sharedSite.describe("on Android", () => {
  sharedSite.use({ userAgent: ANDROID, permissions: ["clipboard-read", "clipboard-write"] });

  sharedSite("the address to copy and Google’s own link come first", async ({ page, baseURL }) => {
    await page.goto("/planning");
    await expect.poll(() => waysOf(page)).toEqual(["Android", "Google Agenda", "S’abonner au calendrier"]);
    await page.getByRole("button", { name: "Copier l’adresse du calendrier" }).click();
    await expect(page.getByRole("status").filter({ hasText: "Adresse copiée" })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${baseURL}/planning.ics`);
    await sansDefautDAcces(page);
    await sansDefilementLateral(page);
    await rienNeDepasse(page, ".abonnement");
  });
});
