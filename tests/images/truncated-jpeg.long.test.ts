import sharp, { type JpegOptions } from "sharp";
import { describe, expect, it } from "vitest";
import { decodeImage } from "#images/decode.ts";
import { lyingPixels, noise } from "./pictures.ts";

const photo = noise(900, 600, 30, "truncated").png().toBuffer();
const encoded = async (options: JpegOptions, profile?: string) => {
  const image = sharp(await photo);
  return (profile ? image.withIccProfile(profile) : image).jpeg(options).toBuffer();
};

const KINDS = {
  baseline: () => encoded({}),
  "without subsampling": () => encoded({ chromaSubsampling: "4:4:4" }),
  "with Display P3": () => encoded({}, "p3"),
  progressive: () => encoded({ progressive: true }),
  "of mozjpeg": () => encoded({ mozjpeg: true }),
  grey: async () =>
    sharp(await photo)
      .greyscale()
      .jpeg()
      .toBuffer(),
  "in one colour": () => lyingPixels(900, 600).jpeg().toBuffer(),
} as const;
const kinds = Object.entries(KINDS).map(([name, bytes]) => ({ name, bytes }));

const upTo = (file: Buffer, part: number) => file.subarray(0, Math.floor(file.length * part));
const outcome = async (file: Buffer) => {
  const result = await decodeImage(file);
  return result.ok ? [result.value.width, result.value.height] : result.reason;
};

describe("a JPEG without its end", () => {
  it.each(kinds)("is accepted if a browser shows nearly all of it: $name", async ({ bytes }) => {
    const file = await bytes();
    for (const cut of [1, 2, 3, 20]) expect(await outcome(file.subarray(0, -cut)), `${cut} bytes`).toEqual([900, 600]);
    for (const part of [0.99, 0.97, 0.95]) expect(await outcome(upTo(file, part)), `${part}`).toEqual([900, 600]);
  });

  it.each(kinds)("is refused if much is missing: $name", async ({ name, bytes }) => {
    const file = await bytes();
    // A progressive JPEG of half the bytes is a whole picture, with less precise colours.
    for (const part of name === "progressive" ? [0.1, 0.02] : [0.8, 0.5, 0.1])
      expect(await outcome(upTo(file, part)), `${part}`).toBe("unreadable");
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    "is measured in the direction of the file, with orientation %i",
    async (orientation) => {
      const file = await sharp(await photo)
        .withMetadata({ orientation })
        .jpeg()
        .toBuffer();
      const size = orientation > 4 ? [600, 900] : [900, 600];
      expect(await outcome(upTo(file, 0.95))).toEqual(size);
      expect(await outcome(upTo(file, 0.8))).toBe("unreadable");
    },
  );

  it("is accepted if only the end marker is missing, also in CMYK and with a grey lower half", async () => {
    const grey = { create: { width: 900, height: 300, channels: 3, background: "#808080" } } as const;
    const greyBelow = sharp(await photo).composite([{ input: grey, left: 0, top: 300 }]);
    for (const image of [sharp(await photo).toColourspace("cmyk"), greyBelow]) {
      const file = await image.jpeg().toBuffer();
      expect(await outcome(file.subarray(0, -2))).toEqual([900, 600]);
      expect(await outcome(file.subarray(0, -1))).toEqual([900, 600]);
      expect(await outcome(upTo(file, 0.5))).toBe("unreadable");
    }
  });

  it("may be followed by a film or a second picture, as phones write it", async () => {
    const file = await encoded({});
    const film = Buffer.concat([Buffer.from("\0\0\0\x18ftypmp42\0\0\0\0mp42isom", "latin1"), Buffer.alloc(5_000, 7)]);
    for (const next of [film, file, upTo(file, 0.5), Buffer.from("text behind the picture")])
      for (const first of [file, file.subarray(0, -2)])
        expect(await outcome(Buffer.concat([first, next]))).toEqual([900, 600]);
  });

  it("is refused if its header promises pixels that do not exist", async () => {
    expect(await outcome(upTo(await encoded({}), 0.01))).toBe("unreadable");
  });
});
