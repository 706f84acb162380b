import type { Resultat } from "#domain/resultat.ts";
import type { Teinte } from "#domain/teintes.ts";
import type { RefusImage } from "#domain/upload-limits.ts";
import type { Format, TYPES } from "#domain/variantes.ts";

export const COLLECTIONS = ["evenements", "membres", "accueil"] as const;
export type Collection = (typeof COLLECTIONS)[number];

/** @param texte a segment of a URL */
export const estCollection = (texte: string): texte is Collection =>
  COLLECTIONS.some((collection) => collection === texte);

/** Whose links are shared with their own picture. */
export const A_PARTAGER: Collection = "evenements";

/** The folder of one document's pictures: `evenements/{id}`, `membres/{id}`; or of what a page shows: `accueil/groupe`. */
export type Dossier = { readonly collection: Collection; readonly id: string };

/** Where the group photo of the home page is; empty: the page shows its drawing. */
export const PHOTO_DE_GROUPE: Dossier = { collection: "accueil", id: "groupe" };

/** Pixels of the picture that chats and networks show of a link. */
export const FORMAT_PARTAGE = { largeur: 1200, hauteur: 630 } as const;

/** One encoding of a picture, in several widths, narrowest first. */
export type Source = {
  readonly type: (typeof TYPES)[Format];
  readonly variantes: readonly { readonly url: string; readonly largeur: number }[];
};

export type StoredImage = {
  /** `evenements/{id}/{filename}` (SPEC.md sections 3 and 7, `pathImage`). */
  readonly path: string;
  /** The site's own address of the largest JPEG (`pathImageDownloadUrl`). */
  readonly url: string;
  /** Pixels of the largest variant, upright. */
  readonly largeur: number;
  readonly hauteur: number;
  /** The site's ink that stands in the picture's place until it is there; null where an earlier version noted none. */
  readonly teinte: Teinte | null;
  /** Best compression first; JPEG is always there, the others once they are ready. */
  readonly sources: readonly Source[];
  /**
   * Address of a JPEG of exactly `FORMAT_PARTAGE` for the share link of an event, the whole poster on it or all but a
   * little of it. Null for other collections.
   */
  readonly partage: string | null;
};

/** A file as somebody sent it; neither its name nor its declared type is believed. */
export type Fichier = { readonly nom: string; readonly octets: Uint8Array };

/**
 * Pictures: decoded, turned upright, stripped of metadata, encoded to AVIF, WebP and JPEG at 480, 960 and
 * 1600 pixels of width (never enlarged). Every method throws when the store does not answer.
 * What was set aside is as good as absent for every reader, until it is brought back or discarded. So is a picture of an
 * existing project until the store has made its variants, which it does by itself, and one of which it cannot make any.
 */
export interface ImageStore {
  /**
   * Adds a picture to a folder. A file name that is taken there gets `-2`, `-3`…; nothing is overwritten.
   * The JPEG variants and `partage` are there when this returns, and the work that is left survives a crash.
   * @returns the picture, or why the file was refused; nothing is kept of a refused file
   */
  save(dossier: Dossier, fichier: Fichier): Promise<Resultat<StoredImage, RefusImage>>;

  /** @returns the picture added last (SPEC.md section 3), or null when the folder is empty or absent */
  last(dossier: Dossier): Promise<StoredImage | null>;

  /** @returns the picture added last to each folder of a collection, by id; ids without one are absent */
  lastOfEach(collection: Collection): Promise<ReadonlyMap<string, StoredImage>>;

  /**
   * @returns every folder that holds a picture, and when its newest one was added; `misDeCote`: all of it is set aside.
   * Folders of an existing project are left out until this site saves or sets aside something there: nobody may call
   * them leftovers.
   */
  folders(collection: Collection): Promise<{ id: string; misDeCote: boolean; depuis: Date }[]>;

  /** Deletes one picture and its files. No fault if it is gone already. @param path as in `StoredImage` */
  remove(path: string): Promise<void>;

  /** Hides what a folder holds now, without losing anything. No fault if it is absent. */
  setAside(dossier: Dossier): Promise<void>;

  /** Undoes `setAside`. No fault if there is nothing to undo. */
  bringBack(dossier: Dossier): Promise<void>;

  /** Deletes what was set aside in a folder; a picture added since stays. No fault if there is nothing. */
  discard(dossier: Dossier): Promise<void>;
}
