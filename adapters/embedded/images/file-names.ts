/**
 * The names of pictures: what a sent name becomes in `pathImage`, and the names on disk and in URLs,
 * which are never made from a sent name.
 */
import { createHash } from "node:crypto";
import { join } from "node:path";
import { estIdentifiant } from "#domain/identifiants.ts";
import { COLLECTIONS, type Collection } from "#ports/image-store.ts";
import type { Ligne } from "./rows.ts";
import { EXTENSIONS, type Format, largeursDe } from "./variants.ts";

const LONGUEUR_MAX = 100;
/** Longest file name of the common file systems, in bytes. */
const OCTETS_MAX = 255;

const FICHIER = /^[0-9a-f]{20}-(?:[1-9]\d{0,4}\.(?:avif|webp|jpg)|partage\.jpg)$/;
const FICHIER_DU_MAGASIN =
  /^[0-9a-f]{20}-(?:[1-9]\d{0,4}\.(?:avif|webp|jpg)|(?:partage|master)\.jpg)(?:\.[0-9a-f]{8}\.tmp)?$/;

/**
 * The names to try for a file, best first: `affiche.jpg`, `affiche-2.jpg`… They hold letters, digits, dots,
 * dashes, underscores and single spaces, at most 100 characters, and never start or end with a dot or a space.
 * @param envoye the name as it was sent, with or without a path
 */
export function* nomsDeFichier(envoye: string): Generator<string, never> {
  const dernier = envoye.normalize("NFC").split(/[/\\]/).at(-1) ?? "";
  const propre = dernier
    .replace(/[^\p{L}\p{M}\p{N}._ -]/gu, "")
    .replace(/ +/g, " ")
    .replace(/[. ]+$/, "");
  const extension = /\.[a-z0-9]{1,10}$/i.exec(propre)?.[0] ?? "";
  const racine = [...propre.slice(0, propre.length - extension.length).replace(/^[. ]+/, "")];
  for (let n = 1; ; n++) {
    const suite = (n === 1 ? "" : `-${n}`) + extension;
    yield (racine
      .slice(0, LONGUEUR_MAX - suite.length)
      .join("")
      .trimEnd() || "image") + suite;
  }
}

/** @returns the key of a picture, which names its files: the same only for the same bytes at the same path */
export const cleDe = (path: string, octets: Uint8Array): string =>
  createHash("sha256").update(`${path}\0`).update(octets).digest("hex").slice(0, 20);

/** @returns the name of one variant on disk and in its URL */
export const nomDeVariante = (cle: string, largeur: number, format: Format): string =>
  `${cle}-${largeur}.${EXTENSIONS[format]}`;

/** @returns the name, on disk and in its URL, of what chats show of a link to the picture's document */
export const nomDePartage = (cle: string): string => `${cle}-partage.jpg`;

/** @returns the name of the file that the later variants are made from; it is never served */
export const nomDeMaster = (cle: string): string => `${cle}-master.jpg`;

type Possession = Pick<Ligne, "cle" | "largeur" | "webp" | "avif" | "partage">;

/** @returns the names of the files that a picture has by its row: whatever is made, and the master until all variants are */
export function nomsPossedes({ cle, largeur, webp, avif, partage }: Possession): string[] {
  const formats: Format[] = ["jpeg", ...(webp ? (["webp"] as const) : []), ...(avif ? (["avif"] as const) : [])];
  const variantes = formats.flatMap((format) => largeursDe(largeur).map((l) => nomDeVariante(cle, l, format)));
  return [...variantes, ...(partage ? [nomDePartage(cle)] : []), ...(webp && avif ? [] : [nomDeMaster(cle)])];
}

/** @returns whether a file in a folder of pictures was written by this store, whatever became of it */
export const estDuMagasin = (nom: string): boolean => FICHIER_DU_MAGASIN.test(nom);

/**
 * The file behind `/images/{collection}/{id}/{file}`. The segments are those of the URL, percent-decoded.
 * @param directory as given to `createImageStore`
 * @returns the path of the file, which need not exist, or null when no picture can have this address
 */
export function imageFile(directory: string, collection: string, id: string, file: string): string | null {
  if (!estCollection(collection) || !estIdentifiant(id) || Buffer.byteLength(id) > OCTETS_MAX) return null;
  return FICHIER.test(file) ? join(directory, collection, id, file) : null;
}

const estCollection = (texte: string): texte is Collection => COLLECTIONS.some((collection) => collection === texte);
