import sharp from "sharp";
import { describe, expect, it } from "vitest";
import {
  addressesOf,
  colourAt,
  EVENT,
  fetchAddress,
  last,
  name,
  near,
  type Place,
  save,
  shareOf,
  ZOE,
} from "./picture-place.ts";

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

/** @returns a function that reads a pixel of the event’s share picture; `x` and `y` from 0 to 1 */
async function shared(place: Place) {
  const file = await shareOf(place);
  return (x: number, y: number) => colourAt(file, Math.round(x * 1199), Math.round(y * 629));
}

/** The contract for the focus point of pictures. */
export function focusContract(title: string, make: () => Promise<Place>): void {
  describe(`${title}, the focus point`, () => {
    it("is the middle by default, else the given one, also in the list of a collection", async () => {
      const place = await make();
      const picture = await marked(400, 400, 0, 0);
      expect(await save(place, EVENT, picture)).toMatchObject({ focus: "" });
      expect(await save(place, EVENT, picture, "affiche.png", "3 7")).toMatchObject({ focus: "3 7" });
      expect((await place.pictures.findAll("evenements")).get(EVENT.id)?.focus).toBe("3 7");
      expect(await save(place, ZOE, picture, "a.png", "10 0")).toMatchObject({ focus: "10 0", share: null });
    });

    it.each([
      ["0 0", 0, 1],
      ["10 10", 1, 0],
    ])("is in the crop of the share picture: %s of a portrait", async (focus, red, grey) => {
      const place = await make();
      await save(place, EVENT, await marked(800, 1200, red, red), "affiche.png", focus);
      const pixel = await shared(place);
      // The corner of the poster is the corner of the crop, without frame or ground.
      expect(await pixel(red, red)).toEqual(near(RED));
      expect(await pixel(grey, grey)).toEqual(near(GREY));
    });

    it.each([
      [800, 1200, "5 3", 0.5, 0.3],
      [1500, 600, "7 5", 0.7, 0.5],
      [1000, 1000, "2 6", 0.2, 0.6],
      [1600, 840, "5 5", 0.5, 0.5],
    ])("is in the middle of the share picture, if the poster is large enough there: %i × %i, %s", async (...of) => {
      const [width, height, focus, x, y] = of;
      const place = await make();
      await save(place, EVENT, await marked(width, height, x, y), "affiche.png", focus);
      const pixel = await shared(place);
      // A side that the crop takes whole stays where it is.
      const [atX, atY] = width / height < 1200 / 630 ? [x, 0.5] : [0.5, y];
      expect(await pixel(atX, atY)).toEqual(near(RED));
    });

    it("can be changed in a new picture; the previous picture keeps its own share picture", async () => {
      const place = await make();
      for (const gone of ["0123456789abcdef0123", "../../etc/passwd", ""])
        expect(await place.pictures.refocus(gone, "1 1")).toBeNull();
      const model = await save(place, EVENT, await marked(800, 1200, 0, 0), "affiche.png", "0 0");
      const before = await fetchAddress(place, model.share ?? "");
      const other = await place.pictures.refocus(model.key, "10 10");
      await name(place, { ...EVENT, id: "Fête0826" }, model.key);
      await name(place, EVENT, other ?? undefined);
      const after = await last(place, EVENT);
      expect(after).toMatchObject({ focus: "10 10", width: 800, height: 1200 });
      expect(await (await shared(place))(0, 0)).toEqual(near(GREY));
      const kept = await last(place, { ...EVENT, id: "Fête0826" });
      expect(await fetchAddress(place, kept.share ?? "")).toEqual(before);
      for (const url of addressesOf(after)) expect(await fetchAddress(place, url)).not.toBeNull();
      // The whole poster again, in its frame on the planning's ground.
      await name(place, EVENT, (await place.pictures.refocus(after.key, "")) ?? undefined);
      expect(await (await shared(place))(0, 0)).toEqual(near([169, 211, 224]));
    });
  });
}
