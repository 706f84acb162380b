/** Files `variantes/{key}-…` are written before the picture's document, and deleted after the document. */

import { type EncodedPicture, hasSharePicture, type Picture } from "#domain/pictures/picture.ts";
import {
  isPictureFileName,
  PICTURE_MEDIA_TYPES,
  pictureFiles,
  pictureMediaType,
  variantName,
  variantWidths,
} from "#domain/pictures/picture-variants.ts";
import type { Documents } from "#ports/documents.ts";
import type { Files } from "#ports/files.ts";
import { STATE_COLLECTION } from "../site-state.ts";
import { PICTURES_COLLECTION } from "./picture.ts";

export const VARIANTS_FOLDER = "variantes/";
/** This document exists if this site has written files. Otherwise, `sweep` could delete the files of another site. */
const MARK = { collection: STATE_COLLECTION, id: "pictures" } as const;

export const filesOfPicture = ({ key, collection, made }: Picture): string[] =>
  made ? pictureFiles(key, made.width, hasSharePicture({ collection })) : [];

export type PictureFileStore = ReturnType<typeof createPictureFileStore>;

export function createPictureFileStore(documents: Documents, files: Files) {
  let isMarked = false;
  const mark = async () => {
    if (isMarked) return;
    await documents.transaction(async (transaction) => {
      if (!(await transaction.get(MARK.collection, MARK.id))) transaction.create(MARK.collection, MARK.id, {});
    });
    isMarked = true;
  };
  const read = (name: string): Promise<Uint8Array | null> => files.get(VARIANTS_FOLDER + name);
  const erase = async (names: readonly string[]): Promise<void> => {
    await Promise.all(names.map((name) => files.delete(VARIANTS_FOLDER + name)));
  };

  return {
    read,

    readJpeg({ key, made: { width } }: EncodedPicture, size: "small" | "large"): Promise<Uint8Array | null> {
      const [narrowest = width] = variantWidths(width);
      return read(variantName(key, size === "small" ? narrowest : width, "jpeg"));
    },

    async write(contents: ReadonlyMap<string, Uint8Array>): Promise<void> {
      await mark();
      const puts = [...contents].map(([name, bytes]) =>
        files.put(VARIANTS_FOLDER + name, bytes, pictureMediaType(name) ?? PICTURE_MEDIA_TYPES.jpeg),
      );
      const failed = (await Promise.allSettled(puts)).find(({ status }) => status === "rejected");
      if (failed?.status !== "rejected") return;
      // If this deletion fails, `sweep` deletes the files later.
      await erase([...contents.keys()]).catch(() => {});
      throw failed.reason;
    },

    erase: (picture: Picture): Promise<void> => erase(filesOfPicture(picture)),

    /** Deletes files older than `before` that have no document. A newer file may still get a document. */
    async sweep(before: Date): Promise<void> {
      if (!(await documents.get(MARK.collection, MARK.id))) return;
      const old = (await files.list(VARIANTS_FOLDER)).filter(({ createdAt }) => createdAt < before);
      const keys = new Set((await documents.query(PICTURES_COLLECTION, { select: [] })).map(({ id }) => id));
      for (const own of old.map(({ name }) => name.slice(VARIANTS_FOLDER.length)))
        if (isPictureFileName(own) && !keys.has(own.slice(0, 20))) await erase([own]);
    },
  };
}
