/** The planning on a phone: its first screen, and the bytes of a year with many posters. */
import sharp from "sharp";
import { dayInZurich } from "#domain/dates.ts";
import { test } from "#tests/e2e/own-site.ts";
import { expect, postForm, signIn } from "#tests/e2e/test.ts";
import { jpeg, noise } from "#tests/images/pictures.ts";

/** Heights of a phone's screen that ten events may take. */
const SCREENS = 3;

test("the first screen of the planning shows the whole next event, also after a past one, and three screens show ten events", async ({
  page,
  browser,
  baseURL,
}) => {
  await signIn(page, "/planning");
  const image = { name: "affiche.jpg", mimeType: "image/jpeg", buffer: await jpeg(424, 600) };
  const create = async (Nom: string, FirstDay: string) => {
    const [annee = "", mois = ""] = FirstDay.split("-");
    await postForm(page, "/evenement/create", { Nom, annee, mois, FirstDay, Lieu: "Place de Saint-Germain", image });
  };
  await create("Vieux loto", dayInZurich(new Date(Date.now() - 2 * 24 * 60 * 60 * 1000)));
  await create("Bal du village", dayInZurich(new Date()));

  const visitor = await browser.newContext({ ...(baseURL && { baseURL }), viewport: { width: 390, height: 844 } });
  const tab = await visitor.newPage();
  await tab.goto("/planning");
  const next = tab.locator(".evenement--next");
  for (const part of [
    next.getByText("Prochain événement"),
    next.locator("img"),
    next.getByRole("heading"),
    next.locator("time").first(),
  ]) {
    const box = await part.boundingBox();
    expect(box && box.y >= 0 && box.y + box.height <= 844).toBe(true);
  }
  await expect(next.getByRole("heading")).toHaveText("Bal du village");

  const inDays = (days: number) => dayInZurich(new Date(Date.now() + days * 24 * 60 * 60 * 1000));
  for (let n = 1; n < 10; n++) await create(n % 2 ? `Loto ${n}` : `Corvée du bisse de Torrent-Neuf ${n}`, inDays(n));
  await tab.reload();
  const cards = tab.locator(".evenement:visible");
  await expect(cards).toHaveCount(10);
  const boxes = () => cards.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON() as DOMRect));
  const [, second, third] = await boxes();
  expect(third?.y).toBe(second?.y);
  expect(Math.max(...(await boxes()).map(({ bottom }) => bottom))).toBeLessThanOrEqual(SCREENS * 844);
  await tab.locator("html").evaluate((html) => {
    html.style.fontSize = "200%";
  });
  expect(new Set((await boxes()).map(({ x }) => x)).size, "one column for large text").toBe(1);
  await visitor.close();
});

/** Smallest number of events that are shown as rows. */
const MANY = 13;
const PHOTOS = 3;

/** @returns the nth poster with details of every size */
async function photoPoster(n: number): Promise<Buffer> {
  const size = { width: 450, height: 600 };
  const layer = async (share: number) => {
    const [width, height] = [Math.round(size.width * share), Math.round(size.height * share)];
    const small = await noise(width, height, 70, `poster ${n} ${share}`).png().toBuffer();
    return sharp(small)
      .resize({ ...size, kernel: "cubic" })
      .png()
      .toBuffer();
  };
  const [coarse, middle, fine] = await Promise.all([layer(0.02), layer(0.08), layer(0.4)]);
  return sharp(coarse)
    .composite([
      { input: middle, blend: "overlay" },
      { input: fine, blend: "soft-light" },
    ])
    .tint({ r: 60, g: 90, b: 140 })
    .jpeg({ quality: 88 })
    .toBuffer();
}

test("a page with thirty photo posters has less than 400 KB (extrapolated)", { tag: "@long" }, async ({
  page,
  browser,
  baseURL,
}) => {
  await signIn(page, "/planning");
  const annee = String(new Date().getFullYear() - 1);
  for (let n = 0; n < MANY; n++) {
    const buffer = n < PHOTOS ? await photoPoster(n) : await jpeg(450, 600);
    const image = { name: "affiche.jpg", mimeType: "image/jpeg", buffer };
    const mois = String((n % 12) + 1).padStart(2, "0");
    const Nom = n < PHOTOS ? `Photo ${n}` : `Fête ${n}`;
    await postForm(page, "/evenement/create", { Nom, mois, annee, Lieu: "Halle des fêtes", image });
  }
  const visitor = await browser.newContext({
    ...(baseURL && { baseURL }),
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 3,
    isMobile: true,
  });
  const tab = await visitor.newPage();
  const thumbnails = async () => {
    const html = await (await tab.request.get(`/planning/${annee}`)).text();
    return html.match(/<source[^>]*vignette/g)?.length ?? 0;
  };
  await expect.poll(thumbnails, { timeout: 60_000 }).toBe(MANY);
  const sizes: Promise<{ url: string; bytes: number }>[] = [];
  tab.on("response", (response) => {
    const size = response.request().sizes();
    sizes.push(size.then(({ responseBodySize: bytes }) => ({ url: response.url(), bytes })));
  });
  await tab.goto(`/planning/${annee}`);
  const posters = tab.locator(".evenement img");
  await expect(posters).toHaveCount(MANY);
  for (const poster of await posters.all()) {
    await poster.scrollIntoViewIfNeeded();
    await expect(poster).toHaveJSProperty("complete", true);
    expect(await poster.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  }
  const photos = await tab
    .locator(".evenement", { hasText: "Photo" })
    .locator("img")
    .evaluateAll((all) => all.map((one) => (one as HTMLImageElement).currentSrc));
  expect(photos).toHaveLength(PHOTOS);
  const loaded = await Promise.all(sizes);
  const sum = (all: typeof loaded) => all.reduce((total, { bytes }) => total + bytes, 0);
  const ofPhotos = sum(loaded.filter(({ url }) => photos.includes(url)));
  expect(ofPhotos).toBeGreaterThan(1500 * PHOTOS);
  expect(sum(loaded.filter(({ url }) => !url.includes("vignette"))) + (30 / PHOTOS) * ofPhotos).toBeLessThan(400_000);
  await visitor.close();
});
