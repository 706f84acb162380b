/** What is made of a picture after it was shown: WebP and AVIF, and whatever a crash or another instance has left undone. */
import type { createQueue } from "#domain/queue.ts";
import { type Format, type FormatTardif, TYPES } from "#domain/variantes.ts";
import type { Collection } from "#ports/image-store.ts";
import type { Imagerie } from "#ports/imagerie.ts";
import type { Objets } from "./bucket.ts";
import {
  cleDeFichier,
  type Faite,
  type Image,
  imageDe,
  masterDe,
  nommer,
  partageDe,
  pret,
  VARIANTES,
  variantesDe,
} from "./picture.ts";

/** Files younger than this may belong to an upload that is still under way on another instance. */
const UN_JOUR_MS = 24 * 60 * 60 * 1000;

const TARDIFS: readonly FormatTardif[] = ["webp", "avif"];
const FORMATS: readonly Format[] = ["jpeg", ...TARDIFS];

const estComplete = ({ prets }: Faite): boolean => TARDIFS.every((format) => prets.includes(format));

/** @param onChange called when a picture has got the last of its formats */
export function createLaterWork(
  objets: Objets,
  imagerie: Imagerie,
  queue: ReturnType<typeof createQueue>,
  onChange: (collection: Collection) => void,
) {
  /** @returns the picture as it is now, or null when it is gone */
  async function actuelle({ objet, cle }: Faite): Promise<Faite | null> {
    const relu = await objets.get(objet.nom);
    const image = relu && imageDe(relu);
    return image && image.cle !== null && image.cle === cle ? image : null;
  }

  /**
   * @returns what files of a picture are made from; null when it is gone, or damaged. The master is gone once everything
   * was made; the picture itself is nearly as good, and the file of an existing project is decoded once more
   */
  async function sourceDe(image: Faite): Promise<Uint8Array | null> {
    const master = await objets.read(masterDe(image));
    const octets = master ?? (await objets.read(image.objet.nom));
    if (master || !octets || !image.ancienne) return octets;
    const preparee = await imagerie.preparer(octets, { aPartager: false, ancienne: true });
    return preparee.ok ? preparee.valeur.master : null;
  }

  async function encodeLater(voulue: Faite, format: Format): Promise<void> {
    const image = await actuelle(voulue);
    const source = image && (await sourceDe(image));
    if (!source) return;
    const noms = variantesDe(image, format);
    await objets.putAll(nommer(noms, await imagerie.encoder(source, image.largeur, format)), TYPES[format]);
    await settle(image, noms, pret(image, format));
  }

  async function partageLater(voulue: Faite, nom: string): Promise<void> {
    const image = await actuelle(voulue);
    const source = image && (await sourceDe(image));
    if (!source) return;
    await objets.put(nom, await imagerie.partager(source), TYPES.jpeg);
    await settle(image, [nom], {});
  }

  /** Says on a picture what it has got; takes that away again when the picture was deleted meanwhile. */
  async function settle(image: Faite, noms: readonly string[], marque: Record<string, string>): Promise<void> {
    const objet = await objets.patch(image.objet, marque);
    const apres = objet && imageDe(objet);
    if (!apres || apres.cle === null || apres.cle !== image.cle) return objets.removeAll(noms);
    if (!estComplete(apres)) return;
    await objets.remove(masterDe(image));
    // Once for both formats: each time, pages are made anew that were right already.
    onChange(image.dossier.collection);
  }

  /** Queues what is missing of a picture. @param presents the objects that are there */
  function mend(image: Faite, presents: ReadonlySet<string>): void {
    const manque = (noms: readonly string[]) => noms.some((nom) => !presents.has(nom));
    for (const format of FORMATS)
      if (!image.prets.includes(format) || manque(variantesDe(image, format)))
        queue.add(() => encodeLater(image, format));
    const partage = partageDe(image);
    if (partage && manque([partage])) queue.add(() => partageLater(image, partage));
    if (estComplete(image) && presents.has(masterDe(image))) queue.add(() => objets.remove(masterDe(image)));
  }

  return {
    /** Queues the formats that a picture does not have yet. */
    queueRest(image: Faite): void {
      for (const format of TARDIFS) if (!image.prets.includes(format)) queue.add(() => encodeLater(image, format));
    },

    /** Queues what is missing, and the removal of files that belong to no picture. @param images all there are */
    async takeUp(images: readonly Image[]): Promise<void> {
      // Listed after the pictures: those have their files by now, if nothing went wrong.
      const fichiers = await objets.list(VARIANTES);
      const presents = new Set(fichiers.map(({ nom }) => nom));
      const cles = new Set(images.map(({ cle }) => cle));
      for (const image of images) if (image.cle !== null) mend(image, presents);
      for (const { nom, creeLe } of fichiers) {
        const cle = cleDeFichier(nom);
        if (cle && !cles.has(cle) && Date.now() - creeLe.getTime() > UN_JOUR_MS) queue.add(() => objets.remove(nom));
      }
    },
  };
}
