/** Pictures in a database, in a temporary data folder. */
import { basename, dirname } from "node:path";
import { expect, onTestFinished } from "vitest";
import { openSqliteDocuments } from "#adapters/sqlite/documents.ts";
import { openSqliteFiles } from "#adapters/sqlite/files.ts";
import { createPictureStore } from "#stores/pictures/pictures.ts";
import { embeddedFile } from "#tests/contracts/stores/embedded-file.ts";
import { storedFiles } from "#tests/stored-files.ts";
import type { Place } from "./picture-place.ts";

const VARIANTS = "variantes/";

/** A database with pictures. `start` opens it, as a start of the site would. */
export function picturesDatabase() {
  const { file, open } = embeddedFile();
  const stored = () => storedFiles(dirname(file));
  const names = () => [...stored().keys()].map((name) => name.slice(VARIANTS.length)).sort();

  function start(): Place & { close: () => void } {
    open();
    const documents = openSqliteDocuments(file, { pollMs: 20 });
    const errors: unknown[] = [];
    const onError = (error: unknown) => errors.push(error);
    const files = openSqliteFiles(file, { onErased: () => {} });
    const pictures = createPictureStore({ documents, files, onError });
    let isOpen = true;
    const close = () => {
      if (!isOpen) return;
      documents.close();
      files.close();
      isOpen = false;
    };
    onTestFinished(async () => {
      await pictures.stop();
      close();
      expect(errors).toEqual([]);
    });
    return { documents, pictures, fileNames: async () => names(), close };
  }

  return {
    folder: dirname(dirname(file)),
    open,
    start,
    /** Adds a file beside those of pictures, as a crash or another program would. */
    async addFile(name: string) {
      const files = openSqliteFiles(file, { onErased: () => {} });
      await files.put(VARIANTS + name, Buffer.from("x"), "image/jpeg");
      files.close();
    },
    /** @returns the bytes of a picture file, by its address */
    bytesAt: (url: string) => stored().get(VARIANTS + basename(url)),
    names,
  };
}
