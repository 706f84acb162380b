/** Files that were fetched once, in memory: the ones that nobody asked for go first when it is full. */
import { LRUCache } from "lru-cache";

/** Makes an empty cache. @param max bytes of all files together; a larger one is given, and not kept */
export function createByteCache(max: number) {
  const files = new LRUCache<string, Uint8Array>({
    maxSize: max,
    sizeCalculation: ({ byteLength }) => byteLength || 1,
  });
  const fetching = new Map<string, Promise<Uint8Array | null>>();

  async function fetchOnce(key: string, fetch: () => Promise<Uint8Array | null>): Promise<Uint8Array | null> {
    const asked = fetch();
    fetching.set(key, asked);
    try {
      const file = await asked;
      // Whoever forgot it meanwhile does not want it back.
      if (file && fetching.get(key) === asked) files.set(key, file);
      return file;
    } finally {
      if (fetching.get(key) === asked) fetching.delete(key);
    }
  }

  return {
    /**
     * @param fetch gets the file; however many ask for it meanwhile, it is asked once
     * @returns null when there is none, which is not remembered
     */
    get: async (key: string, fetch: () => Promise<Uint8Array | null>): Promise<Uint8Array | null> =>
      files.get(key) ?? fetching.get(key) ?? fetchOnce(key, fetch),

    forget(which: (key: string) => boolean): void {
      for (const key of [...files.keys()]) if (which(key)) files.delete(key);
      for (const key of fetching.keys()) if (which(key)) fetching.delete(key);
    },
  };
}
