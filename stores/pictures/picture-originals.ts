/**
 * Originals for the older site: in the bucket of a project, the original of each picture that is seen lies at
 * `{collection}/{id}/{filename}` too (SPEC.md sections 3 and 7), where the older site looks for it and puts its own.
 */
import { TYPES } from "#domain/pictures/picture-variants.ts";
import type { Files, StoredFile } from "#ports/files.ts";
import { folderOfPath, type Picture, refusalOfSize } from "./picture.ts";
import { keyOf } from "./picture-files.ts";

/** Where the file of an existing project is while nobody may see it. */
const hiddenName = (key: string): string => `originaux/${key}`;

/** @param files of a project; null: there is no older site, and no original */
export function createOriginals(files: Files | null) {
  return {
    /**
     * @param known the pictures below a path that have a document
     * @returns those of them that are there, and those behind files that no document is of
     */
    async complete(prefix: string, known: readonly Picture[]): Promise<readonly Picture[]> {
      if (!files) return known;
      const found = await files.list(prefix);
      const isOf = ({ path, size }: Picture, file: StoredFile) => path === file.name && size === file.size;
      const there = known.filter((one) => !one.old || one.setAside || found.some((file) => isOf(one, file)));
      const others = found.filter((file) => !known.some((one) => isOf(one, file)));
      return [...there, ...others.flatMap((file) => pictureOf(file) ?? [])];
    },

    async read({ key, path, setAside }: Picture): Promise<Uint8Array | null> {
      return (await files?.get(setAside ? hiddenName(key) : path)) ?? null;
    },

    /** @param bytes of the original */
    async show({ key, path, old }: Picture, bytes: Uint8Array): Promise<void> {
      await files?.put(path, bytes, TYPES.jpeg);
      if (old) await files?.delete(hiddenName(key));
    },

    /** Its download address is dead afterwards. */
    async hide({ key, path, old }: Picture): Promise<void> {
      const bytes = old ? await files?.get(path) : null;
      if (bytes) await files?.put(hiddenName(key), bytes, "application/octet-stream");
      await files?.delete(path);
    },

    /** Whether nothing lies at its download address, also when the answer to that was lost. */
    isHidden: async ({ path }: Picture): Promise<boolean> =>
      !(await files?.list(path))?.some(({ name }) => name === path),

    async remove({ key, path, old, setAside }: Picture): Promise<void> {
      if (!setAside) await files?.delete(path);
      if (old) await files?.delete(hiddenName(key));
    },
  };
}

export type Originals = ReturnType<typeof createOriginals>;

/** Whoever makes something of it makes the same files. @returns null for what is none (an empty folder, something deeper) */
function pictureOf({ name: path, size, createdAt: addedAt, generation }: StoredFile): Picture | null {
  const folder = folderOfPath(path);
  if (!folder || size === 0) return null;
  const key = keyOf(`${path}#${generation}`);
  return { key, path, folder, addedAt, setAside: false, size, old: true, made: null, refusal: refusalOfSize(size) };
}
