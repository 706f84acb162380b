/** Invalid picture files with the expected refusals. */
import { readFileSync } from "node:fs";
import sharp from "sharp";
import { type ImageRefusal, PICTURE_LIMITS } from "#domain/pictures/upload-limits.ts";
import { blackPng, lyingIspe } from "#tests/corpus/files.ts";
import { HEIC, jpeg } from "./pictures.ts";

/** A refusal that depends on the file only. */
type FileRefusal = Exclude<ImageRefusal, "too-slow">;
type Hostile = { name: string; bytes: () => Promise<Uint8Array>; refusal: FileRefusal };

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

const unreadable = (name: string, bytes: Hostile["bytes"]): Hostile => ({ name, bytes, refusal: "unreadable" });
const tooLarge = (name: string, bytes: Hostile["bytes"]): Hostile => ({ name, bytes, refusal: "too-large" });
const tooHeavy = (name: string, bytes: Hostile["bytes"]): Hostile => ({ name, bytes, refusal: "too-heavy" });

const FILES: readonly Hostile[] = [
  unreadable("texte.jpg", text("Ceci n’est pas une image.\n".repeat(100))),
  unreadable("vide.jpg", text("")),
  unreadable("script.png", text('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>')),
  unreadable("dessin.svg", text('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>')),
  unreadable("page.pdf", text("%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\n%%EOF")),
  unreadable("anime.gif", () => smallPicture().gif().toBuffer()),
  unreadable("scan.tif", () => smallPicture().tiff().toBuffer()),
  unreadable("gif-nomme.jpg", () => smallPicture().gif().toBuffer()),
  unreadable("coupe-au-milieu.jpg", async () => withoutEnd(await jpeg(900, 600), 0.5)),
  unreadable("coupe-vers-la-fin.jpg", async () => withoutEnd(await jpeg(900, 600), 0.8)),
  unreadable("coupe.png", async () => withoutEnd(await smallPicture().png().toBuffer(), 0.6)),
  unreadable("coupe.webp", async () => withoutEnd(await smallPicture().webp().toBuffer(), 0.7)),
  unreadable("coupe.avif", async () => withoutEnd(await smallPicture().avif().toBuffer(), 0.9)),
  unreadable("entete-seule.jpg", async () => Buffer.from("ffd8ffe000104a4649460001", "hex")),
  unreadable("marque-seule.heic", text("\0\0\0\u0018ftypheic\0\0\0\0mif1heic")),
  unreadable("coupe.heic", async () => withoutEnd(readFileSync(HEIC), 0.9)),
  unreadable("taille-fausse.heic", async () => lyingIspe(readFileSync(HEIC), 7_000)),
  tooLarge("taille-folle.heic", async () => lyingIspe(readFileSync(HEIC), 30_000)),
  tooLarge("bombe.png", async () => blackPng(30_000)),
  tooLarge("bombe-sans-pixels.png", async () => blackPng(30_000, Buffer.alloc(0))),
  tooLarge("panorama.jpg", async () => jpegThatClaims(await jpeg(40, 30), 10_000, 6_001)),
  tooLarge("trop-grande.avif", async () => lyingIspe(await smallPicture().avif().toBuffer(), 6_000, 4_001)),
  tooHeavy("lourde.jpg", async () => Buffer.concat([await jpeg(40, 30), Buffer.alloc(PICTURE_LIMITS.bytes)])),
  tooHeavy("26-mo.jpg", async () => Buffer.alloc(26_000_000 + 1024 * 1024, 7)),
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

/** @returns a JPEG whose header declares this size */
function jpegThatClaims(file: Buffer, width: number, height: number): Buffer {
  const claiming = Buffer.from(file);
  const frame = claiming.indexOf(Buffer.from([0xff, 0xc0]));
  claiming.writeUInt16BE(height, frame + 5);
  claiming.writeUInt16BE(width, frame + 7);
  return claiming;
}

const withoutEnd = (file: Buffer, kept: number): Buffer => file.subarray(0, Math.floor(file.length * kept));
