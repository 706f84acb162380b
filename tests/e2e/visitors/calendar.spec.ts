/** Exact days of an event, and calendar subscriptions; on a site of its own. */
import type { Browser, Page } from "@playwright/test";
import { save, unfoldMore } from "#tests/e2e/drafts.ts";
import { test as ownSite } from "#tests/e2e/own-site.ts";
import { expect, expectToast, openMenu, test as sharedSite, signIn } from "#tests/e2e/test.ts";
import { jpeg } from "#tests/images/pictures.ts";

const YEAR = new Date().getFullYear() + 1;
const FIRST_SCREENS = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
];
const poster = async () => ({ name: "bal.jpg", mimeType: "image/jpeg", buffer: await jpeg(400, 320) });

/** Fills in the required fields of a new event. */
async function fill(page: Page, name: string): Promise<void> {
  await page.getByLabel("Nom de l’événement").fill(name);
  await page.getByLabel("Mois").selectOption("Août");
  await page.getByLabel("Année").fill(String(YEAR));
  await page.getByLabel("Lieu").fill("Mayens de la Zour");
  await page.getByLabel("Image", { exact: true }).setInputFiles(await poster());
}

/** Signs in and sets the year of the planning. */
async function showYear(page: Page, year: number): Promise<void> {
  await signIn(page, "/reglages");
  await page.getByLabel("Passer tout seul à l’année suivante").uncheck();
  await page.getByLabel("Année du planning").fill(String(year));
  await page.getByRole("button", { name: "Enregistrer", exact: true }).click();
  await expectToast(page, "Réglages enregistrés");
}

const clearButton = (page: Page, name: "Du" | "Au" | "Dès") =>
  page.getByRole("button", { name: new RegExp(`^Effacer «\\s${name}\\s»$`) });
const day = (page: Page, name: "Du" | "Au" | "Dès") => page.getByLabel(name, { exact: true });

/** Subscribes as a visitor, in another browser context than the committee’s `page`. */
async function subscribe(browser: Browser, page: Page, baseURL: string): Promise<void> {
  const visitor = await browser.newContext({ baseURL, viewport: page.viewportSize() });
  const planning = await visitor.newPage();
  await planning.goto("/planning");
  const subscription = planning.getByRole("complementary", { name: "Calendrier" });
  const webcal = `${baseURL.replace("http:", "webcal:")}/planning.ics`;
  const google = `https://calendar.google.com/calendar/r?cid=${encodeURIComponent(webcal)}`;
  const link = (name: RegExp) => subscription.getByRole("link", { name });
  await expect(link(/^S’abonner au calendrier/)).toHaveAttribute("href", webcal);
  await expect(link(/^Google Agenda/)).toHaveAttribute("href", google);
  await expect(subscription.getByText(`${baseURL}/planning.ics`)).toBeHidden();
  await subscription.getByText("Android, Outlook : par l’adresse").click();
  await expect(subscription.getByText(`${baseURL}/planning.ics`)).toBeVisible();

  const [file] = await Promise.all([
    planning.waitForEvent("download"),
    planning.getByRole("link", { name: "Ajouter à mon agenda : Bal d’août" }).click(),
  ]);
  expect(file.suggestedFilename()).toBe("evenement.ics");
  const all = await planning.request.get("/planning.ics");
  expect(await all.text()).toContain(`DTSTART;VALUE=DATE:${YEAR}0801`);
  await visitor.close();
}

ownSite.describe("an event with exact days", () => {
  ownSite.use({ expectedStatuses: [400, 404] });

  ownSite(
    "is refused with a day of another month, is the next event, and its days can be emptied",
    { tag: "@long" },
    async ({ page, browser, baseURL }) => {
      await showYear(page, YEAR);
      await page.goto("/evenement/create");
      await fill(page, "Bal d’août");
      await day(page, "Du").fill(`${YEAR}-07-31`);
      await expect(page.getByLabel("Mois")).toHaveValue("07");
      await expect(page.getByLabel("Année")).toHaveValue(String(YEAR));
      await expect(page.getByRole("region", { name: "Aperçu de la carte" })).toContainText(/31\sjuillet/);
      await unfoldMore(page);
      await day(page, "Au").fill(`${YEAR}-08-03`);
      await day(page, "Dès").fill("19:30");
      await page.getByLabel("Mois").selectOption("Août");
      await save(page);
      await expect(day(page, "Du")).toHaveAccessibleDescription(new RegExp(`Ce jour n’est pas en août ${YEAR}\\.`));
      await expect(day(page, "Au")).toHaveValue(`${YEAR}-08-03`);

      await day(page, "Du").fill(`${YEAR}-08-01`);
      await expect(page.getByLabel("Mois")).toHaveValue("08");
      await save(page);
      await expect(page).toHaveURL(/\/planning#/);
      const card = page.locator(".evenement", { hasText: "Bal d’août" });
      await expect(card.getByText(`Août ${YEAR}`, { exact: true })).toBeVisible();
      await expect(card).toContainText(/du \S+\s1er au \S+\s3\saoût, dès 19\sh\s30/);

      await page.goto("/");
      const nextAt = page.getByRole("region", { name: "Prochain événement" });
      await expect(nextAt).toContainText("Bal d’août");
      for (const name of [/^Prochain événement\s: .* · Bal d’août · /, "Tout le planning"])
        for (const size of FIRST_SCREENS) {
          await page.setViewportSize(size);
          await expect(page.getByRole("link", { name })).toBeInViewport({ ratio: 1 });
        }
      await nextAt.getByRole("link", { name: "Voir l’événement" }).click();
      await expect(page).toHaveURL(/\/planning\/Bal08/);
      await ownSite.step("a visitor subscribes to the planning, or adds one event to a calendar", () =>
        subscribe(browser, page, String(baseURL)),
      );

      await page.goto("/planning");
      await (await openMenu(card)).getByRole("link", { name: "Modifier" }).click();
      await expect(day(page, "Du")).toHaveValue(`${YEAR}-08-01`);
      for (const name of ["Au", "Dès", "Du"] as const) {
        // The reset button of iOS restores the `value` attribute, which must therefore be empty.
        expect(await day(page, name).evaluate((field: HTMLInputElement) => field.defaultValue)).toBe("");
        await clearButton(page, name).click();
        await expect(day(page, name)).toHaveValue("");
        await expect(day(page, name)).toBeFocused();
        await expect(clearButton(page, name)).toBeHidden();
      }
      await save(page);
      await expect(page).toHaveURL("/planning");
      await expect(card).not.toContainText("19\u00a0h");
    },
  );
});

/** User agent of an Android phone. */
const ANDROID =
  "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36";

/** The ways to subscribe, in the order of the page. */
const waysOf = (page: Page) =>
  page
    .getByRole("complementary", { name: "Calendrier" })
    .locator("summary, .subscription__way > a")
    .evaluateAll((all) => all.map(({ textContent }) => textContent?.split(/[:,]/, 1)[0]?.trim()));

sharedSite(
  "the webcal link comes first, but on Android the address to copy and Google’s link",
  async ({ page, browser, baseURL }) => {
    await page.goto("/planning");
    expect(await waysOf(page)).toEqual(["S’abonner au calendrier", "Google Agenda", "Android"]);

    const permissions = ["clipboard-read", "clipboard-write"];
    const context = await browser.newContext({ baseURL, userAgent: ANDROID, permissions });
    const phone = await context.newPage();
    await phone.goto("/planning");
    await expect.poll(() => waysOf(phone)).toEqual(["Android", "Google Agenda", "S’abonner au calendrier"]);
    await phone.getByRole("button", { name: "Copier l’adresse du calendrier" }).click();
    await expect(phone.getByRole("status").filter({ hasText: "Adresse copiée" })).toBeVisible();
    expect(await phone.evaluate(() => navigator.clipboard.readText())).toBe(`${baseURL}/planning.ics`);
    await context.close();
  },
);
