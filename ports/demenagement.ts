import type { ChampsMembre } from "#domain/membre.ts";
import type { Reglages } from "#domain/reglages.ts";
import type { Stored } from "#domain/stored.ts";
import type { Dossier } from "#domain/stored-image.ts";
import type { Teinte } from "#domain/teintes.ts";
import type { RefusImage } from "#domain/upload-limits.ts";
import type { EvenementRetire, EvenementStocke } from "./evenement-store.ts";
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

/**
 * Why something cannot be where it would go: a picture for what its file holds (`sans-image`: it is none), because files
 * of it are gone (`incomplete`), or because of its folder's name (`nom`); a document, and pictures with it, because the
 * identifier differs from another one's in its case only (`pris`).
 */
export type Raison = RefusImage | "sans-image" | "incomplete" | "nom" | "pris";

/** Fields of documents that this site does not know and that only their family can keep. */
export type ChampsEtrangers = { readonly documents: number; readonly noms: readonly string[] };

/** The pictures' half of a back door. */
export interface ImageMove {
  /** @returns every picture, those set aside included, in the order in which they were added */
  lireImages(): Promise<(ImageFaite | ImageAncienne)[]>;

  /** @param nom one of `fichiers` @throws when it is gone */
  lireFichier(image: ImageFaite, nom: string): Promise<Uint8Array>;

  /** @returns the file that somebody sent once @throws when it is gone */
  lireAncienne(image: ImageAncienne): Promise<Uint8Array>;

  /**
   * Adds a picture after all others, or gives the one of this path and key the files that it lacks.
   * @param image with the names of all the files that it has then
   * @param fichiers contents by name of those that are not here yet
   * @returns why it was not added; null when it is here
   */
  ajouterImage(image: ImageFaite, fichiers: ReadonlyMap<string, Uint8Array>): Promise<Raison | null>;

  /** @returns the path of the picture that `ajouterAncienne` made of these bytes, or null when there is none */
  repriseDe(image: ImageAncienne, octets: Uint8Array): Promise<string | null>;

  /**
   * Makes a picture of this site out of one of an existing project.
   * @param reserves paths that belong to other pictures
   * @returns why it was not added; null when it is here
   */
  ajouterAncienne(image: ImageAncienne, octets: Uint8Array, reserves: ReadonlySet<string>): Promise<Raison | null>;
}

/**
 * The back door of a family of stores, for moving everything into another one. Through the stores themselves mail would
 * go out again, pictures would lose quality, and instants of change would be new. Nothing that is there is overwritten
 * or deleted. Every method throws when the store does not answer; a write that has returned survives a crash.
 */
export interface Demenagement extends ImageMove {
  /** @returns everything of a kind; the inbox oldest first */
  lire<S extends Sorte>(sorte: S): Promise<Contenus[S][]>;

  /**
   * Adds a document with all that is known of it; an event takes the place of its trace. One that is there stays as it
   * is, but for a `sequence` that is lower. What cannot be here (an identifier that is taken) is not added.
   */
  ajouter<S extends Sorte>(sorte: S, document: Contenus[S]): Promise<void>;

  champsEtrangers(): Promise<ChampsEtrangers>;

  /** Closes the stores, and tells other instances of the site what they have got. */
  close(): Promise<void>;
}
