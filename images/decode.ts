import { crc32, deflateSync } from "node:zlib";
import sharp, { type Metadata, type Sharp } from "sharp";
import { largestSize } from "#domain/pictures/picture-variants.ts";
import { type ImageRefusal, PICTURE_LIMITS } from "#domain/pictures/upload-limits.ts";
import { type Result, refusal, success } from "#domain/result.ts";
import { decodeHeic } from "./heic.ts";

const BACKGROUND = "#fffbf1";
const DURATION_MAX_S = 30;

/** Decodes a picture after checking its type and size. `withGif`: accepts the first frame of a GIF. Never throws. */
export async function decodeImage(bytes: Uint8Array, withGif = false): Promise<Result<Pixels, ImageRefusal>> {
  if (bytes.byteLength > PICTURE_LIMITS.bytes) return refusal("too-heavy");
  const format = recognise(bytes);
  if (!format || (format === "gif" && !withGif)) return refusal("unreadable");
  try {
    const header = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (header.format !== format) return refusal("unreadable");
    const pixels = header.width * header.height;
    if (pixels > PICTURE_LIMITS[header.compression === "av1" ? "pixelsAvif" : "pixels"]) return refusal("too-large");
    return success(await (header.compression === "hevc" ? decodeHevc(bytes, header.icc) : decodeOther(bytes, header)));
  } catch {
    return refusal("unreadable");
  }
}

const decodeOther = (bytes: Uint8Array, { autoOrient }: Metadata): Promise<Pixels> =>
  reduce(sharp(bytes, { failOn: "error", limitInputPixels: PICTURE_LIMITS.pixels }).autoOrient(), autoOrient);

/** The decoded pixels have no colour profile. Add the file's profile, which is Display P3 on an iPhone. */
async function decodeHevc(bytes: Uint8Array, profile: Buffer | undefined): Promise<Pixels> {
  const { data, ...size } = await decodeHeic(bytes, PICTURE_LIMITS.pixels);
  const raw = { width: size.width, height: size.height, channels: 4 } as const;
  const image = sharp(new Uint8Array(data), { raw, limitInputPixels: PICTURE_LIMITS.pixels });
  if (!profile) return reduce(image, size);
  const { width, height } = largestSize(size.width, size.height);
  const png = await image.resize(width, height, { fit: "fill" }).png({ compressionLevel: 0 }).toBuffer();
  return reduce(sharp(withProfile(png, profile)), { width, height });
}

async function reduce(image: Sharp, upright: { width: number; height: number }): Promise<Pixels> {
  const { width, height } = largestSize(upright.width, upright.height);
  const { data, info } = await image
    .resize(width, height, { fit: "fill" })
    .flatten({ background: BACKGROUND })
    .toColourspace("srgb")
    .timeout({ seconds: DURATION_MAX_S })
    .raw({ depth: "uchar" })
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

function withProfile(png: Buffer, profile: Buffer): Buffer {
  const behindHeader = 8 + 25;
  const chunk = Buffer.concat([Buffer.from("iCCPprofil\0\0"), deflateSync(profile)]);
  const around = Buffer.alloc(8);
  around.writeUInt32BE(chunk.length - 4, 0);
  around.writeUInt32BE(crc32(chunk), 4);
  return Buffer.concat([
    png.subarray(0, behindHeader),
    around.subarray(0, 4),
    chunk,
    around.subarray(4),
    png.subarray(behindHeader),
  ]);
}

type Kind = "jpeg" | "png" | "webp" | "heif" | "gif";

const PNG = "\x89PNG\r\n\x1a\n";
/** File type brands of AVIF and HEIC. A brand does not identify the codec. */
const BRANDS = new Set(["avif", "avis", "heic", "heix", "hevc", "hevx", "heim", "heis", "mif1", "msf1"]);

/** Checks the first bytes, so that other formats such as SVG and PDF do not reach a decoder. */
function recognise(bytes: Uint8Array): Kind | null {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 12)).toString("latin1");
  if (start.startsWith("\xff\xd8\xff")) return "jpeg";
  if (start.startsWith(PNG)) return "png";
  if (/^GIF8[79]a/.test(start)) return "gif";
  if (start.startsWith("RIFF") && start.endsWith("WEBP")) return "webp";
  return start.slice(4, 8) === "ftyp" && BRANDS.has(start.slice(8)) ? "heif" : null;
}

/** An upright, opaque picture in sRGB, with three bytes per pixel. */
export type Pixels = { readonly data: Uint8Array; readonly width: number; readonly height: number };

export type PixelSource = Pixels | Uint8Array;

export const openPixels = (source: PixelSource) =>
  source instanceof Uint8Array
    ? sharp(source)
    : sharp(source.data, { raw: { width: source.width, height: source.height, channels: 3 } });
