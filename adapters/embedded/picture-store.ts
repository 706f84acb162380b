/** Pictures in the data folder (ports/picture-store.ts): rows in SQLite, files on the disk. */
import type { DatabaseSync } from "node:sqlite";
import { variantName } from "#domain/pictures/picture-variants.ts";
import type { PictureStore } from "#ports/picture-store.ts";
import { createPictureFiles } from "./images/picture-files.ts";
import { createPictureRows } from "./images/picture-rows.ts";

export type FolderStore = PictureStore & {
  /** @param file a name of a picture's file @returns whether that picture is hidden: nobody may see the file */
  isHidden: (file: string) => boolean;
};

/**
 * Makes the store of one process: no other process may write into the directory at the same time.
 * @param db as `openDatabase` gave it
 * @param directory where the files go; need not exist
 */
export function createPictureStore({ db, directory }: { db: DatabaseSync; directory: string }): FolderStore {
  const rows = createPictureRows(db);
  const files = createPictureFiles(directory);
  return {
    ...rows,
    ...files,
    async write(...contents) {
      await rows.begin();
      await files.write(...contents);
    },
    async readOriginal({ folder, made }) {
      return made && files.read(folder, variantName(made.key, made.width, "jpeg"));
    },
    // Beside a database that is new, files are those of a lost one: nothing here may call them orphans.
    async sweep(owned) {
      if (rows.everUsed()) await files.sweep(owned);
    },
  };
}
