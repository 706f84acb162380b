/** The files `variantes/{key}-…` of pictures: all of them are there before the document of a picture, and go after it. */
import { fileType, isOwnName, pictureFiles, TYPES, variantName, widthsFor } from "#domain/pictures/picture-variants.ts";
import { isShared, type MadePicture, type Picture } from "#domain/pictures/stored-image.ts";
import type { Documents } from "#ports/documents.ts";
import type { Files } from "#ports/files.ts";
import { PICTURES } from "./picture.ts";

/** Where the files of pictures are. */
export const VARIANTS = "variantes/";
/** Says that the files are those of this database: beside one that is new, nothing may call them leftovers. */
const MARK = { collection: "state", id: "pictures" } as const;

/** @returns the names of all files of a picture */
export const filesOf = ({ key, collection, made }: Picture): string[] =>
  made ? pictureFiles(key, made.width, isShared({ collection })) : [];

export type PictureFiles = ReturnType<typeof createPictureFiles>;

export function createPictureFiles(documents: Documents, files: Files) {
  let isMarked = false;
  const mark = async () => {
    if (isMarked) return;
    await documents.transaction(async (transaction) => {
      if (!(await transaction.get(MARK.collection, MARK.id))) transaction.create(MARK.collection, MARK.id, {});
    });
    isMarked = true;
  };
  /** @param name as domain/pictures/picture-variants.ts gives it @returns null when it is gone */
  const read = (name: string): Promise<Uint8Array | null> => files.get(VARIANTS + name);
  const erase = async (names: readonly string[]): Promise<void> => {
    await Promise.all(names.map((name) => files.delete(VARIANTS + name)));
  };

  return {
    read,

    /** @param size the narrowest JPEG or the widest @returns null when it is gone */
    readJpeg({ key, made: { width } }: MadePicture, size: "small" | "large"): Promise<Uint8Array | null> {
      const [narrowest = width] = widthsFor(width);
      return read(variantName(key, size === "small" ? narrowest : width, "jpeg"));
    },

    /** @param contents by name */
    async write(contents: ReadonlyMap<string, Uint8Array>): Promise<void> {
      await mark();
      const puts = [...contents].map(([name, bytes]) =>
        files.put(VARIANTS + name, bytes, fileType(name) ?? TYPES.jpeg),
      );
      // When one fails the others are not on their way any more.
      const failed = (await Promise.allSettled(puts)).find(({ status }) => status === "rejected");
      if (failed?.status !== "rejected") return;
      // What this leaves in a store that does not answer is for `sweep`; the fault to tell of is the first one.
      await erase([...contents.keys()]).catch(() => {});
      throw failed.reason;
    },

    /** No fault if they are gone already. */
    erase: (picture: Picture): Promise<void> => erase(filesOf(picture)),

    /**
     * Deletes the files that belong to no picture; whatever this site cannot have written stays.
     * @param before when they were written: a younger one may be named soon
     */
    async sweep(before: Date): Promise<void> {
      if (!(await documents.get(MARK.collection, MARK.id))) return;
      const old = (await files.list(VARIANTS)).filter(({ createdAt }) => createdAt < before);
      const keys = new Set((await documents.query(PICTURES, { select: [] })).map(({ id }) => id));
      for (const own of old.map(({ name }) => name.slice(VARIANTS.length)))
        if (isOwnName(own) && !(keys.has(own.slice(0, 20)) && !own.endsWith(".tmp"))) await erase([own]);
    },
  };
}
