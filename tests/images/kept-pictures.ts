/** Stored pictures in tests. */
import type { EncodedPicture, PictureCollection, PictureFolder } from "#domain/pictures/picture.ts";
import type { Documents } from "#ports/documents.ts";
import type { PictureStore } from "#stores/pictures/pictures.ts";
import { jpeg } from "#tests/images/pictures.ts";
import { storedFiles } from "#tests/stored-files.ts";

type Images = { pictures: PictureStore };
type Kept = Images & { documents: Documents };

/** @returns a prepared picture, to which no document refers yet */
export async function prepared(
  { pictures }: Images,
  collection: PictureCollection,
  name = "affiche.jpg",
  bytes?: Uint8Array,
  focus = "",
): Promise<EncodedPicture> {
  const picture = await pictures.prepare(collection, { name, bytes: bytes ?? (await jpeg(300, 200)) }, focus);
  if (!picture.ok) throw new Error(`${name} was refused: ${picture.reason}`);
  return picture.value;
}

/** @returns the name of the uploaded file of a public picture; null for none */
export async function seenFile({ pictures }: Images, folder: PictureFolder): Promise<string | null> {
  const image = await pictures.find(folder);
  return image && ((await pictures.get(image.key))?.file ?? null);
}

/** @returns the names of the uploaded files of all pictures, oldest first; « hidden » follows if they are not public */
export async function keptFiles({ pictures, documents }: Kept): Promise<string[]> {
  const seen = new Set<string>();
  for (const collection of ["membres", "evenements", "accueil"] as const)
    for (const { key } of (await pictures.findAll(collection)).values()) seen.add(key);
  const stored = (await documents.query("pictures")).toSorted((a, b) =>
    String(a.content.addedAt) < String(b.content.addedAt) ? -1 : 1,
  );
  return stored.map(({ id, content }) => `${content.file}${seen.has(id) ? "" : " hidden"}`);
}

/** @returns a picture without files. @param digit twenty of these digits are its key */
export const aPicture = (digit: string, file = "affiche.jpg"): EncodedPicture => ({
  key: digit.repeat(20),
  collection: "membres",
  file,
  addedAt: new Date(),
  size: 1,
  refusal: null,
  made: { width: 300, height: 200, tint: null, focus: "" },
});

/** @returns keys of the pictures that have prepared files in a data folder */
export const preparedKeys = (dataDir: string): string[] => [
  ...new Set([...storedFiles(dataDir).keys()].flatMap((name) => /^variantes\/(.{20})/.exec(name)?.[1] ?? [])),
];
