import { readFileSync } from "node:fs";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import type { ImageSource } from "#domain/pictures/picture.ts";
import { HOSTILES, polyglot } from "#tests/images/hostile.ts";
import { HEIC, jpeg, lyingPixels, phonePhoto, UPRIGHT } from "#tests/images/pictures.ts";
import { picturesCostAsOnASite } from "#tests/picture-cost.ts";
import {
  colourAt,
  EVENT,
  fetchAddress,
  last,
  near,
  type Place,
  save,
  shareOf,
  variants,
  ZOE,
} from "./picture-place.ts";

/** tests/images/decode.test.ts decodes all of them. */
const ONE_OF_EACH = [...new Map(HOSTILES.map((one) => [one.refusal, one])).values()];

/** The contract for the files that are made of an uploaded picture. */
export function picturesMadeContract(name: string, make: () => Promise<Place>): void {
  const widths = (source: ImageSource | undefined) => source?.variants.map(({ width }) => width);

  describe(name, () => {
    describe("a picture that was saved", () => {
      it("has WebP and JPEG variants, narrowest first; the largest JPEG is its address", async () => {
        const place = await make();
        const image = await save(place, ZOE, await jpeg(1700, 850));
        expect(await last(place, ZOE)).toEqual(image);
        expect(image).toMatchObject({ width: 1600, height: 800, share: null });
        expect(image.sources.at(-1)?.variants.at(-1)?.url).toBe(image.url);
        expect(image.sources.map(({ type }) => type)).toEqual(["image/webp", "image/jpeg"]);
        for (const source of image.sources) expect(widths(source)).toEqual([480, 960, 1600]);
        const formats = { "image/webp": "webp", "image/jpeg": "jpeg" };
        for (const { type, width, metadata } of await variants(place, image)) {
          expect(metadata).toMatchObject({ width, height: width / 2 });
          expect(metadata.format).toBe(formats[type as keyof typeof formats]);
        }
      });

      it.each([
        [300, [300]],
        [480, [480]],
        [1200, [480, 960, 1200]],
      ])("is never enlarged: %i pixels of width become %j", async (width, expected) => {
        const place = await make();
        const image = await save(place, ZOE, await jpeg(width, 90));
        expect(widths(image.sources.at(-1))).toEqual(expected);
        expect(image.width).toBe(expected.at(-1));
      });

      it("is stored upright and without its GPS position, if a phone stored it rotated", async () => {
        const place = await make();
        const sent = await phonePhoto(1200, 800);
        expect(await sharp(sent).metadata()).toMatchObject({ width: 1200, orientation: 6, exif: expect.anything() });
        await save(place, ZOE, sent);
        const image = await last(place, ZOE);
        expect([image.width, image.height]).toEqual([800, 1200]);
        for (const { width, file, metadata } of await variants(place, image)) {
          const height = width * 1.5;
          expect(metadata).toMatchObject({ width, height });
          expect(metadata).not.toHaveProperty("exif");
          expect(metadata).not.toHaveProperty("xmp");
          expect(metadata).not.toHaveProperty("iptc");
          expect(metadata.orientation ?? 1).toBe(1);
          expect(await colourAt(file, width * 0.25, height * 0.25)).toEqual(near(UPRIGHT.topLeft));
          expect(await colourAt(file, width * 0.75, height * 0.25)).toEqual(near(UPRIGHT.topRight));
          expect(await colourAt(file, width * 0.5, height * 0.75)).toEqual(near(UPRIGHT.bottom));
        }
      });

      it("can be an iPhone’s HEIC with two orientation properties: upright, with the right colours", async () => {
        picturesCostAsOnASite();
        const place = await make();
        const sent = readFileSync(HEIC);
        const image = await save(place, ZOE, sent, "IMG_0001.HEIC");
        expect(image).toMatchObject({ width: 64, height: 96 });
        for (const { file, metadata } of await variants(place, await last(place, ZOE))) {
          expect(metadata).not.toHaveProperty("exif");
          expect(await colourAt(file, 16, 24)).toEqual(near(UPRIGHT.topLeft));
          expect(await colourAt(file, 48, 24)).toEqual(near(UPRIGHT.topRight));
          expect(await colourAt(file, 32, 72)).toEqual(near(UPRIGHT.bottom));
        }
      });

      it.each(["png", "webp", "avif"] as const)("can be a %s", async (format) => {
        const place = await make();
        const image = await save(place, ZOE, await lyingPixels(600, 400).toFormat(format).toBuffer(), "x");
        expect(image).toMatchObject({ width: 600, height: 400 });
      });

      it("is opaque: transparent parts get the background of the site", async () => {
        const place = await make();
        const clear = { r: 0, g: 0, b: 0, alpha: 0 };
        const sent = sharp({ create: { width: 500, height: 300, channels: 4, background: clear } }).png();
        await save(place, ZOE, await sent.toBuffer(), "logo.png");
        for (const { file, metadata } of await variants(place, await last(place, ZOE))) {
          expect(metadata.hasAlpha).toBe(false);
          expect((await colourAt(file, 250, 150)).slice(0, 3)).toEqual(near([255, 251, 241]));
        }
      });

      it("has the same colours in sRGB as with its wide-gamut profile, and three channels if it was grey or CMYK", async () => {
        const place = await make();
        const wide = await lyingPixels(600, 400).withIccProfile("p3").jpeg({ quality: 100 }).toBuffer();
        const grey = await lyingPixels(600, 400).toColourspace("grey16").png().toBuffer();
        const cmyk = await lyingPixels(600, 400).toColourspace("cmyk").jpeg().toBuffer();
        for (const sent of [wide, grey, cmyk]) {
          const image = await save(place, ZOE, sent);
          const file = (await fetchAddress(place, image.url)) ?? Buffer.alloc(0);
          expect(await sharp(file).metadata()).toMatchObject({ space: "srgb", channels: 3, width: 600, height: 400 });
          if (sent === wide) expect(await colourAt(file, 150, 100)).toEqual(near(UPRIGHT.topRight));
        }
      });

      it.each([
        [3, 40_000],
        [40_000, 3],
      ])("can be %i pixels wide and %i high", async (width, height) => {
        const place = await make();
        const sent = sharp({ create: { width, height, channels: 3, background: "#888" } }).png();
        await save(place, ZOE, await sent.toBuffer());
        expect((await last(place, ZOE)).sources).toHaveLength(2);
      });
    });

    describe("an invalid picture file", () => {
      it.each(ONE_OF_EACH)(
        "is refused, and no file is kept: $name ($refusal)",
        async ({ name: file, bytes, refusal }) => {
          const { pictures, fileNames } = await make();
          const sent = { name: file, bytes: await bytes() };
          expect(await pictures.prepare("membres", sent)).toEqual({ ok: false, reason: refusal });
          expect(await fileNames()).toEqual([]);
        },
      );

      it("is not served if it is hidden in a JPEG: a web page in the comments is removed", async () => {
        const place = await make();
        const sent = await polyglot();
        expect(sent.includes("<script>")).toBe(true);
        await save(place, ZOE, sent, "photo.html");
        for (const { file } of await variants(place, await last(place, ZOE))) {
          expect(file.includes("<script>")).toBe(false);
          expect(file.includes("doctype")).toBe(false);
        }
      });

      it("does not prevent the next upload", async () => {
        const place = await make();
        const hostile = HOSTILES.filter(({ refusal }) => refusal === "unreadable").slice(-5);
        const files = await Promise.all(hostile.map(async ({ name, bytes }) => ({ name, bytes: await bytes() })));
        await Promise.all(files.map((file) => place.pictures.prepare("membres", file)));
        expect((await save(place, ZOE, await jpeg(500, 300))).width).toBe(500);
      });
    });

    describe("the share picture of an event", () => {
      const INKS = { ground: [169, 211, 224], line: [23, 24, 43] } as const;

      it("exists for every shape and size of the poster", async () => {
        const place = await make();
        for (const [width = 0, height = 0] of [
          [800, 1200],
          [1, 400],
          [3000, 10],
        ]) {
          await save(place, EVENT, await jpeg(width, height), `${width}.jpg`);
          expect((await shareOf(place)).length).toBeLessThan(300_000);
        }
      });

      it("shows the whole poster in a frame, or is filled by a poster of nearly the same shape", async () => {
        const place = await make();
        await save(place, EVENT, await lyingPixels(1000, 800).png().toBuffer());
        const framed = await shareOf(place);
        expect(await colourAt(framed, 4, 4)).toEqual(near(INKS.ground));
        expect(await colourAt(framed, 1195, 625)).toEqual(near(INKS.ground));
        // The poster is 534 pixels high and 668 wide, in the middle.
        expect(await colourAt(framed, 600, 44)).toEqual(near(INKS.line));
        expect(await colourAt(framed, 276, 58)).toEqual(near(UPRIGHT.topRight));
        expect(await colourAt(framed, 276, 572)).toEqual(near(UPRIGHT.topLeft));
        expect(await colourAt(framed, 924, 572)).toEqual(near(UPRIGHT.bottom));
        await save(place, EVENT, await lyingPixels(1600, 900).png().toBuffer());
        const filled = await shareOf(place);
        expect(await colourAt(filled, 4, 4)).toEqual(near(UPRIGHT.topRight));
        expect(await colourAt(filled, 1195, 625)).toEqual(near(UPRIGHT.bottom));
      });
    });
  });
}
