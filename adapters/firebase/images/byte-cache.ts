/** Files that were fetched once, in memory: the ones that nobody asked for go first when it is full. */

export type Octets = { readonly octets: Uint8Array; readonly type: string };

/** Makes an empty cache. @param max bytes of all files together; a larger one is given, and not kept */
export function createByteCache(max: number) {
  const files = new Map<string, Octets>();
  const fetching = new Map<string, Promise<Octets | null>>();
  let taille = 0;

  function drop(key: string): void {
    taille -= files.get(key)?.octets.byteLength ?? 0;
    files.delete(key);
  }

  function keep(key: string, file: Octets): void {
    files.set(key, file);
    taille += file.octets.byteLength;
    for (const oldest of files.keys()) {
      if (taille <= max) return;
      drop(oldest);
    }
  }

  return {
    /**
     * @param fetch gets the file; however many ask for it meanwhile, it is asked once
     * @returns null when there is none, which is not remembered
     */
    async get(key: string, fetch: () => Promise<Octets | null>): Promise<Octets | null> {
      const kept = files.get(key);
      if (kept) {
        files.delete(key);
        files.set(key, kept);
        return kept;
      }
      const under = fetching.get(key);
      if (under) return under;
      const asked = fetch();
      fetching.set(key, asked);
      try {
        const file = await asked;
        // Whoever forgot it meanwhile does not want it back.
        if (file && fetching.get(key) === asked) keep(key, file);
        return file;
      } finally {
        if (fetching.get(key) === asked) fetching.delete(key);
      }
    },

    forget(which: (key: string) => boolean): void {
      for (const key of files.keys()) if (which(key)) drop(key);
      for (const key of fetching.keys()) if (which(key)) fetching.delete(key);
    },
  };
}
