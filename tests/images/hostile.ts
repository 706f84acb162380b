/** Invalid picture files with the expected refusals. */
import { readFileSync } from "node:fs";
import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";
import { type ImageRefusal, PICTURE_LIMITS } from "#domain/pictures/upload-limits.ts";
import { HEIC, jpeg } from "./pictures.ts";

type Hostile = { name: string; bytes: () => Promise<Uint8Array>; refusal: ImageRefusal };

const text = (content: string) => async () => Buffer.from(content);
const smallPicture = () => sharp({ create: { width: 40, height: 30, channels: 3, background: "#c84028" } });

/** @returns the file with a cache for its bytes */
function once({ bytes, ...rest }: Hostile): Hostile {
  let made: Promise<Uint8Array> | undefined;
  return {
    ...rest,
    bytes() {
      made ??= bytes();
      return made;
    },
  };
}

const FILES: readonly Hostile[] = [
  { name: "texte.jpg", bytes: text("Ceci n’est pas une image.\n".repeat(100)), refusal: "unreadable" },
  { name: "vide.jpg", bytes: text(""), refusal: "unreadable" },
  {
    name: "script.png",
    bytes: text('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'),
    refusal: "unreadable",
  },
  {
    name: "dessin.svg",
    bytes: text('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>'),
    refusal: "unreadable",
  },
  { name: "page.pdf", bytes: text("%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\n%%EOF"), refusal: "unreadable" },
  { name: "anime.gif", bytes: () => smallPicture().gif().toBuffer(), refusal: "unreadable" },
  { name: "scan.tif", bytes: () => smallPicture().tiff().toBuffer(), refusal: "unreadable" },
  { name: "gif-nomme.jpg", bytes: () => smallPicture().gif().toBuffer(), refusal: "unreadable" },
  { name: "coupe-au-milieu.jpg", bytes: async () => withoutEnd(await jpeg(900, 600), 0.5), refusal: "unreadable" },
  { name: "coupe-vers-la-fin.jpg", bytes: async () => withoutEnd(await jpeg(900, 600), 0.98), refusal: "unreadable" },
  {
    name: "coupe.png",
    bytes: async () => withoutEnd(await smallPicture().png().toBuffer(), 0.6),
    refusal: "unreadable",
  },
  {
    name: "coupe.webp",
    bytes: async () => withoutEnd(await smallPicture().webp().toBuffer(), 0.7),
    refusal: "unreadable",
  },
  {
    name: "coupe.avif",
    bytes: async () => withoutEnd(await smallPicture().avif().toBuffer(), 0.9),
    refusal: "unreadable",
  },
  {
    name: "entete-seule.jpg",
    bytes: async () => Buffer.from("ffd8ffe000104a4649460001", "hex"),
    refusal: "unreadable",
  },
  { name: "marque-seule.heic", bytes: text("\0\0\0\u0018ftypheic\0\0\0\0mif1heic"), refusal: "unreadable" },
  { name: "coupe.heic", bytes: async () => withoutEnd(readFileSync(HEIC), 0.9), refusal: "unreadable" },
  {
    name: "taille-fausse.heic",
    bytes: async () => heifThatClaims(readFileSync(HEIC), 7_000, 7_000),
    refusal: "unreadable",
  },
  {
    name: "taille-folle.heic",
    bytes: async () => heifThatClaims(readFileSync(HEIC), 30_000, 30_000),
    refusal: "too-large",
  },
  { name: "bombe.png", bytes: async () => bomb(30_000, 30_000), refusal: "too-large" },
  { name: "bombe-sans-pixels.png", bytes: async () => bomb(30_000, 30_000, Buffer.alloc(0)), refusal: "too-large" },
  { name: "panorama.jpg", bytes: async () => jpegThatClaims(await jpeg(40, 30), 10_000, 6_001), refusal: "too-large" },
  {
    name: "trop-grande-pour-un.avif",
    bytes: async () => heifThatClaims(await smallPicture().avif().toBuffer(), 6_000, 4_001),
    refusal: "too-large",
  },
  {
    name: "lourde.jpg",
    bytes: async () => Buffer.concat([await jpeg(40, 30), Buffer.alloc(PICTURE_LIMITS.bytes)]),
    refusal: "too-heavy",
  },
  { name: "26-mo.jpg", bytes: async () => Buffer.alloc(26_000_000 + 1024 * 1024, 7), refusal: "too-heavy" },
];

/** All files that the pictures refuse. */
export const HOSTILES = FILES.map(once);

/** @returns a JPEG that also contains a web page */
export async function polyglot(): Promise<Buffer> {
  const image = await jpeg(600, 400);
  const html = Buffer.from("<!doctype html><script>alert(document.domain)</script>");
  const comment = Buffer.from([0xff, 0xfe, 0, html.length + 2]);
  return Buffer.concat([image.subarray(0, 2), comment, html, image.subarray(2), html]);
}

/** @returns a HEIC or AVIF whose header declares this size */
function heifThatClaims(file: Buffer, width: number, height: number): Buffer {
  const size = file.indexOf("ispe") + 8;
  file.writeUInt32BE(width, size);
  file.writeUInt32BE(height, size + 4);
  return file;
}

/** @returns a JPEG whose header declares this size */
function jpegThatClaims(file: Buffer, width: number, height: number): Buffer {
  const claiming = Buffer.from(file);
  const frame = claiming.indexOf(Buffer.from([0xff, 0xc0]));
  claiming.writeUInt16BE(height, frame + 5);
  claiming.writeUInt16BE(width, frame + 7);
  return claiming;
}

const withoutEnd = (file: Buffer, kept: number): Buffer => file.subarray(0, Math.floor(file.length * kept));

/** @returns a PNG of one bit per pixel that is small as a file and huge once it is decoded */
function bomb(width: number, height: number, pixels = deflateSync(Buffer.alloc((width / 8 + 1) * height))): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  const signature = Buffer.from("89504e470d0a1a0a", "hex");
  return Buffer.concat([signature, chunk("IHDR", header), chunk("IDAT", pixels), chunk("IEND", Buffer.alloc(0))]);
}

function chunk(type: string, contents: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), contents]);
  const around = Buffer.alloc(8);
  around.writeUInt32BE(contents.length, 0);
  around.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([around.subarray(0, 4), named, around.subarray(4)]);
}
