/** Pictures on files and SQLite, in a temporary data folder. */
import { existsSync, readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { openFolder } from "#adapters/disk/files.ts";
import { openDocuments } from "#adapters/sqlite/documents.ts";
import { createPictures } from "#stores/pictures/pictures.ts";
import { embeddedFile } from "#tests/contracts/stores/embedded-file.ts";
import type { Place } from "./picture-place.ts";

/** A folder of images beside a database. `start` opens it, as a start of the site would. */
export function imagesFolder() {
  const { file, open } = embeddedFile();
  const directory = join(dirname(file), "images");
  const picturesFolder = join(directory, "variantes");
  const names = () => (existsSync(picturesFolder) ? readdirSync(picturesFolder).sort() : []);

  function start(): Place & { close: () => void } {
    open();
    const documents = openDocuments(file, { pollMs: 20 });
    const errors: unknown[] = [];
    const onError = (error: unknown) => errors.push(error);
    const images = createPictures({ documents, files: openFolder(directory), onError });
    let isOpen = true;
    const close = () => {
      if (isOpen) documents.close();
      isOpen = false;
    };
    onTestFinished(async () => {
      await images.stop();
      close();
      expect(errors).toEqual([]);
    });
    return { documents, images, fileNames: async () => names(), close };
  }

  return {
    folder: dirname(dirname(file)),
    directory,
    open,
    start,
    picturesFolder,
    fileAt: (url: string) => join(picturesFolder, basename(url)),
    names,
  };
}
