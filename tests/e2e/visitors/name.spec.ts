import sharp from "sharp";
import { expect, type Page, test } from "#tests/e2e/test.ts";

const WIDTHS = [320, 390, 768, 1024, 1280, 1440, 1920, 2560];
const INK = [0x17, 0x18, 0x2b] as const;

/** @returns the letters of the drawing: all their pixels, those that the drawing covers, and their end on the page */
const lettersOf = (page: Page) =>
  page.locator(".hero img").evaluate(async (img: HTMLImageElement) => {
    const { top, width, height } = img.getBoundingClientRect();
    const text = await (await fetch(img.currentSrc)).text();
    const pixelsOf = async (drawing: Document) => {
      const file = new Blob([new XMLSerializer().serializeToString(drawing)], { type: "image/svg+xml" });
      const image = new Image();
      image.src = URL.createObjectURL(file);
      await image.decode();
      const context = new OffscreenCanvas(width, height).getContext("2d");
      context?.drawImage(image, 0, 0, width, height);
      return context?.getImageData(0, 0, width, height).data ?? new Uint8ClampedArray();
    };
    const parse = () => {
      const drawing = new DOMParser().parseFromString(text, "image/svg+xml");
      const letters = drawing.querySelector('use[fill="#17182b"][href="#t"]');
      letters?.setAttribute("fill", "#f0f");
      drawing.documentElement.setAttribute("width", String(width));
      drawing.documentElement.setAttribute("height", String(height));
      return { drawing, letters };
    };
    const whole = await pixelsOf(parse().drawing);
    const { drawing, letters } = parse();
    for (const other of [...drawing.documentElement.children])
      if (other !== letters && other.tagName !== "defs") other.remove();
    const alone = await pixelsOf(drawing);
    const isLetter = (pixels: Uint8ClampedArray, at: number) =>
      Number(pixels[at]) > 250 && Number(pixels[at + 1]) < 5 && Number(pixels[at + 2]) > 250 && pixels[at + 3] === 255;
    const found = { all: 0, covered: 0, end: 0 };
    for (let at = 0; at < alone.length; at += 4)
      if (isLetter(alone, at)) {
        found.all++;
        found.end = top + at / 4 / Math.floor(width);
        if (!isLetter(whole, at)) found.covered++;
      }
    return found;
  });

/** @returns pixels of the hero that are ink without the two moving stars, and not with them */
async function coveredByStars(page: Page): Promise<number> {
  const shot = async () =>
    sharp(await page.locator(".hero picture").screenshot())
      .removeAlpha()
      .raw()
      .toBuffer();
  const show = (visibility: string) =>
    page.locator(".hero__star").evaluateAll((stars: SVGElement[], value) => {
      for (const star of stars) star.style.visibility = value;
    }, visibility);
  const withStars = await shot();
  await show("hidden");
  const without = await shot();
  await show("");
  // Screenshots differ a little at the edges of letters.
  const isInk = (pixels: Buffer, at: number, tolerance: number) =>
    INK.every((value, i) => Math.abs((pixels[at + i] ?? 0) - value) < tolerance);
  let covered = 0;
  for (let at = 0; at < without.length; at += 3) if (isInk(without, at, 8) && !isInk(withStars, at, 64)) covered++;
  return covered;
}

for (const width of WIDTHS)
  test(`neither a drawing nor the strip of the next event covers the association's name at ${width} pixels`, {
    tag: width === 390 ? [] : "@long",
  }, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await page.goto("/");
    const { end, ...letters } = await lettersOf(page);
    expect(letters.all).toBeGreaterThan(10_000);
    expect(letters.covered).toBe(0);
    for (const time of [0, 1400, 2800]) {
      await page.evaluate((moment) => {
        for (const animation of document.getAnimations()) {
          animation.pause();
          animation.currentTime = moment;
        }
      }, time);
      expect(await coveredByStars(page), `after ${time} ms`).toBe(0);
    }

    // The site of the tests may have no event. The screenshots have scrolled the page.
    await page.locator(".hero__foot").evaluate((foot) => {
      scrollTo({ top: 0, behavior: "instant" });
      const strip = Object.assign(document.createElement("p"), { className: "next-strip" });
      strip.style.height = "6.5rem";
      foot.replaceChildren(strip);
      document.body.prepend(Object.assign(document.createElement("aside"), { className: "announcement-of-test" }));
    });
    for (const height of [360, 568, 600, 900])
      for (const announcement of [0, 200]) {
        await page.setViewportSize({ width, height });
        await page.locator(".announcement-of-test").evaluate((aside, pixels) => {
          aside.style.height = `${pixels}px`;
        }, announcement);
        const strip = await page.locator(".next-strip").boundingBox();
        expect(strip?.y, `${height} pixels, announcement of ${announcement}`).toBeGreaterThan(end + announcement);
      }

    await page.setViewportSize({ width, height: 900 });
    await page.locator("html").evaluate((html) => {
      html.style.fontSize = "200%";
    });
    expect((await lettersOf(page)).covered, "at 200 % text size").toBe(0);
  });
