/** Copies of public pictures for the older Firebase site (docs/specification.md sections 3 and 7). */
import PQueue from "p-queue";
import { type EncodedPicture, PICTURE_COLLECTIONS, type PictureFolder } from "#domain/pictures/picture.ts";
import { PICTURE_MEDIA_TYPES } from "#domain/pictures/picture-variants.ts";
import type { Documents } from "#ports/documents.ts";
import type { Files, StoredFile } from "#ports/files.ts";
import { parseLegacyPictureFile } from "./adoption.ts";
import { isPictureReferenced, PICTURES_COLLECTION } from "./picture.ts";
import type { PictureFileStore } from "./picture-files.ts";
import type { createVisiblePictures } from "./visible.ts";

type Options = {
  documents: Documents;
  files: Files;
  pictureFiles: PictureFileStore;
  visible: ReturnType<typeof createVisiblePictures>;
  get: (key: string) => Promise<EncodedPicture | null>;
  onError: (error: unknown) => void;
};

export function createLegacyOriginals(options: Options) {
  const { documents, files, visible, onError } = options;
  const queue = new PQueue({ concurrency: 4 });
  const settleAll = async (folders: readonly PictureFolder[]): Promise<void> => {
    await Promise.all(folders.map((folder) => queue.add(() => settle(options, folder)).catch(onError)));
  };

  return {
    settleAll,

    async repair(): Promise<void> {
      for (const collection of PICTURE_COLLECTIONS) {
        const stored = (await files.list(`${collection}/`)).flatMap((file) => parseLegacyPictureFile(file)?.id ?? []);
        const ids = new Set([...stored, ...(await visible.findAll(collection)).keys()]);
        await settleAll([...ids].map((id) => ({ collection, id })));
      }
    },

    async erase({ collection, id }: PictureFolder, before: Date): Promise<void> {
      if (collection === "accueil" || (await documents.get(collection, id))) return;
      for (const { name, createdAt } of await files.list(`${collection}/${id}/`))
        if (createdAt < before) await files.delete(name);
    },

    idle: (): Promise<void> => queue.onIdle(),

    stop(): Promise<void> {
      queue.pause();
      return queue.onPendingZero();
    },
  };
}

async function settle({ documents, files, pictureFiles, visible, get }: Options, folder: PictureFolder) {
  const prefix = `${folder.collection}/${folder.id}/`;
  for (let key = await visible.read(folder); ; ) {
    if (key === undefined) return;
    const picture = key === null ? null : await get(key);
    const name = picture && prefix + picture.file;
    const found = await files.list(prefix);
    const isExpected = (file: StoredFile) =>
      file.name === name && (file.size === picture?.size || parseLegacyPictureFile(file)?.key === key);
    if (picture && name && !found.some(isExpected)) {
      const bytes = await pictureFiles.readJpeg(picture, "large");
      if (bytes) await files.put(name, bytes, PICTURE_MEDIA_TYPES.jpeg);
    }
    for (const file of found)
      if (file.name !== name && (await isRedundant(documents, file))) await files.delete(file.name);
    // Repeat if the document got another picture during the copy.
    const now = await visible.read(folder);
    if (now === key) return;
    key = now;
  }
}

/**
 * @returns whether this site has its own copy of the picture in a file of the older site, so that this file can be
 * deleted
 */
async function isRedundant(documents: Documents, stored: StoredFile): Promise<boolean> {
  const of = parseLegacyPictureFile(stored);
  if (!of) return false;
  if (await isPictureReferenced(documents, of.key)) return true;
  const alike = await documents.query(PICTURES_COLLECTION, { where: { field: "file", equals: of.file } });
  return alike.some(({ content }) => content.size === stored.size);
}
