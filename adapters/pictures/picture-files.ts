/** Which files a picture has, and what they are made of. */
import { createHash } from "node:crypto";
import { A_PARTAGER, type Dossier } from "#domain/stored-image.ts";
import {
  type Format,
  nomDeMaster,
  nomDePartage,
  nomDeVariante,
  ownedFiles,
  type Part,
  partFiles,
} from "#domain/variantes.ts";
import type { Preparation } from "#ports/imagerie.ts";
import type { Made, Picture } from "#ports/picture-store.ts";

/** A picture that can be shown. */
export type MadePicture = Picture & { readonly made: Made };

export const isMade = (picture: Picture): picture is MadePicture => picture.made !== null;

/** Whether links to a folder's document are shared, and need a picture for that. */
export const isShared = ({ collection }: Dossier): boolean => collection === A_PARTAGER;

const partsOf = (dossier: Dossier): Part[] => [
  "jpeg",
  ...(isShared(dossier) ? (["share"] as const) : []),
  "webp",
  "avif",
];

/** @returns what is not there. @param whole the names of all files that are there; absent: what the row says is believed */
export const partsLacking = ({ dossier, made }: MadePicture, whole?: ReadonlySet<string>): Part[] =>
  partsOf(dossier).filter(
    (part) =>
      (part !== "jpeg" && !made[part]) ||
      (whole && !partFiles(made.key, made.width, part).every((name) => whole.has(name))),
  );

/** @returns the names of the files that a picture has by its row */
export const filesOf = ({ made }: Picture): string[] => (made ? ownedFiles(made) : []);

/** @returns the names of all files that a picture can have */
export const everyFileOf = ({ dossier, made }: MadePicture): string[] => [
  ...partsOf(dossier).flatMap((part) => partFiles(made.key, made.width, part)),
  nomDeMaster(made.key),
];

/** @returns what was made of a file, and the files themselves by their names. @param old as in `Made` */
export function madeOf(
  key: string,
  prepared: Preparation,
  old = false,
): { made: Made; files: Map<string, Uint8Array> } {
  const { largeur: width, hauteur: height, teinte: tint, variantes, partage, master } = prepared;
  const files = namedVariants(key, variantes, "jpeg").set(nomDeMaster(key), master);
  if (partage) files.set(nomDePartage(key), partage);
  return { made: { key, width, height, tint, webp: false, avif: false, share: partage !== null, old }, files };
}

/** @returns contents by name. @param variants contents by width */
export const namedVariants = (key: string, variants: ReadonlyMap<number, Uint8Array>, format: Format) =>
  new Map([...variants].map(([width, octets]) => [nomDeVariante(key, width, format), octets]));

/** @returns a key: the same for the same contents */
export function keyOf(...contents: (string | Uint8Array)[]): string {
  const hash = createHash("sha256");
  for (const content of contents) hash.update(content);
  return hash.digest("hex").slice(0, 20);
}
