import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { SHARE_PICTURE_SIZE } from "#domain/pictures/stored-image.ts";
import type { Addition, ImageStore } from "#ports/image-store.ts";
import { addressesOf, EVENT, LEO, last, type Place, ZOE } from "./picture-place.ts";

const GREY = [136, 136, 136];
const RED = [220, 20, 20];

/** @returns a grey picture with a red square of 300 pixels around a point */
async function marked(width: number, height: number, x: number, y: number): Promise<Buffer> {
  const side = 300;
  const at = (middle: number, length: number) => Math.min(length - side, Math.max(0, Math.round(middle - side / 2)));
  const square = { create: { width: side, height: side, channels: 3 as const, background: "rgb(220, 20, 20)" } };
  return sharp({ create: { width, height, channels: 3, background: "rgb(136, 136, 136)" } })
    .composite([{ input: square, left: at(x * width, width), top: at(y * height, height) }])
    .png()
    .toBuffer();
}

async function save(images: ImageStore, bytes: Uint8Array, options: Addition, folder = EVENT) {
  const saved = await images.save(folder, { name: "affiche.png", bytes }, options);
  if (!saved.ok) throw new Error(saved.reason);
  return saved.value;
}

/** @returns the share picture of the event as a browser gets it: the pixel at a point of it, from 0 to 1 */
async function shared(place: Place, folder = EVENT) {
  const { share } = await last(place.images, folder);
  const file = share && (await place.fetch(share));
  if (!file) throw new Error("There is no share picture.");
  expect(await sharp(file).metadata()).toMatchObject({ format: "jpeg", ...SHARE_PICTURE_SIZE });
  return async (x: number, y: number) => {
    const [left, top] = [Math.round(x * 1199), Math.round(y * 629)];
    return [...(await sharp(file).extract({ left, top, width: 1, height: 1 }).raw().toBuffer())];
  };
}

/** Within five of 255 steps: what compression may change. */
const near = (colour: readonly number[]) => colour.map((part) => expect.closeTo(part, -1));

/** What every store of pictures promises of the point that crops keep in sight, and of pictures that are hidden at first. */
export function focusContract(name: string, make: () => Promise<Place>): void {
  describe(`${name}, the point that crops keep in sight`, () => {
    it("is the middle at first, and the one that was given, also in the list of a collection", async () => {
      const { images } = await make();
      const picture = await marked(400, 400, 0, 0);
      expect(await save(images, picture, {})).toMatchObject({ focus: "" });
      expect(await save(images, picture, { focus: "3 7" })).toMatchObject({ focus: "3 7" });
      expect(await last(images, EVENT)).toMatchObject({ focus: "3 7" });
      expect((await images.findLastOfEach("evenements")).get(EVENT.id)?.focus).toBe("3 7");
      await save(images, picture, { focus: "10 0" }, ZOE);
      expect(await last(images, ZOE)).toMatchObject({ focus: "10 0", share: null });
    });

    it.each([
      ["0 0", 0, 0, [0, 0], [1, 1]],
      ["10 0", 1, 0, [1, 0], [0, 1]],
      ["0 10", 0, 1, [0, 1], [1, 0]],
      ["10 10", 1, 1, [1, 1], [0, 0]],
    ] as const)("has the share picture be a crop around it: %s of a portrait", async (focus, x, y, red, grey) => {
      const place = await make();
      await save(place.images, await marked(800, 1200, x, y), { focus });
      const pixel = await shared(place);
      // The corner of the poster is the corner of the crop, without frame or ground.
      expect(await pixel(red[0], red[1])).toEqual(near(RED));
      expect(await pixel(grey[0], grey[1])).toEqual(near(GREY));
    });

    it.each([
      [800, 1200, "5 3", 0.5, 0.3],
      [1500, 600, "7 5", 0.7, 0.5],
      [1000, 1000, "2 6", 0.2, 0.6],
      [1600, 840, "5 5", 0.5, 0.5],
    ])(
      "has it near the middle of the share picture where the poster reaches far enough: %i × %i, %s",
      async (...of) => {
        const [width, height, focus, x, y] = of;
        const place = await make();
        await save(place.images, await marked(width, height, x, y), { focus });
        const pixel = await shared(place);
        // A side that the crop takes whole stays where it is.
        const [atX, atY] = width / height < 1200 / 630 ? [x, 0.5] : [0.5, y];
        expect(await pixel(atX, atY)).toEqual(near(RED));
      },
    );

    it("shows nothing of a corner that the crop leaves out", async () => {
      const place = await make();
      await save(place.images, await marked(800, 1200, 0, 0), { focus: "5 10" });
      const pixel = await shared(place);
      for (const x of [0, 0.25, 0.5, 1]) for (const y of [0, 0.5, 1]) expect(await pixel(x, y)).toEqual(near(GREY));
    });

    it.each([
      [1, 400],
      [3000, 10],
      [64, 48],
    ])("may be on a poster of any shape: %i × %i", async (width, height) => {
      const place = await make();
      const picture = await sharp({ create: { width, height, channels: 3, background: "#888" } })
        .png()
        .toBuffer();
      for (const focus of ["0 0", "5 5", "10 10"]) {
        await save(place.images, picture, { focus });
        expect(await (await shared(place))(0.5, 0.5)).toEqual(near(GREY));
      }
    });

    it("is another one for a copy beside its model, and the model keeps its own share picture", async () => {
      const place = await make();
      const { images } = place;
      const model = await save(images, await marked(800, 1200, 0, 0), { focus: "0 0" });
      const before = await place.fetch(model.share ?? "");
      expect(await images.copy(model.path, EVENT, { focus: "10 10" })).toBe("evenements/Fête0825/affiche-2.png");
      expect(await last(images, EVENT)).toMatchObject({ focus: "10 10", width: 800, height: 1200 });
      expect(await (await shared(place))(0, 0)).toEqual(near(GREY));
      expect(await place.fetch(model.share ?? "")).toEqual(before);
      expect(await (await shared(place))(0, 0)).toEqual(near(GREY));
      expect((await last(images, EVENT)).sources).toHaveLength(2);
    });

    it("comes along with a copy that names none, and goes with one that wants the middle", async () => {
      const place = await make();
      const { images } = place;
      const [next, third] = ["Fête0826", "Fête0827"].map((id) => ({ ...EVENT, id })) as [typeof EVENT, typeof EVENT];
      const model = await save(images, await marked(800, 1200, 1, 1), { focus: "10 10" });
      await images.copy(model.path, next);
      expect(await last(images, next)).toMatchObject({ focus: "10 10" });
      expect(await (await shared(place, next))(1, 1)).toEqual(near(RED));
      await images.copy(model.path, third, { focus: "" });
      expect(await last(images, third)).toMatchObject({ focus: "" });
      // The whole poster again, in its frame on the planning's ground.
      expect(await (await shared(place, third))(0, 0)).toEqual(near([169, 211, 224]));
    });
  });

  describe(`${name}, a picture that is hidden at first`, () => {
    it("is seen by nobody, nor are its files, until it is shown", async () => {
      const place = await make();
      const { images } = place;
      const picture = await save(images, await marked(500, 400, 0, 0), { hidden: true, focus: "1 1" });
      expect(await images.findLast(EVENT)).toBeNull();
      expect(await images.findLastOfEach("evenements")).toEqual(new Map());
      expect(await images.listKept(EVENT)).toMatchObject([{ path: picture.path, hidden: true }]);
      for (const address of addressesOf(picture))
        expect([address, await place.fetch(address)]).toEqual([address, null]);
      await images.setHidden([picture.path], false);
      expect(await last(images, EVENT)).toMatchObject({ path: picture.path, focus: "1 1" });
      for (const address of addressesOf(await last(images, EVENT))) expect(await place.fetch(address)).not.toBeNull();
    });

    it("takes nothing away from the one that is seen, and may be a copy", async () => {
      const place = await make();
      const { images } = place;
      const model = await save(images, await marked(500, 400, 0, 0), {}, LEO);
      await save(images, await marked(400, 400, 0, 0), { hidden: true }, LEO);
      const copy = await images.copy(model.path, LEO, { hidden: true });
      await images.copy(model.path, ZOE, { hidden: true });
      expect(await last(images, LEO)).toMatchObject({ path: model.path });
      expect(await images.findLast(ZOE)).toBeNull();
      await images.setHidden([copy ?? ""], false);
      expect(await last(images, LEO)).toMatchObject({ path: copy });
    });

    it("can be looked at small and large by whoever may name its path", async () => {
      const { images } = await make();
      const { path } = await save(images, await marked(1700, 850, 0, 0), { hidden: true });
      const sizes = [];
      for (const size of ["small", "large"] as const) {
        const { format, width, height } = await sharp((await images.readJpeg(path, size)) ?? undefined).metadata();
        sizes.push([size, format, width, height]);
      }
      expect(sizes).toEqual([
        ["small", "jpeg", 480, 240],
        ["large", "jpeg", 1600, 800],
      ]);
      const { path: tiny } = await save(images, await marked(300, 300, 0, 0), { hidden: true });
      expect(await images.readJpeg(tiny, "large")).toEqual(await images.readJpeg(tiny, "small"));
      expect(await images.readJpeg(`${path}x`, "large")).toBeNull();
    });

    it("is not kept when the file is refused", async () => {
      const { images } = await make();
      const file = { name: "a.jpg", bytes: new TextEncoder().encode("GIF89a") };
      expect((await images.save(EVENT, file, { hidden: true, focus: "1 1" })).ok).toBe(false);
      expect(await images.listKept(EVENT)).toEqual([]);
    });
  });
}
