/**
 * Pictures as documents and files: a document `pictures/{key}` says what there is, and files `variantes/{key}-…` are there
 * before it and go after it.
 */
import { fileType, isOwnName, TYPES, variantName } from "#domain/pictures/picture-variants.ts";
import type { Collection } from "#domain/pictures/stored-image.ts";
import type { Documents, Query } from "#ports/documents.ts";
import type { Files } from "#ports/files.ts";
import { byAge, contentOf, folderOfPath, type Picture, type PictureChanges, pictureOf } from "./picture.ts";
import { createOriginals, type Originals } from "./picture-originals.ts";

const PICTURES = "pictures";
const VARIANTS = "variantes/";
/** Says that the files are those of this database: beside one that is new, nothing may call them leftovers. */
const MARK = { collection: "state", id: "pictures" } as const;

export type PictureStore = ReturnType<typeof createPictureStore>;

/**
 * @param olderSite whether an older site may have put its pictures among the files, and looks for this one's there
 */
export function createPictureStore({
  documents,
  files,
  olderSite = false,
}: {
  documents: Documents;
  files: Files;
  olderSite?: boolean;
}) {
  const originals = createOriginals(olderSite ? files : null);
  return {
    ...lookups(documents, files, originals),
    ...changes(documents, files, originals),
    ...filesIn(documents, files),
  };
}

function lookups(documents: Documents, files: Files, originals: Originals) {
  const query = async (where: Query["where"]): Promise<Picture[]> =>
    (await documents.query(PICTURES, where && { where })).flatMap((document) => pictureOf(document) ?? []);

  return {
    /** @param id of a folder; absent: all of the collection @returns those set aside included, oldest first */
    async list(collection: Collection, id?: string): Promise<Picture[]> {
      const folder = `${collection}/${id ?? ""}`;
      const known = await query(
        id === undefined ? { field: "collection", equals: collection } : { field: "folder", equals: folder },
      );
      return (await originals.complete(id === undefined ? folder : `${folder}/`, known)).toSorted(byAge);
    },

    /** @returns the newest picture of a path; null when there is none, and for what cannot be a path */
    async find(path: string): Promise<Picture | null> {
      if (!folderOfPath(path)) return null;
      const known = await query({ field: "path", equals: path });
      const all = (await originals.complete(path, known)).filter((one) => one.path === path);
      return all.toSorted(byAge).at(-1) ?? null;
    },

    /** @returns a picture that has a document */
    async get(key: string): Promise<Picture | null> {
      const document = await documents.get(PICTURES, key);
      return document && pictureOf(document);
    },

    /** @returns the best there is to make files from; null when it is gone */
    readOriginal: async (picture: Picture): Promise<Uint8Array | null> =>
      picture.old ? originals.read(picture) : readLargest(files, picture),
  };
}

const readLargest = async (files: Files, { key, made }: Picture): Promise<Uint8Array | null> =>
  made && files.get(VARIANTS + variantName(key, made.width, "jpeg"));

function changes(documents: Documents, files: Files, originals: Originals) {
  return {
    /** Adds a document whose files are there. @returns false when another picture has its path */
    async claim(picture: Picture, largest: Uint8Array): Promise<boolean> {
      const isAdded = await documents.transaction(async (transaction) => {
        const others = await transaction.query(PICTURES, { where: { field: "path", equals: picture.path } });
        if (others.some(({ id }) => id !== picture.key)) return false;
        if (others.length === 0) transaction.create(PICTURES, picture.key, contentOf(picture));
        return true;
      });
      if (isAdded && !picture.setAside) {
        await originals.show(picture, largest);
        await followOthers(documents, originals, picture);
      }
      return isAdded;
    },

    /** @returns the picture as it is now; null when it is gone */
    async update(picture: Picture, fields: PictureChanges): Promise<Picture | null> {
      const changed = await change(documents, picture, fields);
      if (!changed || fields.setAside === undefined || fields.setAside === picture.setAside) return changed;
      try {
        if (fields.setAside) await originals.hide(picture);
        else {
          const bytes = picture.old ? await originals.read(picture) : await readLargest(files, picture);
          if (bytes) await originals.show(picture, bytes);
          await followOthers(documents, originals, picture);
        }
      } catch (fault) {
        if (fields.setAside && (await originals.isHidden(picture).catch(() => false))) return changed;
        await change(documents, picture, { setAside: picture.setAside }).catch(() => {});
        throw fault;
      }
      return changed;
    },

    /** Deletes a picture, for every reader at once; its files stay. No fault if it is gone already. */
    async remove(picture: Picture): Promise<void> {
      // Without its document the original would be taken for a picture of the older site.
      await originals.remove(picture);
      const removed = await documents.transaction(
        async (transaction) => {
          const document = await transaction.get(PICTURES, picture.key);
          if (document) transaction.delete(PICTURES, picture.key);
          return document && pictureOf(document);
        },
        { erases: true },
      );
      // Somebody may have shown it meanwhile.
      if (removed) await originals.remove(removed);
    },
  };
}

const change = (documents: Documents, picture: Picture, fields: PictureChanges): Promise<Picture | null> =>
  documents.transaction(async (transaction) => {
    const document = await transaction.get(PICTURES, picture.key);
    const now = document ? pictureOf(document) : picture;
    if (!now || (!document && !picture.old)) return null;
    const changed = { ...now, ...fields };
    if (document) transaction.replace(PICTURES, picture.key, contentOf(changed));
    else transaction.create(PICTURES, picture.key, contentOf(changed));
    return changed;
  });

/** Undoes the showing of an original when somebody has hidden or removed the picture meanwhile. */
async function followOthers(documents: Documents, originals: Originals, picture: Picture): Promise<void> {
  const document = await documents.get(PICTURES, picture.key);
  if (!document) await originals.remove({ ...picture, setAside: false });
  else if (pictureOf(document)?.setAside) await originals.hide(picture);
}

function filesIn(documents: Documents, files: Files) {
  let isMarked = false;
  const mark = async () => {
    if (isMarked) return;
    await documents.transaction(async (transaction) => {
      if (!(await transaction.get(MARK.collection, MARK.id))) transaction.create(MARK.collection, MARK.id, {});
    });
    isMarked = true;
  };

  return {
    /** @param name as domain/pictures/picture-variants.ts gives it @returns null when it is gone */
    read: (name: string): Promise<Uint8Array | null> => files.get(VARIANTS + name),

    /** @param contents by name */
    async write(contents: ReadonlyMap<string, Uint8Array>): Promise<void> {
      await mark();
      const puts = [...contents].map(([name, bytes]) =>
        files.put(VARIANTS + name, bytes, fileType(name) ?? TYPES.jpeg),
      );
      // When one fails the others are not on their way any more.
      const failed = (await Promise.allSettled(puts)).find(({ status }) => status === "rejected");
      if (failed?.status === "rejected") throw failed.reason;
    },

    /** No fault if they are gone already. */
    async erase(names: readonly string[]): Promise<void> {
      await Promise.all(names.map((name) => files.delete(VARIANTS + name)));
    },

    /** @returns the names of all files */
    listFiles: async (): Promise<ReadonlySet<string>> =>
      new Set((await files.list(VARIANTS)).map(({ name }) => name.slice(VARIANTS.length))),

    /**
     * Deletes the files that belong to no picture; whatever this site cannot have written stays.
     * @param owned the names of the files of all pictures @param before when they were written: a younger one may be named soon
     */
    async sweep(owned: ReadonlySet<string>, before: Date): Promise<void> {
      if (!(await documents.get(MARK.collection, MARK.id))) return;
      for (const { name, createdAt } of await files.list(VARIANTS)) {
        const own = name.slice(VARIANTS.length);
        if (isOwnName(own) && !owned.has(own) && createdAt < before) await files.delete(name);
      }
    },
  };
}
