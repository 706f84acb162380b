import type { Resultat } from "#domain/resultat.ts";
import type { Teinte } from "#domain/teintes.ts";
import type { Format } from "#domain/variantes.ts";
import type { RefusImage } from "./image-store.ts";

/** What a picture needs before it can be shown. */
type Preparation = {
  /** Pixels of the largest variant, upright. */
  readonly largeur: number;
  readonly hauteur: number;
  readonly teinte: Teinte;
  /** The JPEG variants by width, narrowest first. */
  readonly variantes: ReadonlyMap<number, Uint8Array>;
  /** What chats and networks show; null unless it was asked for. */
  readonly partage: Uint8Array | null;
  /** A JPEG without visible loss, to make the later variants from. */
  readonly master: Uint8Array;
};

/** What a page needs to know of a picture that is shown as it was sent: its size is the upright one. */
export type Mesure = {
  readonly type: `image/${"jpeg" | "png" | "webp" | "gif" | "avif" | "heic"}`;
  readonly largeur: number;
  readonly hauteur: number;
};

/**
 * Makes pictures out of bytes. However many ask at once, the pixels of one picture are in memory at a time: the
 * others wait for their turn (docs/decisions/0018).
 */
export interface Imagerie {
  /**
   * Decodes a file completely, turns it upright, strips its metadata and encodes what the site shows of it.
   * @param aPartager whether links to its document are shared, and need a picture for that
   * @returns or why the file was refused; never throws for what a file holds
   */
  preparer(octets: Uint8Array, aPartager: boolean): Promise<Resultat<Preparation, RefusImage>>;

  /**
   * Makes all variants of one format; others may have their turn in between.
   * @param master as in `Preparation`
   * @param largeur of the largest variant
   * @returns contents by width, narrowest first
   * @throws when the master is damaged
   */
  encoder(master: Uint8Array, largeur: number, format: Format): Promise<ReadonlyMap<number, Uint8Array>>;

  /** @returns a JPEG of exactly `FORMAT_PARTAGE`. @param octets a picture of the site @throws when it is damaged */
  partager(octets: Uint8Array): Promise<Uint8Array>;

  /**
   * Reads the header of a picture without decoding it.
   * @param octets a file, or its beginning
   * @returns null when no browser shows it, or its header is not in these bytes
   */
  mesurer(octets: Uint8Array): Promise<Mesure | null>;
}
