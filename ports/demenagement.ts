import type { ChampsMembre } from "#domain/membre.ts";
import type { Reglages } from "#domain/reglages.ts";
import type { Teinte } from "#domain/teintes.ts";
import type { Stored } from "./document-store.ts";
import type { EvenementRetire, EvenementStocke } from "./evenement-store.ts";
import type { Dossier } from "./image-store.ts";
import type { Entree } from "./inbox.ts";
import type { Auteur } from "./reglages-store.ts";

/** What a family keeps besides pictures, as it moves: without what is a matter of one family only (versions, claims). */
export type Contenus = {
  membres: Omit<Stored<ChampsMembre>, "version">;
  /** A `sequence` may grow on the way, and never gets lower: calendars take an announcement with a lower one for old. */
  evenements: Omit<EvenementStocke, "version">;
  retires: EvenementRetire;
  /** One document, or none where nothing was saved yet. */
  reglages: { readonly id: "reglages"; readonly contenu: Reglages; readonly modifies: Auteur | null };
  inbox: Entree;
};

export const SORTES = ["membres", "evenements", "retires", "reglages", "inbox"] as const;
export type Sorte = (typeof SORTES)[number];

type Gardee = {
  /** `evenements/{id}/{filename}`, as in `StoredImage`. */
  readonly path: string;
  readonly dossier: Dossier;
  readonly misDeCote: boolean;
  readonly ajouteeLe: Date;
};

/** A picture that this site made. */
export type ImageFaite = Gardee & {
  /** Twenty hexadecimal digits that name its files. */
  readonly cle: string;
  /** Pixels of the largest variant. */
  readonly largeur: number;
  readonly hauteur: number;
  readonly teinte: Teinte | null;
  /** The names of its files that are there, by `domain/variantes.ts`: whole formats, the share picture, the master. */
  readonly fichiers: readonly string[];
};

/** A picture of an existing project, which the site shows as it is. */
export type ImageAncienne = Gardee & { readonly cle: null };

/** Fields of documents that this site does not know and that only their family can keep. */
export type ChampsEtrangers = { readonly documents: number; readonly noms: readonly string[] };

/**
 * The back door of a family of stores, for moving everything into another one. Through the stores themselves mail would
 * go out again, pictures would lose quality, and instants of change would be new. Nothing that is there is overwritten
 * or deleted. Every method throws when the store does not answer; a write that has returned survives a crash.
 */
export interface Demenagement {
  /** @returns everything of a kind; the inbox oldest first */
  lire<S extends Sorte>(sorte: S): Promise<Contenus[S][]>;

  /**
   * Adds a document with all that is known of it; an event takes the place of its trace. One that is there stays as it
   * is, but for a `sequence` that is lower. What cannot be here (an identifier that is taken) is not added.
   */
  ajouter<S extends Sorte>(sorte: S, document: Contenus[S]): Promise<void>;

  /** @returns every picture, those set aside included, in the order in which they were added */
  lireImages(): Promise<(ImageFaite | ImageAncienne)[]>;

  /** @param nom one of `fichiers` @throws when it is gone */
  lireFichier(image: ImageFaite, nom: string): Promise<Uint8Array>;

  /** @returns the file that somebody sent once @throws when it is gone */
  lireAncienne(image: ImageAncienne): Promise<Uint8Array>;

  /**
   * Adds a picture after all others, or gives the one of this path and key the files that it lacks.
   * One without all JPEG variants, or whose folder cannot be here, is not added.
   * @param image with the names of all the files that it has then
   * @param fichiers contents by name of those that are not here yet
   */
  ajouterImage(image: ImageFaite, fichiers: ReadonlyMap<string, Uint8Array>): Promise<void>;

  /** @returns the path of the picture that `ajouterAncienne` made of these bytes, or null when there is none */
  repriseDe(image: ImageAncienne, octets: Uint8Array): Promise<string | null>;

  /**
   * Makes a picture of this site out of one of an existing project; a file that is refused is not added.
   * @param reserves paths that belong to other pictures
   */
  ajouterAncienne(image: ImageAncienne, octets: Uint8Array, reserves: ReadonlySet<string>): Promise<void>;

  champsEtrangers(): Promise<ChampsEtrangers>;

  /** Closes the stores, and tells other instances of the site what they have got. */
  close(): Promise<void>;
}
