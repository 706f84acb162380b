/** Which files a picture has, and what they are made of. */
import { createHash } from "node:crypto";
import {
  type Format,
  masterName,
  ownedFiles,
  type Part,
  partFiles,
  sharePictureName,
  variantName,
} from "#domain/pictures/picture-variants.ts";
import { type PictureFolder, SHARED_COLLECTION } from "#domain/pictures/stored-image.ts";
import type { PreparedPicture } from "#ports/image-processor.ts";
import type { Made, Picture } from "#ports/picture-store.ts";

/** A picture that can be shown. */
export type MadePicture = Picture & { readonly made: Made };

export const isMade = (picture: Picture): picture is MadePicture => picture.made !== null;

/** Whether links to a folder's document are shared, and need a picture for that. */
export const isShared = ({ collection }: PictureFolder): boolean => collection === SHARED_COLLECTION;

const partsOf = (folder: PictureFolder): Part[] => [
  "jpeg",
  ...(isShared(folder) ? (["share", "thumbnail"] as const) : []),
  "webp",
  "avif",
];

/** @returns what is not there. @param whole the names of all files that are there; absent: what the row says is believed */
export const partsLacking = ({ folder, made }: MadePicture, whole?: ReadonlySet<string>): Part[] =>
  partsOf(folder).filter(
    (part) =>
      (part !== "jpeg" && !made[part]) ||
      (whole && !partFiles(made.key, made.width, part).every((name) => whole.has(name))),
  );

/** @returns the names of the files that a picture has by its row */
export const filesOf = ({ made }: Picture): string[] => (made ? ownedFiles(made) : []);

/** @returns the names of all files that a picture can have */
export const everyFileOf = ({ folder, made }: MadePicture): string[] => [
  ...partsOf(folder).flatMap((part) => partFiles(made.key, made.width, part)),
  masterName(made.key),
];

/** What was made of a picture, and the files themselves by their names. */
export type NewFiles = { readonly made: Made; readonly files: Map<string, Uint8Array> };

/** @param old as in `Made` */
export function madeOf(key: string, prepared: PreparedPicture, old = false): NewFiles {
  const { width, height, tint, variants, share, master } = prepared;
  const files = namedVariants(key, variants, "jpeg").set(masterName(key), master);
  if (share) files.set(sharePictureName(key), share);
  return {
    made: {
      key,
      width,
      height,
      tint,
      focus: "",
      webp: false,
      avif: false,
      share: share !== null,
      thumbnail: false,
      old,
    },
    files,
  };
}

/** @returns contents by name. @param variants contents by width */
export const namedVariants = (key: string, variants: ReadonlyMap<number, Uint8Array>, format: Format) =>
  new Map([...variants].map(([width, bytes]) => [variantName(key, width, format), bytes]));

/** @returns a key: the same for the same contents */
export function keyOf(...contents: (string | Uint8Array)[]): string {
  const hash = createHash("sha256");
  for (const content of contents) hash.update(content);
  return hash.digest("hex").slice(0, 20);
}
