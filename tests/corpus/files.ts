/**
 * Files that an attacker or a broken phone may send as a picture, made when they are needed. `marque` is text that
 * must not be in anything the site serves.
 */
import { readFileSync } from "node:fs";
import { crc32, deflateSync, gzipSync } from "node:zlib";
import sharp from "sharp";
import { HEIC, jpeg, lyingPixels } from "#tests/images/pictures.ts";

/** What may become of a file. Either: a decoder may find enough of a picture in it, or not. */
type Sort = "refuse" | "accepte" | "l-un-ou-l-autre";

export type Cas = { nom: string; octets: () => Promise<Uint8Array>; sort: Sort; marque?: string };

const MARQUE = "<script>alert(document.domain)</script>";
const SCRIPT = Buffer.from(`<!doctype html>${MARQUE}`);
const EICAR = ["X5O!P%@AP[4\\PZX54(P^)7CC)7}$", "EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*"].join("");

const texte = (contenu: string) => async () => Buffer.from(contenu, "latin1");
const image = (format: "jpeg" | "png" | "webp" | "avif") => lyingPixels(320, 240).toFormat(format).toBuffer();

/** @returns a chunk of a PNG */
function chunk(type: string, contenu: Uint8Array): Buffer {
  const nomme = Buffer.concat([Buffer.from(type, "latin1"), contenu]);
  const autour = Buffer.alloc(8);
  autour.writeUInt32BE(contenu.length, 0);
  autour.writeUInt32BE(crc32(nomme), 4);
  return Buffer.concat([autour.subarray(0, 4), nomme, autour.subarray(4)]);
}

/** @returns a PNG with more in it, right behind its header */
async function pngAvec(...chunks: Buffer[]): Promise<Buffer> {
  const png = await image("png");
  const apresEntete = 8 + 25;
  return Buffer.concat([png.subarray(0, apresEntete), ...chunks, png.subarray(apresEntete)]);
}

let inflating: Buffer | undefined;

/** @returns bytes that become 400 megabytes of zeros, made once */
function gonflable(): Buffer {
  inflating ??= deflateSync(Buffer.alloc(400 * 1024 * 1024), { level: 9 });
  return inflating;
}

/** @returns a PNG of one bit per pixel, all of them black: some kilobytes for each hundred megabytes once decoded */
function pngNoir(cote: number): Buffer {
  const entete = Buffer.alloc(13);
  entete.writeUInt32BE(cote, 0);
  entete.writeUInt32BE(cote, 4);
  entete[8] = 1;
  const pixels = deflateSync(Buffer.alloc((1 + Math.ceil(cote / 8)) * cote));
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    chunk("IHDR", entete),
    chunk("IDAT", pixels),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** @returns a WebP without pixels that says how large it is: 24 bits for each side */
function webpQuiPretend(cote: number): Buffer {
  const vp8x = Buffer.alloc(18);
  vp8x.write("VP8X", 0, "latin1");
  vp8x.writeUInt32LE(10, 4);
  vp8x.writeUIntLE(cote - 1, 12, 3);
  vp8x.writeUIntLE(cote - 1, 15, 3);
  const riff = Buffer.alloc(12);
  riff.write("RIFF", 0, "latin1");
  riff.writeUInt32LE(4 + vp8x.length, 4);
  riff.write("WEBP", 8, "latin1");
  return Buffer.concat([riff, vp8x]);
}

/** @returns an AVIF or HEIC whose header lies about its size */
function ispeQuiPretend(fichier: Buffer, cote: number): Buffer {
  const taille = fichier.indexOf("ispe", 0, "latin1") + 8;
  fichier.writeUInt32BE(cote, taille);
  fichier.writeUInt32BE(cote, taille + 4);
  return fichier;
}

/** @returns a JPEG with a segment behind its first mark. @param marqueur 0xfe for a comment, 0xe1 for Exif… */
async function jpegAvec(marqueur: number, contenu: Uint8Array): Promise<Buffer> {
  const fichier = await jpeg(320, 240);
  const longueur = contenu.length + 2;
  const segment = Buffer.from([0xff, marqueur, longueur >> 8, longueur & 0xff]);
  return Buffer.concat([fichier.subarray(0, 2), segment, contenu, fichier.subarray(2)]);
}

const FORMATS = ["jpeg", "png", "webp", "avif", "heic"] as const;
const COUPES = [0.1, 0.5, 0.9, 0.99];
const entier = async (format: (typeof FORMATS)[number]) => (format === "heic" ? readFileSync(HEIC) : image(format));

/** Small as files, huge for whoever believes them. */
export const BOMBES: readonly Cas[] = [
  { nom: "bombe-30000.png", octets: async () => pngNoir(30_000), sort: "refuse" },
  {
    nom: "bombe-ztxt.png",
    octets: () => pngAvec(chunk("zTXt", Buffer.concat([Buffer.from("a\0\0"), gonflable()]))),
    sort: "l-un-ou-l-autre",
  },
  {
    nom: "bombe-iccp.png",
    octets: () => pngAvec(chunk("iCCP", Buffer.concat([Buffer.from("a\0\0"), gonflable()]))),
    sort: "l-un-ou-l-autre",
  },
  {
    nom: "bombe-itxt.png",
    octets: () => pngAvec(chunk("iTXt", Buffer.concat([Buffer.from("a\0\u0001\0\0\0", "latin1"), gonflable()]))),
    sort: "l-un-ou-l-autre",
  },
  {
    nom: "beaucoup-de-textes.png",
    octets: () => pngAvec(...Array.from({ length: 20_000 }, () => chunk("tEXt", Buffer.from("a\0b")))),
    sort: "l-un-ou-l-autre",
  },
  { nom: "pretend.webp", octets: async () => webpQuiPretend(16_777_216), sort: "refuse" },
  { nom: "pretend-un-peu.webp", octets: async () => webpQuiPretend(7_000), sort: "refuse" },
  { nom: "pretend.avif", octets: async () => ispeQuiPretend(await image("avif"), 65_535), sort: "refuse" },
  { nom: "pretend-un-peu.avif", octets: async () => ispeQuiPretend(await image("avif"), 7_000), sort: "refuse" },
  { nom: "pretend.heic", octets: async () => ispeQuiPretend(readFileSync(HEIC), 0x7fff_ffff), sort: "refuse" },
  { nom: "bombe.svgz", octets: async () => gzipSync(Buffer.alloc(50 * 1024 * 1024, " ")), sort: "refuse" },
];

/** Two things at once, for whoever believes the other one. */
const POLYGLOTTES: readonly Cas[] = [
  { nom: "jpeg-commentaire.html", octets: () => jpegAvec(0xfe, SCRIPT), sort: "accepte", marque: MARQUE },
  {
    nom: "jpeg-exif.html",
    octets: () => jpegAvec(0xe1, Buffer.concat([Buffer.from("Exif\0\0"), SCRIPT])),
    sort: "accepte",
    marque: MARQUE,
  },
  {
    nom: "jpeg-suivi.php",
    octets: async () => Buffer.concat([await image("jpeg"), Buffer.from("<?php system($_GET[0]); ?>"), SCRIPT]),
    sort: "accepte",
    marque: MARQUE,
  },
  {
    nom: "jpeg-pdf.pdf",
    octets: async () => Buffer.concat([await image("jpeg"), Buffer.from(`%PDF-1.7\n${MARQUE}\n%%EOF`)]),
    sort: "accepte",
    marque: MARQUE,
  },
  {
    nom: "pdf-jpeg.jpg",
    octets: async () => Buffer.concat([Buffer.from("%PDF-1.7\n"), await image("jpeg")]),
    sort: "refuse",
  },
  {
    nom: "png-texte.js",
    octets: () => pngAvec(chunk("tEXt", Buffer.concat([Buffer.from("Comment\0"), SCRIPT]))),
    sort: "accepte",
    marque: MARQUE,
  },
  {
    nom: "png-suivi.js",
    octets: async () => Buffer.concat([await image("png"), SCRIPT]),
    sort: "accepte",
    marque: MARQUE,
  },
  { nom: "gif.js", octets: texte(`GIF89a/*\x01\0\x01\0*/=1;${MARQUE}`), sort: "refuse" },
  {
    nom: "webp-suivi.html",
    octets: async () => Buffer.concat([await image("webp"), SCRIPT]),
    sort: "l-un-ou-l-autre",
    marque: MARQUE,
  },
  {
    nom: "avif-suivi.html",
    octets: async () => Buffer.concat([await image("avif"), SCRIPT]),
    sort: "l-un-ou-l-autre",
    marque: MARQUE,
  },
  {
    nom: "zip-jpeg.jpg",
    octets: async () => Buffer.concat([Buffer.from("PK\u0003\u0004"), await image("jpeg")]),
    sort: "refuse",
  },
  {
    nom: "jpeg-zip.jpg",
    octets: async () => Buffer.concat([await image("jpeg"), Buffer.from(`PK\u0003\u0004../../evil${MARQUE}`)]),
    sort: "accepte",
    marque: MARQUE,
  },
];

/** No picture at all, whatever the name says. */
const AUTRES: readonly Cas[] = [
  { nom: "vide.jpg", octets: texte(""), sort: "refuse" },
  { nom: "page.jpg", octets: async () => SCRIPT, sort: "refuse" },
  { nom: "dessin.svg", octets: texte(`<svg xmlns="http://www.w3.org/2000/svg">${MARQUE}</svg>`), sort: "refuse" },
  {
    nom: "dessin.png",
    octets: texte(`<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`),
    sort: "refuse",
  },
  {
    nom: "entite.svg",
    octets: texte('<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg>&x;</svg>'),
    sort: "refuse",
  },
  { nom: "eicar.jpg", octets: texte(EICAR), sort: "refuse" },
  { nom: "archive.jpg", octets: texte("PK\u0003\u0004\u0014\0\0\0\0\0../../../etc/cron.d/x"), sort: "refuse" },
  {
    nom: "lien.mvg",
    octets: texte("push graphic-context\nimage over 0,0 0,0 'https://evil.example/'"),
    sort: "refuse",
  },
  { nom: "programme.jpg", octets: texte("\u007fELF\u0002\u0001\u0001"), sort: "refuse" },
  { nom: "animation.gif", octets: () => lyingPixels(40, 30).gif().toBuffer(), sort: "refuse" },
  { nom: "scan.tif", octets: () => lyingPixels(40, 30).tiff().toBuffer(), sort: "refuse" },
];

/** Unusual, and pictures all the same. */
const INHABITUELLES: readonly Cas[] = [
  { nom: "cmyk.jpg", octets: () => lyingPixels(320, 240).toColourspace("cmyk").jpeg().toBuffer(), sort: "accepte" },
  { nom: "gris.jpg", octets: () => lyingPixels(320, 240).greyscale().jpeg().toBuffer(), sort: "accepte" },
  { nom: "16-bits.png", octets: () => lyingPixels(320, 240).toColourspace("rgb16").png().toBuffer(), sort: "accepte" },
  { nom: "p3.jpg", octets: () => lyingPixels(320, 240).withIccProfile("p3").jpeg().toBuffer(), sort: "accepte" },
  {
    nom: "profil-faux.jpg",
    octets: () => jpegAvec(0xe2, Buffer.from(`ICC_PROFILE\0\u0001\u0001${MARQUE}`)),
    sort: "l-un-ou-l-autre",
    marque: MARQUE,
  },
  {
    nom: "progressive.jpg",
    octets: () => lyingPixels(320, 240).jpeg({ progressive: true }).toBuffer(),
    sort: "accepte",
  },
  { nom: "entrelacee.png", octets: () => lyingPixels(320, 240).png({ progressive: true }).toBuffer(), sort: "accepte" },
  { nom: "palette.png", octets: () => lyingPixels(320, 240).png({ palette: true }).toBuffer(), sort: "accepte" },
  { nom: "un-pixel.png", octets: () => lyingPixels(1, 1).png().toBuffer(), sort: "accepte" },
  { nom: "animee.webp", octets: () => animee(), sort: "accepte" },
];

/** @returns a moving picture of three frames */
async function animee(): Promise<Buffer> {
  const vues = [60, 120, 180].map((teinte) => jpeg(64, 48, teinte));
  return sharp(await Promise.all(vues), { join: { animated: true } })
    .webp()
    .toBuffer();
}

const COUPEES: readonly Cas[] = FORMATS.flatMap((format) =>
  COUPES.map((part) => ({
    nom: `coupe-a-${part * 100}.${format}`,
    octets: async () => {
      const fichier = await entier(format);
      return fichier.subarray(0, Math.floor(fichier.length * part));
    },
    // The very last bytes of a WebP or a HEIC may be padding or a thumbnail.
    sort: part < 0.99 ? ("refuse" as const) : ("l-un-ou-l-autre" as const),
  })),
);

export const CORPUS: readonly Cas[] = [...BOMBES, ...POLYGLOTTES, ...AUTRES, ...INHABITUELLES, ...COUPEES];

/** A whole picture of each accepted format, to be damaged. */
export const ENTIERS = FORMATS.map((format) => ({ format, octets: () => entier(format) }));

/** Names that somebody may give a file; the picture in it is a good one. */
export const NOMS: readonly string[] = [
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
