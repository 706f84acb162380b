/** The pictures of a family as they move: files first, then the document that makes them count. */
import type { Collection } from "#domain/pictures/stored-image.ts";
import type { Documents } from "#ports/documents.ts";
import type { Files } from "#ports/files.ts";
import type { ImageMove } from "#ports/transfer-store.ts";
import { contentOf, isMade, PICTURES, pictureOf } from "./picture.ts";
import { createPictureFiles, filesOf, VARIANTS } from "./picture-files.ts";

const GONE = "A file of a picture is gone since it was listed. Run this again.";

type Options = { documents: Documents; files: Files };

/** Makes the pictures' half of a family's back door. The path of a picture is its key. */
export function createImageMove({ documents, files }: Options): ImageMove {
  const pictureFiles = createPictureFiles(documents, files);
  const none = async (): Promise<never> => {
    throw new Error("Files of the older site do not move.");
  };
  return {
    async readPictures() {
      const whole = new Set((await files.list(VARIANTS)).map(({ name }) => name.slice(VARIANTS.length)));
      const pictures = (await documents.query(PICTURES)).flatMap((one) => pictureOf(one) ?? []).filter(isMade);
      return pictures.map(({ key, collection, file, addedAt, made, ...rest }) => ({
        ...{ path: key, folder: { collection, id: file }, setAside: false, addedAt, key, ...made },
        files: filesOf({ key, collection, file, addedAt, made, ...rest }).filter((name) => whole.has(name)),
      }));
    },
    async readFile(_, name) {
      const bytes = await pictureFiles.read(name);
      if (!bytes) throw new Error(GONE);
      return bytes;
    },
    async addPicture({ key, folder, addedAt, width, height, tint, focus, files: names }, contents) {
      const collection: Collection = folder.collection;
      const made = { width, height, tint, focus };
      const size = contents.get(`${key}-${width}.jpg`)?.byteLength ?? 0;
      const picture = { key, collection, file: folder.id, addedAt, size, made, refusal: null };
      if (!filesOf(picture).every((name) => names.includes(name))) return "incomplete";
      await pictureFiles.write(contents);
      await documents.transaction(async (transaction) => {
        if (!(await transaction.get(PICTURES, key))) transaction.create(PICTURES, key, contentOf(picture));
      });
      return null;
    },
    readOldPicture: none,
    findImported: none,
    importOldPicture: none,
  };
}
