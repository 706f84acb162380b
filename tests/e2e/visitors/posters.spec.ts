/** Upright posters, and the page of an event; on a site of its own. */
import { test } from "#tests/e2e/own-site.ts";
import { expect, hold, type Page, postForm, test as sharedSite, signIn } from "#tests/e2e/test.ts";
import { jpeg } from "#tests/images/pictures.ts";

const YEAR = new Date().getFullYear() + 1;
const PLACE = "Mayens de la Zour";
const PATH = `/planning/Bal08${String(YEAR).slice(2)}`;
/** The tint of the poster. */
const AZUR = "rgb(43, 108, 163)";
/** Width over height of the poster. */
const RATIO = 424 / 600;

/** @returns the position of a frame and of its picture */
const measure = (page: Page, frame: string) =>
  page.locator(frame).evaluate((frame) => {
    const picture = frame.querySelector("img") as HTMLImageElement;
    const box = picture.getBoundingClientRect();
    const style = getComputedStyle(picture);
    const { x, y, width, height } = frame.getBoundingClientRect();
    return {
      frame: [x, y, width, height].map(Math.round),
      ratio: width / height,
      picture: [box.x, box.y, box.width, box.height].map(Math.round),
      ground: style.backgroundColor,
      loaded: picture.complete && picture.naturalWidth > 0,
    };
  });

/** Opens a page with delayed pictures. @returns the results of `measure` before and after the picture has loaded */
async function beforeAndAfter(tab: Page, path: string, frame: string) {
  const release = await hold(tab, "**/images/**");
  await tab.goto(path, { waitUntil: "commit" });
  await tab.waitForLoadState("domcontentloaded");
  await tab.evaluate(() => document.fonts.ready);
  const before = await measure(tab, frame);
  release();
  await tab.locator(frame).scrollIntoViewIfNeeded();
  await expect.poll(async () => (await measure(tab, frame)).loaded).toBe(true);
  await tab.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
  const after = await measure(tab, frame);
  expect(before.loaded).toBe(false);
  expect(after.frame).toEqual(before.frame);
  return { before, after };
}

sharedSite("the page of an event does not shift when its wide poster loads", async ({ page }) => {
  const { after } = await beforeAndAfter(page, "/planning/Bal0825", ".poster-alone .print");
  expect(after.ratio).toBeCloseTo(5 / 4, 1);
});

test("a frame has the shape of its upright poster, and the first screen of its page says when, where and how much", {
  tag: "@long",
}, async ({ page, browser, baseURL, viewport }) => {
  await signIn(page, "/evenement/create");
  const image = { name: "bal.jpg", mimeType: "image/jpeg", buffer: await jpeg(424, 600) };
  await page.getByLabel("Image", { exact: true }).setInputFiles(image);
  await expect.poll(async () => (await measure(page, ".preview .print--poster")).ratio).toBeCloseTo(RATIO, 2);
  const tickets = { Price: "CHF 15.–", Tickets: "https://exemple.ch/billets" };
  const bal = { Nom: "Bal d’août, avec l’orchestre du village et ses invités", mois: "08", annee: String(YEAR) };
  await postForm(page, "/evenement/create", { ...bal, ...tickets, Lieu: PLACE, image });
  const visitor = await browser.newContext({ baseURL, viewport });
  for (const path of [`/planning/${YEAR}`, "/", PATH]) {
    const tab = await visitor.newPage();
    const { before, after } = await beforeAndAfter(tab, path, ".print--poster");
    expect(before.ground).toBe(AZUR);
    expect(after.ratio).toBeCloseTo(RATIO, 2);
    expect(after.picture, path).toEqual(after.frame);
    await tab.close();
  }
  await visitor.close();

  await page.goto(PATH);
  await page.setViewportSize({ width: 390, height: 844 });
  const main = page.getByRole("main");
  for (const part of [
    main.getByRole("heading", { level: 1 }),
    main.locator("time").first(),
    main.getByText(PLACE),
    main.getByRole("link", { name: "Billets et inscription" }),
    main.getByText("CHF 15.–"),
    main.getByRole("link", { name: /^Envoyer dans le groupe/ }),
  ])
    await expect(part).toBeInViewport({ ratio: 1 });
  const column = [
    page.getByRole("link", { name: "Ajouter à mon agenda" }),
    page.getByRole("link", { name: "Tout le planning" }),
  ];
  for (const width of [320, 360, 390, 820, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    const boxes = await Promise.all(column.map((one) => one.boundingBox()));
    for (const [i, box] of boxes.entries()) {
      const above = boxes[i - 1];
      if (!box || !above) continue;
      expect(Math.abs(box.x - above.x), `one column at ${width}`).toBeLessThan(3);
      expect(box.y - (above.y + above.height), `close below what comes before at ${width}`).toBeLessThan(40);
      expect(box.y).toBeGreaterThanOrEqual(above.y + above.height - 1);
    }
  }
});
