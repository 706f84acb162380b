/** A poster that is higher than wide, and the page of its event, as a shared link opens it; on a site of its own. */
import { PLANNING_PAGE } from "#tests/e2e/drafts.ts";
import { test } from "#tests/e2e/own-site.ts";
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  nothingIsCut,
  type Page,
  test as sharedSite,
  signIn,
} from "#tests/e2e/test.ts";
import { jpeg } from "#tests/images/pictures.ts";

const YEAR = new Date().getFullYear() + 1;
const NAME = "Bal d’août";
const PATH = `/planning/Bal08${String(YEAR).slice(2)}`;
/** The ink that is nearest to the poster's colour. */
const AZUR = "rgb(43, 108, 163)";
/** Width over height of the poster. */
const RATIO = 424 / 600;

async function announce(page: Page): Promise<void> {
  await signIn(page, "/evenement/create");
  await page.getByLabel("Nom de l’événement").fill(NAME);
  await page.getByLabel("Mois").selectOption("Août");
  await page.getByLabel("Année").fill(String(YEAR));
  await page.getByLabel("Lieu").fill("Mayens de la Zour");
  const post = { name: "bal.jpg", mimeType: "image/jpeg", buffer: await jpeg(424, 600) };
  await page.getByLabel("Image", { exact: true }).setInputFiles(post);
  await expect(page.locator(".preview .print--whole img")).toHaveCSS("object-fit", "contain");
  await page.getByRole("button", { name: "Enregistrer", exact: true }).click();
  await expect(page).toHaveURL(PLANNING_PAGE);
}

/** @returns where a picture and its frame stand, and how the picture fills its box */
const measure = (page: Page, frame: string) =>
  page.locator(frame).evaluate((frame) => {
    const picture = frame.querySelector("img") as HTMLImageElement;
    const box = picture.getBoundingClientRect();
    const style = getComputedStyle(picture);
    const { x, y, width, height } = frame.getBoundingClientRect();
    return {
      frame: [x, y, width, height].map(Math.round),
      ratio: box.width / box.height,
      fit: style.objectFit,
      ground: style.backgroundColor,
      loaded: picture.complete && picture.naturalWidth > 0,
    };
  });

/** Opens a page whose pictures take their time. @returns what `measure` says before the picture is there, and then */
async function beforeAndAfter(tab: Page, path: string, frame: string) {
  const { promise: measured, resolve: letGo } = Promise.withResolvers<void>();
  await tab.route("**/images/**", async (route) => {
    await measured;
    await route.continue();
  });
  await tab.goto(path, { waitUntil: "commit" });
  await tab.waitForLoadState("domcontentloaded");
  await tab.evaluate(() => document.fonts.ready);
  const before = await measure(tab, frame);
  letGo();
  await tab.locator(frame).scrollIntoViewIfNeeded();
  await expect.poll(async () => (await measure(tab, frame)).loaded).toBe(true);
  await tab.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
  const after = await measure(tab, frame);
  expect(before.loaded).toBe(false);
  expect(after.frame).toEqual(before.frame);
  return { before, after };
}

sharedSite(
  "nothing jumps on the page of an event when its picture arrives, which is wider than high",
  async ({ page }) => {
    const { after } = await beforeAndAfter(page, "/planning/Bal0825", ".poster-alone .print");
    expect(after.ratio).toBeCloseTo(5 / 4, 1);
  },
);

test("a poster that is higher than wide is shown whole, on a ground of its tint, and nothing jumps when it arrives", async ({
  page,
  browser,
  baseURL,
  viewport,
}) => {
  await announce(page);
  const visitor = await browser.newContext({ baseURL, viewport });
  for (const path of [`/planning/${YEAR}`, "/", PATH]) {
    const tab = await visitor.newPage();
    const { before, after } = await beforeAndAfter(tab, path, ".print--whole");
    expect(before).toMatchObject({ fit: "contain", ground: AZUR });
    // Alone on its page, the frame holds nothing but the poster.
    if (path === PATH) expect(after.ratio).toBeCloseTo(RATIO, 2);
    await tab.close();
  }
  await visitor.close();
});

test("the page of an event that is still to come stands well at every width", async ({ page }) => {
  await announce(page);
  await page.goto(PATH);
  const [place, calendar, share, all] = [
    page.getByRole("main").getByText("Mayens de la Zour"),
    page.getByRole("link", { name: "Ajouter à mon agenda" }),
    page.getByRole("link", { name: "Partager" }),
    page.getByRole("link", { name: "Tout le planning" }),
  ];
  for (const width of [320, 360, 390, 820, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    await expectNoSidewaysScroll(page);
    await nothingIsCut(page);
    const boxes = await Promise.all([place, calendar, share, all].map((one) => one.boundingBox()));
    for (const [i, box] of boxes.entries()) {
      const above = boxes[i - 1];
      if (!box || !above) continue;
      expect(Math.abs(box.x - above.x), `one column at ${width}`).toBeLessThan(3);
      expect(box.y - (above.y + above.height), `close below what comes before at ${width}`).toBeLessThan(40);
      expect(box.y).toBeGreaterThanOrEqual(above.y + above.height - 1);
    }
  }
  await expectAccessible(page);
});
