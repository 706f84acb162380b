import { readFileSync } from "node:fs";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { GROUP_PHOTO, SHARE_PICTURE_SIZE, type Source, type StoredImage } from "#domain/pictures/stored-image.ts";
import { HOSTILES, polyglot } from "#tests/images/hostile.ts";
import { HEIC, jpeg, lyingPixels, phonePhoto, UPRIGHT } from "#tests/images/pictures.ts";
import { picturesCostAsOnASite } from "#tests/picture-cost.ts";
import { EVENT, LEO, last, type Place, save, variants, ZOE } from "./picture-place.ts";

/** What every store of pictures promises. */
export function imageStoreContract(name: string, make: () => Promise<Place>): void {
  const widths = (source: Source | undefined) => source?.variants.map(({ width }) => width);
  const colourAt = async (file: Buffer, x: number, y: number) => [
    ...(await sharp(file).extract({ left: x, top: y, width: 1, height: 1 }).raw().toBuffer()),
  ];
  /** Within five of 255 steps: what compression may change. */
  const near = (colour: readonly number[]) => colour.map((c) => expect.closeTo(c, -1));

  describe(name, () => {
    describe("a picture that was saved", () => {
      it("has its JPEG variants at once, narrowest first, and the largest as its address", async () => {
        const place = await make();
        const image = await save(place.images, ZOE, await jpeg(2000, 1000));
        expect(image).toMatchObject({ path: "membres/DupontRéseaux Sociaux/affiche.jpg", width: 1600, height: 800 });
        const source = image.sources.find(({ type }) => type === "image/jpeg");
        expect(widths(source)).toEqual([480, 960, 1600]);
        expect(source?.variants.at(-1)?.url).toBe(image.url);
        expect((await sharp((await place.fetch(image.url)) ?? undefined).metadata()).format).toBe("jpeg");
        expect(await last(place.images, ZOE)).toMatchObject({ path: image.path, url: image.url });
      });

      it("has WebP at once too, best compression first, each file being what it is called", async () => {
        const place = await make();
        const image = await save(place.images, ZOE, await jpeg(1700, 850));
        expect(await last(place.images, ZOE)).toEqual(image);
        expect(image.sources.map(({ type }) => type)).toEqual(["image/webp", "image/jpeg"]);
        for (const source of image.sources) expect(widths(source)).toEqual([480, 960, 1600]);
        const formats = { "image/webp": "webp", "image/jpeg": "jpeg" };
        for (const { type, width, metadata } of await variants(place, image)) {
          expect(metadata).toMatchObject({ width: width, height: width / 2 });
          expect(metadata.format).toBe(formats[type as keyof typeof formats]);
        }
      });

      it.each([
        [300, [300]],
        [480, [480]],
        [700, [480, 700]],
        [1200, [480, 960, 1200]],
        [1601, [480, 960, 1600]],
      ])("is never enlarged: %i pixels of width become %j", async (width, expected) => {
        const place = await make();
        const image = await save(place.images, ZOE, await jpeg(width, 90));
        expect(widths(image.sources.at(-1))).toEqual(expected);
        expect(image.width).toBe(expected.at(-1));
      });

      it("stands upright when a phone wrote it lying, and tells nobody where it was taken", async () => {
        const place = await make();
        const sent = await phonePhoto(1200, 800);
        expect(await sharp(sent).metadata()).toMatchObject({ width: 1200, orientation: 6, exif: expect.anything() });
        await save(place.images, ZOE, sent);
        const image = await last(place.images, ZOE);
        expect([image.width, image.height]).toEqual([800, 1200]);
        for (const { width, file, metadata } of await variants(place, image)) {
          const height = width * 1.5;
          expect(metadata).toMatchObject({ width: width, height: height });
          expect(metadata).not.toHaveProperty("exif");
          expect(metadata).not.toHaveProperty("xmp");
          expect(metadata).not.toHaveProperty("iptc");
          expect(metadata.orientation ?? 1).toBe(1);
          expect(await colourAt(file, width * 0.25, height * 0.25)).toEqual(near(UPRIGHT.topLeft));
          expect(await colourAt(file, width * 0.75, height * 0.25)).toEqual(near(UPRIGHT.topRight));
          expect(await colourAt(file, width * 0.5, height * 0.75)).toEqual(near(UPRIGHT.bottom));
        }
      });

      it("may be a HEIC of an iPhone, which says twice how to turn it: upright, in the colours one saw", async () => {
        picturesCostAsOnASite();
        const place = await make();
        const sent = readFileSync(HEIC);
        const image = await save(place.images, ZOE, sent, "IMG_0001.HEIC");
        expect(image).toMatchObject({ path: "membres/DupontRéseaux Sociaux/IMG_0001.HEIC", width: 64, height: 96 });
        for (const { file, metadata } of await variants(place, await last(place.images, ZOE))) {
          expect(metadata).not.toHaveProperty("exif");
          expect(await colourAt(file, 16, 24)).toEqual(near(UPRIGHT.topLeft));
          expect(await colourAt(file, 48, 24)).toEqual(near(UPRIGHT.topRight));
          expect(await colourAt(file, 32, 72)).toEqual(near(UPRIGHT.bottom));
        }
      });

      it.each(["png", "webp", "avif"] as const)("may be a %s", async (format) => {
        const place = await make();
        const image = await save(place.images, ZOE, await lyingPixels(600, 400).toFormat(format).toBuffer(), "x");
        expect(image).toMatchObject({ width: 600, height: 400 });
      });

      it("shows the colours that a wide-gamut screen showed, to everybody", async () => {
        const place = await make();
        const wide = await lyingPixels(600, 400).withIccProfile("p3").jpeg({ quality: 100 }).toBuffer();
        const image = await save(place.images, ZOE, wide);
        const file = (await place.fetch(image.url)) ?? Buffer.alloc(0);
        expect(await colourAt(file, 150, 100)).toEqual(near(UPRIGHT.topRight));
      });

      it("is opaque: the site’s paper shows where it was transparent", async () => {
        const place = await make();
        const clear = { r: 0, g: 0, b: 0, alpha: 0 };
        const sent = await sharp({ create: { width: 500, height: 300, channels: 4, background: clear } })
          .png()
          .toBuffer();
        await save(place.images, ZOE, sent, "logo.png");
        for (const { file, metadata } of await variants(place, await last(place.images, ZOE))) {
          expect(metadata.hasAlpha).toBe(false);
          expect((await colourAt(file, 250, 150)).slice(0, 3)).toEqual(near([255, 251, 241]));
        }
      });

      it("has three channels whatever it had before", async () => {
        const place = await make();
        const grey = await lyingPixels(300, 200).toColourspace("grey16").png().toBuffer();
        const cmyk = await lyingPixels(300, 200).toColourspace("cmyk").jpeg().toBuffer();
        for (const sent of [grey, cmyk]) {
          const image = await save(place.images, ZOE, sent);
          const metadata = await sharp((await place.fetch(image.url)) ?? undefined).metadata();
          expect(metadata).toMatchObject({ space: "srgb", channels: 3, width: 300, height: 200 });
        }
      });

      it("may be extremely narrow or flat", async () => {
        const place = await make();
        const narrow = await sharp({ create: { width: 3, height: 40_000, channels: 3, background: "#888" } })
          .png()
          .toBuffer();
        const flat = await sharp({ create: { width: 40_000, height: 3, channels: 3, background: "#888" } })
          .png()
          .toBuffer();
        for (const sent of [narrow, flat]) {
          await save(place.images, ZOE, sent);
          expect((await last(place.images, ZOE)).sources).toHaveLength(2);
        }
      });
    });

    describe("a file that is no picture", () => {
      it.each(HOSTILES)(
        "is refused and leaves nothing behind: $nom ($refus)",
        async ({ name: file, bytes, refusal }) => {
          const { images } = await make();
          expect(await images.save(ZOE, { name: file, bytes: await bytes() })).toEqual({
            ok: false,
            reason: refusal,
          });
          expect(await images.findLast(ZOE)).toBeNull();
          expect(await images.listFolders("membres")).toEqual([]);
        },
      );

      it("is not served when it hides in one: the web page inside a JPEG is gone", async () => {
        const place = await make();
        const sent = await polyglot();
        expect(sent.includes("<script>")).toBe(true);
        await save(place.images, ZOE, sent, "photo.html");
        for (const { file } of await variants(place, await last(place.images, ZOE))) {
          expect(file.includes("<script>")).toBe(false);
          expect(file.includes("doctype")).toBe(false);
        }
      });

      it("does not keep the next one from being saved", async () => {
        const { images } = await make();
        const hostile = HOSTILES.filter(({ refusal }) => refusal === "unreadable");
        await Promise.all(
          hostile.map(async ({ name: file, bytes }) => images.save(ZOE, { name: file, bytes: await bytes() })),
        );
        expect((await save(images, ZOE, await jpeg(500, 300))).width).toBe(500);
      });
    });

    describe("the name that was sent", () => {
      it.each([
        ["affiche été 2025.jpg", "affiche été 2025.jpg"],
        ["C:\\Users\\ana\\IMG_0001.JPG", "IMG_0001.JPG"],
        ["../../x.jpg", "x.jpg"],
        ["..", "image"],
        ["", "image"],
        [".htaccess", "image.htaccess"],
        ["🎺🎺.png", "image.png"],
        ["a\u0000b\r\n<script>.png", "abscript.png"],
        ["%2e%2e%2fx.jpg", "2e2e2fx.jpg"],
        ["e\u0301te\u0301.webp", "été.webp"],
        ["seul\ud800.jpg", "seul.jpg"],
        [`${"x".repeat(5000)}.jpeg`, `${"x".repeat(95)}.jpeg`],
      ])("is kept as far as it is harmless: %j", async (sentName, guard) => {
        const place = await make();
        const image = await save(place.images, ZOE, await jpeg(60, 40), sentName);
        expect(image.path).toBe(`membres/DupontRéseaux Sociaux/${guard}`);
        expect(await place.fetch(image.url)).not.toBeNull();
        expect(image.url).not.toContain("..");
        await place.images.remove(image.path);
        expect(await place.images.findLast(ZOE)).toBeNull();
      });

      it("gets a number when the folder has it already; nothing is overwritten", async () => {
        const place = await make();
        const sent = await Promise.all([100, 200, 300].map((width) => jpeg(width, 50)));
        const saved = await Promise.all(sent.map((bytes) => save(place.images, ZOE, bytes)));
        expect(saved.map(({ path }) => path).sort()).toEqual([
          "membres/DupontRéseaux Sociaux/affiche-2.jpg",
          "membres/DupontRéseaux Sociaux/affiche-3.jpg",
          "membres/DupontRéseaux Sociaux/affiche.jpg",
        ]);
        for (const { url, width } of saved)
          expect((await sharp((await place.fetch(url)) ?? undefined).metadata()).width).toBe(width);
      });

      it("stays within a hundred characters with its number", async () => {
        const { images } = await make();
        const long = `${"é".repeat(200)}.jpg`;
        await save(images, ZOE, await jpeg(60, 40), long);
        const { path } = await save(images, ZOE, await jpeg(60, 40), long);
        expect(path).toBe(`membres/DupontRéseaux Sociaux/${"é".repeat(94)}-2.jpg`);
      });

      it("is free for every folder anew", async () => {
        const { images } = await make();
        await save(images, ZOE, await jpeg(60, 40));
        expect((await save(images, LEO, await jpeg(60, 40))).path).toBe("membres/ReyMembre/affiche.jpg");
        expect((await save(images, EVENT, await jpeg(60, 40))).path).toBe("evenements/Fête0825/affiche.jpg");
        const group = await save(images, GROUP_PHOTO, await jpeg(60, 40));
        expect(group.path).toBe("accueil/groupe/affiche.jpg");
        expect(await images.listFolders("accueil")).toMatchObject([{ id: "groupe" }]);
      });
    });

    it.each(["", "..", ".", "../x", "a/b", "a\\b", "a\u0000", "x".repeat(501)])(
      "does not save into a folder that no document can have: %j",
      async (id) => {
        const { images } = await make();
        const bytes = await jpeg(60, 40);
        await expect(images.save({ collection: "membres", id }, { name: "x.jpg", bytes })).rejects.toThrow();
        expect(await images.listFolders("membres")).toEqual([]);
      },
    );

    describe("the pictures of a folder", () => {
      it("are none at first", async () => {
        const { images } = await make();
        expect(await images.findLast(ZOE)).toBeNull();
        expect(await images.findLastOfEach("membres")).toEqual(new Map());
        expect(await images.listFolders("membres")).toEqual([]);
      });

      it("show the one that was added last", async () => {
        const { images } = await make();
        await save(images, ZOE, await jpeg(100, 50), "b.jpg");
        await save(images, ZOE, await jpeg(200, 50), "a.jpg");
        expect((await last(images, ZOE)).path).toBe("membres/DupontRéseaux Sociaux/a.jpg");
        await images.remove("membres/DupontRéseaux Sociaux/a.jpg");
        expect((await last(images, ZOE)).path).toBe("membres/DupontRéseaux Sociaux/b.jpg");
      });

      it("are given for a whole collection at once, the last one of each folder", async () => {
        const place = await make();
        const { images } = place;
        await save(images, ZOE, await jpeg(100, 50), "avant.jpg");
        await save(images, LEO, await jpeg(100, 50));
        await save(images, ZOE, await jpeg(200, 50), "apres.jpg");
        await save(images, EVENT, await jpeg(100, 50));
        const each = await images.findLastOfEach("membres");
        expect([...each.keys()].sort()).toEqual(["DupontRéseaux Sociaux", "ReyMembre"]);
        expect(each.get("DupontRéseaux Sociaux")).toEqual(await last(images, ZOE));
        expect(each.get("DupontRéseaux Sociaux")?.path).toBe("membres/DupontRéseaux Sociaux/apres.jpg");
        expect([...(await images.findLastOfEach("evenements")).keys()]).toEqual(["Fête0825"]);
      });

      it("are listed by folder, oldest first, each with its size and the time at which it was added", async () => {
        const { images } = await make();
        const before = Date.now();
        await save(images, ZOE, await jpeg(100, 50), "b.jpg");
        await save(images, ZOE, await jpeg(100, 50), "a.jpg");
        await save(images, EVENT, await jpeg(100, 50));
        const pictures = ["b.jpg", "a.jpg"].map((name) => ({
          path: `membres/DupontRéseaux Sociaux/${name}`,
          hidden: false,
          addedAt: expect.any(Date),
          size: { width: 100, height: 50 },
        }));
        expect(await images.listFolders("membres")).toEqual([{ id: "DupontRéseaux Sociaux", pictures }]);
        const kept = await images.listKept(ZOE);
        expect(kept).toEqual(pictures);
        for (const { addedAt } of kept) {
          expect(addedAt.getTime()).toBeGreaterThanOrEqual(before);
          expect(addedAt.getTime()).toBeLessThanOrEqual(Date.now());
        }
        expect(await images.listKept(LEO)).toEqual([]);
      });
    });

    describe("the picture that a chat shows of an event’s link", () => {
      const INKS = { ground: [169, 211, 224], line: [23, 24, 43] } as const;

      /** @returns the share picture as a browser gets it */
      async function shared(place: Place, image: StoredImage) {
        const file = image.share && (await place.fetch(image.share));
        if (!file) throw new Error("There is no share picture.");
        const { format, width, height } = await sharp(file).metadata();
        expect({ format, width, height }).toEqual({
          format: "jpeg",
          width: SHARE_PICTURE_SIZE.width,
          height: SHARE_PICTURE_SIZE.height,
        });
        return file;
      }

      it("is there at once, whatever the shape and size of the poster", async () => {
        const place = await make();
        const sizes = [
          [1280, 1024],
          [800, 1200],
          [1200, 630],
          [64, 48],
          [1, 400],
          [3000, 10],
        ] as const;
        for (const [width, height] of sizes) {
          const image = await save(place.images, EVENT, await jpeg(width, height), `${width}.jpg`);
          expect((await shared(place, image)).length).toBeLessThan(300_000);
        }
      });

      it("shows a poster whole, in a frame on plain ground", async () => {
        const place = await make();
        const file = await shared(
          place,
          await save(place.images, EVENT, await lyingPixels(1000, 800).png().toBuffer()),
        );
        expect(await colourAt(file, 4, 4)).toEqual(near(INKS.ground));
        expect(await colourAt(file, 1195, 625)).toEqual(near(INKS.ground));
        // The poster is 534 pixels high and 668 wide, in the middle.
        expect(await colourAt(file, 600, 44)).toEqual(near(INKS.line));
        expect(await colourAt(file, 276, 58)).toEqual(near(UPRIGHT.topRight));
        expect(await colourAt(file, 276, 572)).toEqual(near(UPRIGHT.topLeft));
        expect(await colourAt(file, 924, 572)).toEqual(near(UPRIGHT.bottom));
      });

      it("is filled by a poster that nearly has its shape", async () => {
        const place = await make();
        const file = await shared(
          place,
          await save(place.images, EVENT, await lyingPixels(1600, 900).png().toBuffer()),
        );
        expect(await colourAt(file, 4, 4)).toEqual(near(UPRIGHT.topRight));
        expect(await colourAt(file, 1195, 625)).toEqual(near(UPRIGHT.bottom));
      });

      it("is another one for another poster, and is given for a whole collection too", async () => {
        const place = await make();
        const first = await save(place.images, EVENT, await jpeg(300, 200, 10));
        const second = await save(place.images, EVENT, await jpeg(300, 200, 200));
        expect(second.share).not.toBe(first.share);
        expect((await place.images.findLastOfEach("evenements")).get(EVENT.id)?.share).toBe(second.share);
        expect((await last(place.images, EVENT)).share).toBe(second.share);
      });

      it("goes with the poster", async () => {
        const place = await make();
        const image = await save(place.images, EVENT, await jpeg(300, 200));
        await place.images.remove(image.path);
        expect(await place.fetch(image.share ?? "")).toBeNull();
      });

      it("is not made of a face or of the group", async () => {
        const place = await make();
        expect((await save(place.images, ZOE, await jpeg(300, 360))).share).toBeNull();
        expect((await save(place.images, GROUP_PHOTO, await jpeg(300, 200))).share).toBeNull();
      });
    });

    describe("a picture that is removed", () => {
      it("is gone with every file it had, and its neighbour is not", async () => {
        const place = await make();
        const { images } = place;
        await save(images, ZOE, await jpeg(500, 300, 10), "reste.jpg");
        await save(images, ZOE, await jpeg(500, 300, 200), "part.jpg");
        const part = await last(images, ZOE);
        expect(part.sources).toHaveLength(2);
        await images.remove(part.path);
        for (const { variants } of part.sources)
          for (const { url } of variants) expect(await place.fetch(url)).toBeNull();
        const rest = await last(images, ZOE);
        expect(rest.path).toBe("membres/DupontRéseaux Sociaux/reste.jpg");
        expect(await variants(place, rest)).toHaveLength(4);
      });

      it("does not come back", async () => {
        const place = await make();
        const image = await save(place.images, ZOE, await jpeg(1600, 1200));
        await place.images.remove(image.path);
        expect(await place.images.findLast(ZOE)).toBeNull();
        expect(await place.images.listFolders("membres")).toEqual([]);
        expect(await place.fetch(image.url)).toBeNull();
      });

      it("can be added again, the same file under the same name", async () => {
        const place = await make();
        const bytes = await jpeg(500, 300);
        const { path } = await save(place.images, ZOE, bytes);
        const [, again] = await Promise.all([place.images.remove(path), save(place.images, ZOE, bytes)]);
        expect((await last(place.images, ZOE)).path).toBe(again.path);
        expect(await variants(place, await last(place.images, ZOE))).toHaveLength(4);
      });

      it("may be gone already", async () => {
        const { images } = await make();
        await images.remove("membres/DupontRéseaux Sociaux/affiche.jpg");
        await images.remove("../../etc/passwd");
        expect(await images.listFolders("membres")).toEqual([]);
      });
    });
  });
}
