/** The files of pictures: `{directory}/{collection}/{id}/{key}-{width}.{avif|webp|jpg}`, and `…/{key}-partage.jpg`. */
import { readdir, readFile, rm, rmdir } from "node:fs/promises";
import { join } from "node:path";
import { type Format, largeursDe, nomDeMaster, nomDePartage, nomDeVariante } from "#domain/variantes.ts";
import { COLLECTIONS, type Dossier } from "#ports/image-store.ts";
import { writeDurably } from "../durable-files.ts";
import { estDuMagasin, folderOf, nomsPossedes } from "./file-names.ts";
import { isIntact } from "./intact.ts";
import type { Ligne } from "./rows.ts";

/** What the files of a picture need to know of it. */
type Image = Pick<Ligne, "collection" | "id" | "cle" | "largeur">;

/** Makes the access to the files below a directory, which need not exist. */
export function createFiles(directory: string) {
  const dossierDe = ({ collection, id }: Image) => join(directory, folderOf({ collection, id }));
  const nomsDe = ({ cle, largeur }: Image, format: Format) =>
    largeursDe(largeur).map((l) => nomDeVariante(cle, l, format));

  const readLargest = (image: Image) =>
    readFile(join(dossierDe(image), nomDeVariante(image.cle, image.largeur, "jpeg")));

  return {
    /**
     * Writes the variants of one format, durably.
     * @param variantes contents by width
     * @param master what later variants are made from; kept until `removeMaster`
     */
    write: (image: Image, format: Format, variantes: ReadonlyMap<number, Uint8Array>, master?: Uint8Array) => {
      const files = new Map([...variantes].map(([l, octets]) => [nomDeVariante(image.cle, l, format), octets]));
      if (master) files.set(nomDeMaster(image.cle), master);
      return writeDurably(dossierDe(image), files);
    },

    /** @returns the names of what is in a folder of pictures */
    namesOf: (dossier: Dossier) => namesIn(join(directory, folderOf(dossier))),

    /** @throws when the file is gone */
    read: (dossier: Dossier, nom: string) => readFile(join(directory, folderOf(dossier), nom)),

    /** Writes files into a folder of pictures, durably. @param files contents by name */
    writeAll: (dossier: Dossier, files: ReadonlyMap<string, Uint8Array>) =>
      writeDurably(join(directory, folderOf(dossier)), files),

    /** Writes the share picture, durably. */
    writePartage: (image: Image, octets: Uint8Array) =>
      writeDurably(dossierDe(image), new Map([[nomDePartage(image.cle), octets]])),

    /** @returns the file of the largest JPEG */
    readLargest,

    readMaster: (image: Image) => readFile(join(dossierDe(image), nomDeMaster(image.cle))),

    removeMaster: (image: Image) => rm(join(dossierDe(image), nomDeMaster(image.cle)), { force: true }),

    /** @returns whether every variant of a format is there and whole */
    async isWhole(image: Image, format: Format): Promise<boolean> {
      for (const nom of nomsDe(image, format)) if (!(await isIntact(join(dossierDe(image), nom)))) return false;
      return true;
    },

    /** Whether the file is there and whole that later variants are made from. */
    hasMaster: (image: Image) => isIntact(join(dossierDe(image), nomDeMaster(image.cle))),

    /** Whether the share picture is there and whole. */
    hasPartage: (image: Image) => isIntact(join(dossierDe(image), nomDePartage(image.cle))),

    /** Makes the largest JPEG the file that later variants are made from. */
    async masterFromJpeg(image: Image): Promise<void> {
      await writeDurably(dossierDe(image), new Map([[nomDeMaster(image.cle), await readLargest(image)]]));
    },

    /** Deletes every file that a picture can have, and its folder when that is empty. */
    async remove(image: Image): Promise<void> {
      const noms = (["avif", "webp", "jpeg"] as const).flatMap((format) => nomsDe(image, format));
      for (const nom of [...noms, nomDePartage(image.cle), nomDeMaster(image.cle)])
        await rm(join(dossierDe(image), nom), { force: true });
      await removeEmpty(dossierDe(image));
    },

    /** Deletes what no picture owns. Leaves alone what this store cannot have written. */
    async sweep(images: readonly Ligne[]): Promise<void> {
      // By name alone: names are unique, and some file systems give a folder's name back in another spelling.
      const owned = new Set(images.flatMap(nomsPossedes));
      for (const collection of COLLECTIONS)
        for (const id of await namesIn(join(directory, collection))) {
          const dossier = join(directory, collection, id);
          for (const nom of await namesIn(dossier))
            if (estDuMagasin(nom) && !owned.has(nom)) await rm(join(dossier, nom));
          await removeEmpty(dossier);
        }
    },
  };
}

/** @returns nothing for what is absent or no folder */
async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (panne) {
    if (["ENOENT", "ENOTDIR"].includes(codeOf(panne))) return [];
    throw panne;
  }
}

async function removeEmpty(folder: string): Promise<void> {
  try {
    await rmdir(folder);
  } catch (panne) {
    if (!["ENOENT", "ENOTDIR", "ENOTEMPTY", "EEXIST"].includes(codeOf(panne))) throw panne;
  }
}

const codeOf = (panne: unknown) => String((panne as NodeJS.ErrnoException).code);
