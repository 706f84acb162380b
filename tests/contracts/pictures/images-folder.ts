/** Pictures in a data folder of their own: stores on it, and what lies there. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished } from "vitest";
import { imageFile } from "#adapters/embedded/images/file-names.ts";
import { createPictureStore } from "#adapters/embedded/picture-store.ts";
import { createImageStore } from "#adapters/pictures/image-store.ts";
import { createImageProcessor } from "#adapters/sharp/image-processor.ts";
import type { PictureStore } from "#ports/picture-store.ts";
import { embeddedFile } from "#tests/contracts/stores/embedded-file.ts";
import { EVENT, type Place } from "./picture-place.ts";

const imageProcessor = createImageProcessor();

type Options = {
  db?: DatabaseSync;
  /** What does otherwise than the family's rows and files. */
  changed?: (store: PictureStore) => PictureStore;
  onChange?: () => void;
  onError?: (fault: unknown) => void;
};

/** A folder of images beside a database, and how to start a store on it, as a restart would. */
export function imagesFolder() {
  const { file, open } = embeddedFile();
  const directory = join(dirname(file), "images");
  const picturesFolder = join(directory, "evenements", EVENT.id);

  function start({ db = open(), changed = (store) => store, ...options }: Options = {}) {
    const faults: unknown[] = [];
    const images = createImageStore({
      store: changed(createPictureStore({ db, directory })),
      imageProcessor,
      onError: (fault) => faults.push(fault),
      ...options,
    });
    onTestFinished(async () => {
      await images.stop();
      expect(faults).toEqual([]);
    });
    return images;
  }

  return {
    file,
    folder: dirname(dirname(file)),
    directory,
    open,
    start,
    picturesFolder,
    fileAt(url: string) {
      const [collection = "", id = "", name = ""] = url.split("/").slice(2).map(decodeURIComponent);
      return imageFile(directory, collection, id, name) ?? "";
    },
    names: () => (existsSync(picturesFolder) ? readdirSync(picturesFolder).sort() : []),
  };
}

/** Starts a store, and looks at it as visitors do. */
export function visited({ start, open, directory, fileAt }: ReturnType<typeof imagesFolder>): Place {
  const images = start();
  const { isHidden } = createPictureStore({ db: open(), directory });
  return {
    images,
    async fetch(url) {
      const file = fileAt(url);
      return existsSync(file) && !isHidden(basename(file)) ? readFileSync(file) : null;
    },
  };
}
