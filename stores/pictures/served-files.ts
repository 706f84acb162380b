/** The files behind `/images/{collection}/{id}/{file}`; the segments are percent-decoded. */
import { isServed } from "#domain/pictures/picture-variants.ts";
import { createByteCache } from "./byte-cache.ts";
import type { Picture } from "./picture.ts";
import type { PictureStore } from "./picture-store.ts";

/** @param memory bytes that are kept of files; 0: none */
export function createServedFiles(store: PictureStore, memory: number) {
  const cache = memory > 0 ? createByteCache(memory) : null;
  return {
    /** @returns a file of a picture that visitors see; null when there is none @throws when the store does not answer */
    async readServed(collection: string, id: string, file: string): Promise<Uint8Array | null> {
      if (!isServed(file)) return null;
      const path = `${collection}/${id}/${file}`;
      const read = async () => {
        const [picture, bytes] = await Promise.all([store.get(file.slice(0, 20)), store.read(file)]);
        const { folder, setAside } = picture ?? {};
        return folder?.collection === collection && folder.id === id && !setAside ? bytes : null;
      };
      return cache ? cache.get(path, read) : read();
    },
    /** Forgets what is in memory of a collection: another instance has changed something there. */
    forget: (collection: string): void => cache?.forget((path) => path.startsWith(`${collection}/`)),
    forgetPicture: ({ key }: Picture): void => cache?.forget((path) => path.includes(key)),
  };
}

export type ServedFiles = Pick<ReturnType<typeof createServedFiles>, "readServed" | "forget">;
