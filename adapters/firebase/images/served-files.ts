/** The files behind the site's own addresses of pictures: fetched from the bucket once, then answered from memory. */
import { estSegment } from "#domain/identifiants.ts";
import { estServi, TYPES, typeDeFichier } from "#domain/variantes.ts";
import { type Collection, estCollection } from "#ports/image-store.ts";
import type { Objets } from "./bucket.ts";
import { createByteCache, type Octets } from "./byte-cache.ts";
import { type Image, objetDeFichier, VARIANTES } from "./picture.ts";

/** Bytes of all files in memory. */
const MEMOIRE = 64 * 1024 * 1024;

export function createServedFiles(objets: Objets) {
  const memoire = createByteCache(MEMOIRE);

  return {
    /** @returns the file behind `/images/{collection}/{id}/{file}`, or null when no picture has this address */
    async read(collection: string, id: string, file: string): Promise<Octets | null> {
      if (!estCollection(collection) || !estSegment(id) || !estServi(file)) return null;
      const nom = objetDeFichier({ collection, id }, file);
      return memoire.get(nom, async () => {
        const octets = await objets.read(nom);
        return octets && { octets, type: typeDeFichier(nom) ?? TYPES.jpeg };
      });
    },

    forgetPicture({ cle }: Image): void {
      if (cle !== null) memoire.forget((un) => un.includes(cle));
    },

    forget: (collection: Collection): void =>
      memoire.forget((un) => un.replace(VARIANTES, "").startsWith(`${collection}/`)),
  };
}
