import { crc32, deflateSync } from "node:zlib";
import sharp, { type Metadata, type Sharp } from "sharp";
import { largestVariantSize } from "#domain/pictures/picture-variants.ts";
import { type ImageRefusal, PICTURE_LIMITS } from "#domain/pictures/upload-limits.ts";
import { type Result, refusal, success } from "#domain/result.ts";
import { decodeHeic } from "./heic.ts";
import type { Pixels } from "./pixels.ts";
import { hasAllJpegFrequencies, missingJpegPart } from "./truncated-jpeg.ts";

const BACKGROUND = "#fffbf1";
/** 48 megapixels of HEIC take 4 s, and longer while other programs share the processor. */
const DURATION_MAX_S = 45;
/**
 * Maximum grey part. Browsers show even the beginning of a JPEG, but a picture with more than a tenth in grey should
 * not be published.
 */
const MISSING_MAX = 0.1;

type Options = {
  /** Accepts the first frame of a GIF. */
  withGif?: boolean;
  seconds?: number;
};

/** Decodes a picture after checking its type and size. Never throws. */
export async function decodeImage(
  bytes: Uint8Array,
  { withGif = false, seconds = DURATION_MAX_S }: Options = {},
): Promise<Result<Pixels, ImageRefusal>> {
  if (bytes.byteLength > PICTURE_LIMITS.bytes) return refusal("too-heavy");
  const format = recognise(bytes);
  if (!format || (format === "gif" && !withGif)) return refusal("unreadable");
  try {
    const header = await sharp(bytes, { limitInputPixels: false })
      .metadata()
      .catch(() => null);
    // sharp cannot read a HEIF with more than 256 items, and an iPhone's panorama has more tiles.
    if (!header && format === "heif") return await decodeHevc(bytes, seconds);
    if (header?.format !== format) return refusal("unreadable");
    const pixels = header.width * header.height;
    if (pixels > PICTURE_LIMITS[header.compression === "av1" ? "pixelsAvif" : "pixels"]) return refusal("too-large");
    if (header.compression === "hevc") return await decodeHevc(bytes, seconds);
    return success(await decodeOther(bytes, header, seconds));
  } catch (error) {
    return refusal(isTimeout(error) ? "too-slow" : "unreadable");
  }
}

/** sharp's error has no code; its message is `timeout: 12% complete`. */
const isTimeout = (error: unknown): boolean =>
  error instanceof Error && (error.name === "AbortError" || error.message.startsWith("timeout:"));

const END_OF_IMAGE = Buffer.from([0xff, 0xd9]);

async function decodeOther(bytes: Uint8Array, header: Metadata, seconds: number): Promise<Pixels> {
  const decode = (file: Uint8Array, failOn: "error" | "warning" | "none") =>
    reduce(sharp(file, { failOn, limitInputPixels: PICTURE_LIMITS.pixels }).autoOrient(), header.autoOrient, seconds);
  try {
    return await decode(bytes, "error");
  } catch (error) {
    const isCutShort = header.format === "jpeg" && String(error).includes("premature end");
    if (!isCutShort || !hasAllJpegFrequencies(bytes)) throw error;
    // Without a warning, only the end marker is missing.
    const whole = await decode(Buffer.concat([bytes, END_OF_IMAGE]), "warning").catch(() => null);
    if (whole) return whole;
    if (header.space === "cmyk") throw error;
    const pixels = await decode(bytes, "none");
    if (missingJpegPart(pixels, header.orientation) > MISSING_MAX) throw error;
    return pixels;
  }
}

/** The decoded pixels are in the file's colours, which are Display P3 on an iPhone. */
async function decodeHevc(bytes: Uint8Array, seconds: number): Promise<Result<Pixels, "too-large">> {
  const decoded = await decodeHeic(bytes, { pixels: PICTURE_LIMITS.pixels, seconds });
  if (!decoded) return refusal("too-large");
  const { data, profile, ...raw } = decoded;
  const image = sharp(data, { raw, limitInputPixels: PICTURE_LIMITS.pixels });
  if (profile.length === 0) return success(await reduce(image, raw, seconds));
  const { width, height } = largestVariantSize(raw.width, raw.height);
  const png = await image.resize(width, height, { fit: "fill" }).png({ compressionLevel: 0 }).toBuffer();
  return success(await reduce(sharp(withProfile(png, profile)), { width, height }, seconds));
}

async function reduce(image: Sharp, upright: { width: number; height: number }, seconds: number): Promise<Pixels> {
  const { width, height } = largestVariantSize(upright.width, upright.height);
  const { data, info } = await image
    .resize(width, height, { fit: "fill" })
    .flatten({ background: BACKGROUND })
    .toColourspace("srgb")
    .timeout({ seconds })
    .raw({ depth: "uchar" })
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

function withProfile(png: Buffer, profile: Uint8Array): Buffer {
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
