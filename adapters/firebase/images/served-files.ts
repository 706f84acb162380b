/** The files behind the site's own addresses of pictures: fetched from the bucket once, then answered from memory. */
import { estServi, TYPES, typeDeFichier } from "#domain/variantes.ts";
import { type Collection, estCollection } from "#ports/image-store.ts";
import type { Objet, Objets } from "./bucket.ts";
import { createByteCache, type Octets } from "./byte-cache.ts";
import type { createOldPictures } from "./old-pictures.ts";
import { estSegment, type Image, imageDe, lireChemin, objetDeFichier, prefixeDe, VARIANTES } from "./picture.ts";

/** Bytes of all files in memory. */
const MEMOIRE = 64 * 1024 * 1024;

/** The address of a picture of an existing project: which upload of which file. */
const ANCIENNE = /^(?<generation>[1-9]\d{0,19})-(?<nom>.+)$/s;

/** @returns the last part of its address, which changes with every upload */
export const nomDAncienne = ({ nom, generation }: Objet): string => `${generation}-${lireChemin(nom)?.fichier}`;

const cleDAncienne = (nom: string, generation: string): string => `${nom}#${generation}`;

export function createServedFiles(objets: Objets, anciennes: ReturnType<typeof createOldPictures>) {
  const memoire = createByteCache(MEMOIRE);

  const lireFaite = (nom: string) =>
    memoire.get(nom, async () => {
      const octets = await objets.read(nom);
      return octets && { octets, type: typeDeFichier(nom) ?? TYPES.jpeg };
    });

  const lireAncienne = (nom: string, generation: string) =>
    memoire.get(cleDAncienne(nom, generation), async () => {
      const objet = await objets.get(nom);
      if (objet?.generation !== generation || imageDe(objet)?.cle !== null) return null;
      const mesure = await anciennes.measure(objet);
      const octets = mesure && (await anciennes.read(objet));
      return octets && { octets, type: mesure.type };
    });

  return {
    /** @returns the file behind `/images/{collection}/{id}/{file}`, or null when no picture has this address */
    async read(collection: string, id: string, file: string): Promise<Octets | null> {
      if (!estCollection(collection) || !estSegment(id)) return null;
      const dossier = { collection, id };
      if (estServi(file)) return lireFaite(objetDeFichier(dossier, file));
      const { generation, nom } = ANCIENNE.exec(file)?.groups ?? {};
      return generation && nom && estSegment(nom) ? lireAncienne(prefixeDe(dossier) + nom, generation) : null;
    },

    forgetPicture: ({ cle, objet }: Image): void =>
      memoire.forget((un) => (cle === null ? un === cleDAncienne(objet.nom, objet.generation) : un.includes(cle))),

    forget: (collection: Collection): void =>
      memoire.forget((un) => un.replace(VARIANTES, "").startsWith(`${collection}/`)),
  };
}
