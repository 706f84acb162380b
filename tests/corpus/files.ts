/**
 * Files that an attacker or a broken phone may send as a picture, created on demand. `prefix`: text that no file of the
 * site may contain.
 */
import { readFileSync } from "node:fs";
import { constants, crc32, deflateRawSync, gzipSync } from "node:zlib";
import sharp from "sharp";
import { HEIC, jpeg, lyingPixels } from "#tests/images/pictures.ts";

/** The expected result. `either`: depends on whether the decoder finds enough of a picture. */
type Fate = "refused" | "accepted" | "either";

export type Sample = { name: string; bytes: () => Promise<Uint8Array>; fate: Fate; prefix?: string };

const MARK = "<script>alert(document.domain)</script>";
const SCRIPT = Buffer.from(`<!doctype html>${MARK}`);
const EICAR = ["X5O!P%@AP[4\\PZX54(P^)7CC)7}$", "EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*"].join("");

const text = (content: string) => async () => Buffer.from(content, "latin1");
const image = (format: "jpeg" | "png" | "webp" | "avif") => lyingPixels(320, 240).toFormat(format).toBuffer();

/** @returns a chunk of a PNG */
function chunk(type: string, content: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), content]);
  const around = Buffer.alloc(8);
  around.writeUInt32BE(content.length, 0);
  around.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([around.subarray(0, 4), named, around.subarray(4)]);
}

/** @returns a PNG with additional chunks after its header */
async function pngWith(...chunks: Buffer[]): Promise<Buffer> {
  const png = await image("png");
  const afterHeader = 8 + 25;
  return Buffer.concat([png.subarray(0, afterHeader), ...chunks, png.subarray(afterHeader)]);
}

const MEGABYTE = 1024 * 1024;

/** @returns so many compressed bytes of zeros, from one compressed megabyte that is repeated */
function deflatedZeros(bytes: number): Buffer {
  const part = (size: number) => deflateRawSync(Buffer.alloc(size), { level: 9, finishFlush: constants.Z_FULL_FLUSH });
  const megabyte = part(MEGABYTE);
  const checksum = bytes % 65_521;
  const end = Buffer.from([0x03, 0x00, checksum >> 8, checksum & 0xff, 0x00, 0x01]);
  const whole = Array.from({ length: Math.floor(bytes / MEGABYTE) }, () => megabyte);
  return Buffer.concat([Buffer.from([0x78, 0xda]), ...whole, part(bytes % MEGABYTE), end]);
}

const inflatable = () => deflatedZeros(400 * MEGABYTE);

/**
 * @param pixels compressed; black ones by default
 * @returns a PNG with one bit per pixel: some kilobytes for each hundred megabytes of decoded pixels
 */
export function blackPng(side: number, pixels = deflatedZeros((1 + Math.ceil(side / 8)) * side)): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header[8] = 1;
  const signature = Buffer.from("89504e470d0a1a0a", "hex");
  return Buffer.concat([signature, chunk("IHDR", header), chunk("IDAT", pixels), chunk("IEND", Buffer.alloc(0))]);
}

/** @returns a WebP without pixels, whose header states a size of `side` pixels */
function lyingWebp(side: number): Buffer {
  const vp8x = Buffer.alloc(18);
  vp8x.write("VP8X", 0, "latin1");
  vp8x.writeUInt32LE(10, 4);
  vp8x.writeUIntLE(side - 1, 12, 3);
  vp8x.writeUIntLE(side - 1, 15, 3);
  const riff = Buffer.alloc(12);
  riff.write("RIFF", 0, "latin1");
  riff.writeUInt32LE(4 + vp8x.length, 4);
  riff.write("WEBP", 8, "latin1");
  return Buffer.concat([riff, vp8x]);
}

/** @returns an AVIF or HEIC whose header states this size */
export function lyingIspe(file: Buffer, width: number, height = width): Buffer {
  const size = file.indexOf("ispe", 0, "latin1") + 8;
  file.writeUInt32BE(width, size);
  file.writeUInt32BE(height, size + 4);
  return file;
}

/** @returns a JPEG with an additional segment. @param marker 0xfe for a comment, 0xe1 for Exif */
async function jpegWith(marker: number, content: Uint8Array): Promise<Buffer> {
  const file = await jpeg(320, 240);
  const length = content.length + 2;
  const segment = Buffer.from([0xff, marker, length >> 8, length & 0xff]);
  return Buffer.concat([file.subarray(0, 2), segment, content, file.subarray(2)]);
}

const FORMATS = ["jpeg", "png", "webp", "avif", "heic"] as const;
const CUTS = [0.1, 0.5, 0.9, 0.99];
const wholeNumber = async (format: (typeof FORMATS)[number]) =>
  format === "heic" ? readFileSync(HEIC) : image(format);

type Bytes = Sample["bytes"];
const refused = (name: string, bytes: Bytes): Sample => ({ name, bytes, fate: "refused" });
const either = (name: string, bytes: Bytes): Sample => ({ name, bytes, fate: "either" });
const accepted = (name: string, bytes: Bytes): Sample => ({ name, bytes, fate: "accepted" });
/** A picture that contains `MARK`. */
const marked = (name: string, bytes: Bytes, fate: Fate = "accepted"): Sample => ({ name, bytes, fate, prefix: MARK });
const joined = async (...parts: (Uint8Array | string | Promise<Uint8Array>)[]) =>
  Buffer.concat((await Promise.all(parts)).map((part) => Buffer.from(part as Uint8Array)));

/** Decompression bombs: small files whose decoded content is huge. */
export const BOMBS: readonly Sample[] = [
  refused("bombe-30000.png", async () => blackPng(30_000)),
  either("bombe-ztxt.png", async () => pngWith(chunk("zTXt", await joined("a\0\0", inflatable())))),
  either("bombe-iccp.png", async () => pngWith(chunk("iCCP", await joined("a\0\0", inflatable())))),
  either("bombe-itxt.png", async () => pngWith(chunk("iTXt", await joined("a\0\u0001\0\0\0", inflatable())))),
  either("beaucoup-de-textes.png", () =>
    pngWith(...Array.from({ length: 20_000 }, () => chunk("tEXt", Buffer.from("a\0b")))),
  ),
  refused("pretend.webp", async () => lyingWebp(16_777_216)),
  refused("pretend-un-peu.webp", async () => lyingWebp(7_000)),
  refused("pretend.avif", async () => lyingIspe(await image("avif"), 65_535)),
  refused("pretend-un-peu.avif", async () => lyingIspe(await image("avif"), 7_000)),
  refused("pretend.heic", async () => lyingIspe(readFileSync(HEIC), 0x7fff_ffff)),
  refused("bombe.svgz", async () => gzipSync(Buffer.alloc(50 * 1024 * 1024, " "))),
];

/** Files that are valid in two formats. */
const POLYGLOTS: readonly Sample[] = [
  marked("jpeg-commentaire.html", () => jpegWith(0xfe, SCRIPT)),
  marked("jpeg-exif.html", async () => jpegWith(0xe1, await joined("Exif\0\0", SCRIPT))),
  marked("jpeg-suivi.php", () => joined(image("jpeg"), "<?php system($_GET[0]); ?>", SCRIPT)),
  marked("jpeg-pdf.pdf", () => joined(image("jpeg"), `%PDF-1.7\n${MARK}\n%%EOF`)),
  refused("pdf-jpeg.jpg", () => joined("%PDF-1.7\n", image("jpeg"))),
  marked("png-texte.js", async () => pngWith(chunk("tEXt", await joined("Comment\0", SCRIPT)))),
  marked("png-suivi.js", () => joined(image("png"), SCRIPT)),
  refused("gif.js", text(`GIF89a/*\x01\0\x01\0*/=1;${MARK}`)),
  marked("webp-suivi.html", () => joined(image("webp"), SCRIPT), "either"),
  marked("avif-suivi.html", () => joined(image("avif"), SCRIPT), "either"),
  refused("zip-jpeg.jpg", () => joined("PK\u0003\u0004", image("jpeg"))),
  marked("jpeg-zip.jpg", () => joined(image("jpeg"), `PK\u0003\u0004../../evil${MARK}`)),
];

/** Files of other kinds, some with the name of a picture. */
const OTHERS: readonly Sample[] = [
  refused("vide.jpg", text("")),
  refused("page.jpg", async () => SCRIPT),
  refused("dessin.svg", text(`<svg xmlns="http://www.w3.org/2000/svg">${MARK}</svg>`)),
  refused("dessin.png", text(`<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`)),
  refused("entite.svg", text('<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg>&x;</svg>')),
  refused("eicar.jpg", text(EICAR)),
  refused("archive.jpg", text("PK\u0003\u0004\u0014\0\0\0\0\0../../../etc/cron.d/x")),
  refused("lien.mvg", text("push graphic-context\nimage over 0,0 0,0 'https://evil.example/'")),
  refused("programme.jpg", text("\u007fELF\u0002\u0001\u0001")),
  refused("animation.gif", () => lyingPixels(40, 30).gif().toBuffer()),
  refused("scan.tif", () => lyingPixels(40, 30).tiff().toBuffer()),
];

/** Unusual but valid pictures. */
const UNUSUAL: readonly Sample[] = [
  accepted("cmyk.jpg", () => lyingPixels(320, 240).toColourspace("cmyk").jpeg().toBuffer()),
  accepted("gris.jpg", () => lyingPixels(320, 240).greyscale().jpeg().toBuffer()),
  accepted("16-bits.png", () => lyingPixels(320, 240).toColourspace("rgb16").png().toBuffer()),
  accepted("p3.jpg", () => lyingPixels(320, 240).withIccProfile("p3").jpeg().toBuffer()),
  marked("profil-faux.jpg", () => jpegWith(0xe2, Buffer.from(`ICC_PROFILE\0\u0001\u0001${MARK}`)), "either"),
  accepted("progressive.jpg", () => lyingPixels(320, 240).jpeg({ progressive: true }).toBuffer()),
  accepted("entrelacee.png", () => lyingPixels(320, 240).png({ progressive: true }).toBuffer()),
  accepted("palette.png", () => lyingPixels(320, 240).png({ palette: true }).toBuffer()),
  accepted("un-pixel.png", () => lyingPixels(1, 1).png().toBuffer()),
  accepted("animee.webp", () => animated()),
];

/** @returns an animation of three frames */
async function animated(): Promise<Buffer> {
  const views = [60, 120, 180].map((tint) => jpeg(64, 48, tint));
  return sharp(await Promise.all(views), { join: { animated: true } })
    .webp()
    .toBuffer();
}

const CUT_SHORT: readonly Sample[] = FORMATS.flatMap((format) =>
  CUTS.map((part) => ({
    name: `coupe-a-${part * 100}.${format}`,
    bytes: async () => {
      const file = await wholeNumber(format);
      return file.subarray(0, Math.floor(file.length * part));
    },
    // The last bytes of a WebP or a HEIC may be padding or a thumbnail. A JPEG may lack a tenth.
    fate: part < (format === "jpeg" ? 0.9 : 0.99) ? ("refused" as const) : ("either" as const),
  })),
);

export const CORPUS: readonly Sample[] = [...BOMBS, ...POLYGLOTS, ...OTHERS, ...UNUSUAL, ...CUT_SHORT];

/** A complete picture of each accepted format, which tests damage. */
export const WHOLE_PICTURES = FORMATS.map((format) => ({ format, bytes: () => wholeNumber(format) }));

/** Hostile file names of valid pictures. */
export const NAMES: readonly string[] = [
  "../../../etc/passwd",
  "..\\..\\windows\\system32\\x.jpg",
  "/etc/cron.d/x",
  "a\0b.jpg",
  `${"x".repeat(5000)}.jpg`,
  "\u202Egpj.exe",
  "CON",
  "nul.jpg",
  "COM1.png",
  "affiche.jpg:flux",
  "%2e%2e%2fsecret",
  '"><img src=x onerror=alert(1)>.jpg',
  "=HYPERLINK(1).jpg",
  "\r\nSet-Cookie: session=1.jpg",
  "💥".repeat(300),
  "a\u0301".repeat(200),
  ".",
  " ",
];
