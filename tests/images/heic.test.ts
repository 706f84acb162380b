import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { decodeImage } from "#images/decode.ts";
import type { Pixels } from "#images/pixels.ts";
import { COLOUR_TILES, codedPicture, heicFile } from "./heic-file.ts";
import { HEIC } from "./pictures.ts";

const COLOURS = Object.keys(COLOUR_TILES);
const TILES = Object.values(COLOUR_TILES);
const RED = COLOUR_TILES["#d02020"];
const PORTRAIT = codedPicture(HEIC);

async function decoded(file: Buffer): Promise<Pixels> {
  const result = await decodeImage(file);
  if (!result.ok) throw new Error(result.reason);
  return result.value;
}

/** @returns the tiles of a grid in their colours */
async function drawnGrid(columns: number, rows: number): Promise<Buffer> {
  const pixels = Array.from({ length: columns * rows }, (_, i) => COLOURS[i % COLOURS.length] as string).flatMap(
    (colour) => [1, 3, 5].map((from) => Number.parseInt(colour.slice(from, from + 2), 16)),
  );
  return sharp(Buffer.from(pixels), { raw: { width: columns, height: rows, channels: 3 } })
    .resize(columns * 64, rows * 64, { kernel: "nearest" })
    .png()
    .toBuffer();
}

async function distance(pixels: Pixels, expected: Buffer): Promise<number> {
  const { width, height } = pixels;
  const other = await sharp(expected).resize(width, height, { fit: "fill" }).raw().toBuffer();
  return pixels.data.reduce((sum, value, i) => sum + Math.abs(value - (other[i] as number)), 0) / other.length;
}

describe("a HEIC", () => {
  it.each([
    { name: "the second of two", pictures: [{ tiles: [PORTRAIT] }, { tiles: [RED] }], primary: 1 },
    { name: "the first of two", pictures: [{ tiles: [RED] }, { tiles: [PORTRAIT] }], primary: 0 },
    {
      name: "the last of three, larger",
      pictures: [{ tiles: TILES, columns: 3, rows: 2 }, { tiles: [PORTRAIT] }, { tiles: [RED] }],
      primary: 2,
    },
    {
      name: "a grid behind a single picture",
      pictures: [{ tiles: [PORTRAIT] }, { tiles: [RED], columns: 1, rows: 2, height: 64 }],
      primary: 1,
    },
  ])("shows its primary picture: $name", async ({ pictures, primary }) => {
    const pixels = await decoded(heicFile(pictures, primary));
    expect([pixels.width, pixels.height]).toEqual([64, 64]);
    expect(await distance(pixels, await drawnGrid(1, 1))).toBeLessThan(4);
  });

  describe.each([0, 1, 2, 3])("in a grid with a hidden edge, %i quarter turns anticlockwise", (turns) => {
    it.each([undefined, "left-right", "top-bottom"] as const)("mirrored: %s", async (mirror) => {
      const size = { width: 170, height: 100 };
      const pixels = await decoded(
        heicFile([{ tiles: TILES, columns: 3, rows: 2, ...size, turns, ...(mirror && { mirror }) }]),
      );
      const cut = await sharp(await drawnGrid(3, 2))
        .extract({ left: 0, top: 0, ...size })
        .toBuffer();
      const turned = sharp(
        await sharp(cut)
          .rotate(-90 * turns)
          .toBuffer(),
      );
      const upright = mirror === "left-right" ? turned.flop() : mirror ? turned.flip() : turned;
      expect([pixels.width, pixels.height]).toEqual(turns % 2 ? [100, 170] : [170, 100]);
      expect(await distance(pixels, await upright.toBuffer())).toBeLessThan(4);
    });
  });

  it("in a grid can be cropped", async () => {
    const pixels = await decoded(heicFile([{ tiles: TILES, columns: 3, rows: 2, crop: { width: 128, height: 80 } }]));
    const expected = await sharp(await drawnGrid(3, 2))
      .extract({ left: 32, top: 24, width: 128, height: 80 })
      .toBuffer();
    expect([pixels.width, pixels.height]).toEqual([128, 80]);
    expect(await distance(pixels, expected)).toBeLessThan(4);
  });

  it.each([0, 2])("is reduced while it is decoded, with %i quarter turns", async (turns) => {
    const size = { width: 3201, height: 1067 };
    const pixels = await decoded(heicFile([{ tiles: TILES, columns: 51, rows: 17, ...size, turns }]));
    expect([pixels.width, pixels.height]).toEqual([1600, 533]);
    const cut = await sharp(await drawnGrid(51, 17))
      .extract({ left: 0, top: 0, ...size })
      .toBuffer();
    expect(
      await distance(
        pixels,
        await sharp(cut)
          .rotate(90 * turns)
          .toBuffer(),
      ),
    ).toBeLessThan(4);
  });

  it("of more than 60 megapixels is too large, also with more tiles than sharp reads", async () => {
    const tile = { ...RED, width: 512, height: 512 };
    const file = heicFile([{ tiles: [tile], columns: 32, rows: 9 }]);
    expect(await decodeImage(file)).toEqual({ ok: false, reason: "too-large" });
  });

  it("that is not decoded in time is not called unreadable", async () => {
    const file = heicFile([{ tiles: TILES, columns: 30, rows: 30 }]);
    expect(await decodeImage(file, { seconds: 0.001 })).toEqual({ ok: false, reason: "too-slow" });
  });
});
