/** Pictures in a data folder of their own: stores on it, and what lies there. */
import { existsSync, readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { openFiles } from "#adapters/disk/files.ts";
import { createImageProcessor } from "#adapters/sharp/image-processor.ts";
import { openDocuments } from "#adapters/sqlite/documents.ts";
import { createPictureStore, type PictureStore } from "#stores/pictures/picture-store.ts";
import { createPictures } from "#stores/pictures/pictures.ts";
import { embeddedFile } from "#tests/contracts/stores/embedded-file.ts";
import type { Place } from "./picture-place.ts";

const imageProcessor = createImageProcessor();

type Options = {
  documents?: ReturnType<typeof openDocuments>;
  /** What does otherwise than documents and files. */
  changed?: (store: PictureStore) => PictureStore;
  onChange?: () => void;
  onError?: (fault: unknown) => void;
};

/** A folder of images beside a database, and how to start a store on it, as a restart would. */
export function imagesFolder() {
  const { file, open } = embeddedFile();
  const directory = join(dirname(file), "images");
  const picturesFolder = join(directory, "variantes");

  function openAgain() {
    open();
    const documents = openDocuments(file, { pollMs: 20 });
    let isOpen = true;
    const close = () => {
      if (isOpen) documents.close();
      isOpen = false;
    };
    onTestFinished(close);
    return { ...documents, close };
  }

  function start({ documents = openAgain(), changed = (store) => store, ...options }: Options = {}) {
    const faults: unknown[] = [];
    const images = createPictures({
      store: changed(createPictureStore({ documents, files: openFiles(directory) })),
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
    openAgain,
    start,
    picturesFolder,
    fileAt: (url: string) => join(picturesFolder, basename(url)),
    names: () => (existsSync(picturesFolder) ? readdirSync(picturesFolder).sort() : []),
  };
}

/** @returns the file at an address of a picture, as visitors get it; null when nothing is there */
export async function fetchAddress(images: Pick<ReturnType<typeof createPictures>, "readServed">, url: string) {
  const [collection = "", id = "", name = ""] = url.split("/").slice(2).map(decodeURIComponent);
  const bytes = await images.readServed(collection, id, name);
  return bytes && Buffer.from(bytes);
}

/** Starts a store, and looks at it as visitors do. */
export function visited({ start }: ReturnType<typeof imagesFolder>): Place {
  const images = start();
  return { images, fetch: (url) => fetchAddress(images, url) };
}
