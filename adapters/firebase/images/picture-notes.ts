/**
 * What the objects of a bucket are called, and what they say of a picture. `{collection}/{id}/{filename}` is the largest
 * JPEG (SPEC.md sections 3 and 7), or the file that an older site stored, and the picture is there as long as it is; its
 * other files are below `variantes/`, where nobody looks who lists a folder of pictures.
 */
import { randomUUID } from "node:crypto";
import { isSegment } from "#domain/identifiers.ts";
import { focusIn } from "#domain/pictures/focus.ts";
import { isCollection, type PictureFolder } from "#domain/pictures/stored-image.ts";
import { tintIn } from "#domain/pictures/tints.ts";
import { type ImageRefusal, PICTURE_LIMITS } from "#domain/pictures/upload-limits.ts";
import type { Made, Picture, PictureChanges } from "#ports/picture-store.ts";
import { type StoredObject, TOKENS } from "./bucket.ts";

export const VARIANTS = "variantes/";

/** @returns the object of a file that this site made. @param name as `domain/pictures/picture-variants.ts` gives it */
export const objectName = ({ collection, id }: PictureFolder, name: string): string =>
  `${VARIANTS}${collection}/${id}/${name}`;

const SET_ASIDE = "mis-de-cote";
/** On the file of an existing project: that its variants were made, or why there are none. A new upload has neither. */
const OLD = "ancienne";
const REFUSAL = "refus";
/** The words that objects hold; they are read as long as there are such objects. */
const REFUSALS: Readonly<Record<ImageRefusal, string>> = {
  "too-heavy": "trop-lourde",
  "too-large": "trop-grande",
  unreadable: "illisible",
};

/** @returns what a picture says of itself */
export const notesOf = ({ key, width, height, tint, focus, old }: Made): Record<string, string> => ({
  cle: key,
  largeur: String(width),
  hauteur: String(height),
  ...(tint && { teinte: tint }),
  ...(focus && { focus }),
  ...(old && { [OLD]: "1" }),
});

/**
 * @returns what an object has to say of itself, or no longer (null). With its download token a picture that is hidden loses
 * the address that needs no credentials; shown again, it gets another one.
 */
export function notesOfChanges(
  { setAside: wasSetAside }: Picture,
  changes: PictureChanges,
): Record<string, string | null> {
  const { setAside, refusal } = changes;
  return {
    ...(changes.made && notesOf(changes.made)),
    ...(refusal && { [REFUSAL]: REFUSALS[refusal] }),
    ...(setAside !== undefined && { [SET_ASIDE]: setAside ? "1" : null }),
    ...(setAside && { [TOKENS]: null }),
    ...(setAside === false && wasSetAside && { [TOKENS]: randomUUID() }),
  };
}

/** @returns what a new picture says of being hidden, or else the token of its download URL */
export const showingNotes = (setAside: boolean): Record<string, string> =>
  setAside ? { [SET_ASIDE]: "1" } : { [TOKENS]: randomUUID() };

/** @returns the folder of a path, or null when no picture can be there */
export function folderOfPath(path: string): PictureFolder | null {
  const [collection = "", id = "", file = "", ...rest] = path.split("/");
  return isCollection(collection) && isSegment(id) && isSegment(file) && rest.length === 0 ? { collection, id } : null;
}

const numberIn = (text = ""): number | null => (/^[1-9]\d{0,4}$/.test(text) ? Number(text) : null);

/** @returns the picture behind an object, or null when it is none (an empty folder, something deeper) */
export function pictureOf({ name, generation, size, createdAt, notes }: StoredObject): Picture | null {
  const folder = folderOfPath(name);
  if (!folder || size === 0) return null;
  const made = madeIn(notes);
  return {
    ...{ path: name, folder, version: generation, addedAt: createdAt, made },
    setAside: notes[SET_ASIDE] !== undefined,
    refusal: made ? null : refusalIn(notes, size),
  };
}

function madeIn({ cle: key, teinte: tint, ...notes }: StoredObject["notes"]): Made | null {
  const [width, height] = [numberIn(notes.largeur), numberIn(notes.hauteur)];
  if (!key || !/^[0-9a-f]{20}$/.test(key) || !width || !height) return null;
  return { key, width, height, tint: tintIn(tint), focus: focusIn(notes.focus ?? ""), old: notes[OLD] !== undefined };
}

function refusalIn(notes: StoredObject["notes"], size: number): ImageRefusal | null {
  const noted = (Object.keys(REFUSALS) as ImageRefusal[]).find((one) => REFUSALS[one] === notes[REFUSAL]);
  if (noted) return noted;
  return size > PICTURE_LIMITS.bytes ? "too-heavy" : null;
}

/** Oldest first. */
export const byAge = (a: Picture, b: Picture): number =>
  a.addedAt.getTime() - b.addedAt.getTime() || Number(a.version) - Number(b.version);
