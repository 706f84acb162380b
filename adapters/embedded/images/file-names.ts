/** The names of a picture's files on the disk, which are never made from a sent name. */
import { createHash } from "node:crypto";
import { join } from "node:path";
import { estIdentifiant, estSegment } from "#domain/identifiants.ts";
import { BOUCHEE, nextTurn } from "#domain/next-turn.ts";
import { estServi, type Format, largeursDe, nomDeMaster, nomDePartage, nomDeVariante } from "#domain/variantes.ts";
import { type Dossier, estCollection } from "#ports/image-store.ts";
import type { Ligne } from "./rows.ts";

/** Longest file name of the common file systems, in bytes. */
const OCTETS_MAX = 255;

const FICHIER_DU_MAGASIN =
  /^[0-9a-f]{20}-(?:[1-9]\d{0,4}\.(?:avif|webp|jpg)|(?:partage|master)\.jpg)(?:\.[0-9a-f]{8}\.tmp)?$/;

/**
 * A photo takes several milliseconds: others are answered between its pieces.
 * @returns the key of a picture, which names its files: the same only for the same bytes at the same path
 */
export async function cleDe(path: string, octets: Uint8Array): Promise<string> {
  const empreinte = createHash("sha256").update(`${path}\0`);
  for (let debut = 0; debut < octets.length; debut += BOUCHEE) {
    if (debut > 0) await nextTurn();
    empreinte.update(octets.subarray(debut, debut + BOUCHEE));
  }
  return empreinte.digest("hex").slice(0, 20);
}

/**
 * The folder of a document's pictures, below the store's own. An identifier of an existing project that some file system
 * does not take for a name (`Fête #2 ?`) has a name of the store's own, which no other can have.
 */
export const folderOf = ({ collection, id }: Dossier): string =>
  join(
    collection,
    estIdentifiant(id) && Buffer.byteLength(id) <= OCTETS_MAX
      ? id
      : `~${createHash("sha256").update(id).digest("hex").slice(0, 40)}`,
  );

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
  if (!estCollection(collection) || !estSegment(id) || !estServi(file)) return null;
  return join(directory, folderOf({ collection, id }), file);
}
