import type { Resultat } from "#domain/resultat.ts";
import type { Teinte } from "#domain/teintes.ts";
import type { RefusImage } from "#domain/upload-limits.ts";
import type { Format } from "#domain/variantes.ts";

/** What a picture needs before it can be shown. */
export type Preparation = {
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

export type VoeuxDePreparation = {
  /** Whether links to its document are shared, and need a picture for that. */
  readonly aPartager: boolean;
  /** Whether an existing project has it already: a GIF counts too then, with its first picture. */
  readonly ancienne?: boolean;
};

/**
 * Makes pictures out of bytes. However many ask at once, the pixels of one picture are in memory at a time: the
 * others wait for their turn (docs/decisions/0018).
 */
export interface Imagerie {
  /**
   * Decodes a file completely, turns it upright, strips its metadata and encodes what the site shows of it.
   * @returns or why the file was refused; never throws for what a file holds
   */
  preparer(octets: Uint8Array, voeux: VoeuxDePreparation): Promise<Resultat<Preparation, RefusImage>>;

  /**
   * Makes all variants of one format; others may have their turn in between.
   * @param master as in `Preparation`
   * @param largeur of the largest variant
   * @returns contents by width, narrowest first
   * @throws when the master is damaged
   */
  encoder(master: Uint8Array, largeur: number, format: Format): Promise<ReadonlyMap<number, Uint8Array>>;

  /** @returns whether a file begins as a picture does, be it damaged further on */
  reconnaitre(octets: Uint8Array): boolean;

  /** @returns a JPEG of exactly `FORMAT_PARTAGE`. @param octets a picture of the site @throws when it is damaged */
  partager(octets: Uint8Array): Promise<Uint8Array>;
}
