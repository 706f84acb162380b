/** Pictures as tests send them, name them and look at them. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Collection, MadePicture, PictureFolder } from "#domain/pictures/stored-image.ts";
import type { Documents } from "#ports/documents.ts";
import type { Pictures } from "#stores/pictures/pictures.ts";
import { jpeg } from "#tests/images/pictures.ts";

type Images = { images: Pictures };
type Kept = Images & { documents: Documents };

/** @returns a new picture, to be named by the document that is written next */
export async function prepared(
  { images }: Images,
  collection: Collection,
  name = "affiche.jpg",
  bytes?: Uint8Array,
  focus = "",
): Promise<MadePicture> {
  const picture = await images.prepare(collection, { name, bytes: bytes ?? (await jpeg(300, 200)) }, focus);
  if (!picture.ok) throw new Error(`${name} was refused: ${picture.reason}`);
  return picture.value;
}

/** @returns the name of the file that was sent, of the picture that visitors see; null for none */
export async function seenFile({ images }: Images, folder: PictureFolder): Promise<string | null> {
  const image = await images.find(folder);
  return image && ((await images.get(image.key))?.file ?? null);
}

/** @returns the names of the files that were sent of all pictures, oldest first, each with whether visitors do not see it */
export async function keptFiles({ images, documents }: Kept): Promise<string[]> {
  const seen = new Set<string>();
  for (const collection of ["membres", "evenements", "accueil"] as const)
    for (const { key } of (await images.findAll(collection)).values()) seen.add(key);
  const pictures = (await documents.query("pictures")).toSorted((a, b) =>
    String(a.content.addedAt) < String(b.content.addedAt) ? -1 : 1,
  );
  return pictures.map(({ id, content }) => `${content.file}${seen.has(id) ? "" : " hidden"}`);
}

/** @returns a picture without files, for stores that do not look at them. @param digit its key, twenty times */
export const aPicture = (digit: string, file = "affiche.jpg"): MadePicture => ({
  key: digit.repeat(20),
  collection: "membres",
  file,
  addedAt: new Date(),
  size: 1,
  refusal: null,
  made: { width: 300, height: 200, tint: null, focus: "" },
});

/** @returns keys of the pictures that have files in a data folder */
export function keysOnDisk(dataDir: string): string[] {
  const folder = join(dataDir, "images/variantes");
  return [...new Set((existsSync(folder) ? readdirSync(folder) : []).map((name) => name.slice(0, 20)))];
}
