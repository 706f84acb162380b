/**
 * Pictures in a bucket of Cloud Storage, which several instances of the site may share. The object
 * `{collection}/{id}/{filename}` decides: everything else of a picture is written before it and deleted after it, so
 * that a crash leaves files without a picture at worst, which `resume` removes.
 */
import { randomBytes, randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { estSegment } from "#domain/identifiants.ts";
import { createLimit } from "#domain/limit.ts";
import { createQueue } from "#domain/queue.ts";
import { accepte } from "#domain/resultat.ts";
import { type Format, largeursDe, nomDePartage, nomDeVariante, nomsDeFichier, TYPES } from "#domain/variantes.ts";
import { COLLECTIONS, type Collection, type Dossier, type ImageStore, type StoredImage } from "#ports/image-store.ts";
import type { Imagerie } from "#ports/imagerie.ts";
import { JETONS, openObjects } from "./images/bucket.ts";
import { createLaterWork } from "./images/later-work.ts";
import { createOldPictures } from "./images/old-pictures.ts";
import {
  aUnPartage,
  type Faite,
  ficheDe,
  fichiersDe,
  type Image,
  imageDe,
  lireChemin,
  MIS_DE_COTE,
  masterDe,
  nommer,
  parAge,
  partageDe,
  prefixeDe,
  variantesDe,
} from "./images/picture.ts";
import { createServedFiles } from "./images/served-files.ts";

/** One file behind an address of the site. */
type Fichier = { taille: number; type: string; lire: () => Readable };

export type FirebaseImageStore = ImageStore & {
  /**
   * The file behind `/images/{collection}/{id}/{file}`; the segments are percent-decoded.
   * @returns null when there is none @throws when the store does not answer
   */
  imageFile(collection: string, id: string, file: string): Promise<Fichier | null>;
  /** Forgets the files of a collection that are in memory: another instance has changed something there. */
  forget(collection: Collection): void;
  /**
   * Takes up the work that an earlier process left: makes what is missing and removes files that belong to no picture.
   * Resolves when the work is queued. Safe to call at any time, also while other instances run.
   */
  resume(): Promise<void>;
  /** Resolves when no work is left. */
  idle(): Promise<void>;
  /** Ends the work in good order: the format under way is finished, `resume` takes up the rest another time. */
  stop(): Promise<void>;
  /**
   * Asks the bucket whether it is there and may be used.
   * @returns a line that says why not, for who starts the site; null when it is, or when nobody answers just now
   */
  problem(): Promise<string | null>;
};

/**
 * Makes the image store of one instance.
 * @param bucket its name, without `gs://`
 * @param imagerie what makes the pictures
 * @param urlPrefix where the server answers with them, through `imageFile`
 * @param onChange called after every change that a reader can see, with where it was; once the last of the later
 * variants is there, not for each
 * @param onError hears why later work failed; the picture keeps what it has, and the next `resume` tries again
 * @param onWarning hears, in a sentence without names, what is wrong with a picture of an existing project
 */
export function createImageStore({
  projectId,
  bucket,
  imagerie,
  urlPrefix = "/images",
  onChange = () => {},
  onError = () => {},
  onWarning = () => {},
}: {
  projectId: string;
  bucket: string;
  imagerie: Imagerie;
  urlPrefix?: string;
  onChange?: (collection: Collection) => void;
  onError?: (error: unknown) => void;
  onWarning?: (phrase: string) => void;
}): FirebaseImageStore {
  const objets = openObjects({ projectId, bucket });
  const fichiers = createServedFiles(objets);
  const queue = createQueue(onError);
  const travaux = createLaterWork(objets, imagerie, queue, onChange);
  const anciennes = createOldPictures({ objets, imagerie, queue, travaux, onChange, onError, onWarning });
  /** Under it a name is looked for and taken. */
  const exclusively = createLimit(1);

  const adresse = ({ collection, id }: Dossier, nom: string) =>
    `${urlPrefix}/${collection}/${encodeURIComponent(id)}/${encodeURIComponent(nom)}`;

  function stored({ objet, dossier, cle, largeur, hauteur, teinte, prets }: Faite): StoredImage {
    const variante = (l: number, format: Format) => adresse(dossier, nomDeVariante(cle, l, format));
    return {
      path: objet.nom,
      url: variante(largeur, "jpeg"),
      largeur,
      hauteur,
      teinte,
      sources: prets.map((format) => ({
        type: TYPES[format],
        variantes: largeursDe(largeur).map((l) => ({ url: variante(l, format), largeur: l })),
      })),
      partage: aUnPartage(dossier.collection) ? adresse(dossier, nomDePartage(cle)) : null,
    };
  }

  /** @returns the pictures whose objects begin so, oldest first */
  async function imagesSous(prefixe: string): Promise<Image[]> {
    const images = (await objets.list(prefixe)).map(imageDe).filter((image) => image !== null);
    return images.sort(parAge);
  }

  /**
   * @param images of one folder, oldest first
   * @returns the newest one that can be shown; null also while the variants of one that is newer are still to be made
   */
  function derniere(images: readonly Image[]): StoredImage | null {
    for (const image of images.toReversed()) {
      if (image.misDeCote) continue;
      if (image.cle !== null) return stored(image);
      anciennes.want(image);
      if (!image.refus) return null;
    }
    return null;
  }

  const parDossier = (images: readonly Image[]) => Map.groupBy(images, ({ dossier }) => dossier.id);

  /** Deletes pictures. Once their own objects are gone they are for every reader; the rest may fail and is swept later. */
  async function deleteImages(images: readonly Image[]): Promise<void> {
    for (const { objet } of images) await objets.remove(objet.nom, objet.generation);
    for (const image of images) {
      fichiers.forgetPicture(image);
      if (image.cle !== null) await objets.removeAll(fichiersDe(image)).catch(onError);
    }
  }

  /** Gives a picture the first free name of its folder. @returns its object's name */
  async function claim(dossier: Dossier, nom: string, octets: Uint8Array, fiche: { cle: string }): Promise<string> {
    const prefixe = prefixeDe(dossier);
    const pris = new Set((await objets.list(prefixe)).map((objet) => objet.nom));
    for (const candidat of nomsDeFichier(nom)) {
      const path = prefixe + candidat;
      if (pris.has(path)) continue;
      const jetons = { [JETONS]: randomUUID() };
      if ((await objets.put(path, octets, TYPES.jpeg, { ...fiche, ...jetons }, true)) === "ecrit") return path;
      // Another instance was faster, or the answer to this very upload was lost.
      if ((await objets.get(path))?.fiche.cle === fiche.cle) return path;
    }
    throw new Error("unreachable: there is always another name to try");
  }

  /** Takes back what a failed upload has left. A picture that counts after all keeps its files. */
  async function abandon({ dossier, cle }: Faite, noms: readonly string[]): Promise<void> {
    for (const { nom, generation, fiche } of await objets.list(prefixeDe(dossier)))
      if (fiche.cle === cle) await objets.remove(nom, generation);
    await objets.removeAll(noms);
  }

  async function mark(images: readonly Image[], misDeCote: boolean): Promise<void> {
    for (const { objet } of images) await objets.patch(objet, { [MIS_DE_COTE]: misDeCote ? "1" : null });
  }

  return {
    async save(dossier, { nom, octets }) {
      const { collection, id } = dossier;
      if (!estSegment(id)) throw new Error("The identifier of a folder of pictures cannot be a folder's name.");
      const preparee = await imagerie.preparer(octets, { aPartager: aUnPartage(collection) });
      if (!preparee.ok) return preparee;
      const { largeur, hauteur, teinte, variantes, partage, master } = preparee.valeur;
      const cle = randomBytes(10).toString("hex");
      const objet = { nom: "", generation: "", taille: 0, creeLe: new Date(), fiche: {} };
      const image: Faite = {
        ...{ objet, dossier, cle, largeur, hauteur, teinte },
        ...{ prets: ["jpeg"], ancienne: false, misDeCote: false },
      };
      const files = nommer(variantesDe(image, "jpeg"), variantes).set(masterDe(image), master);
      const nomPartage = partageDe(image);
      if (nomPartage && partage) files.set(nomPartage, partage);
      const [plusGrande] = [...variantes.values()].slice(-1);
      if (!plusGrande) throw new Error("unreachable: a picture has a largest variant");
      try {
        await objets.putAll(files, TYPES.jpeg);
        objet.nom = await exclusively(() => claim(dossier, nom, plusGrande, ficheDe(image)));
      } catch (panne) {
        // What this leaves in a store that does not answer is for `resume`; the fault to tell of is the first one.
        await abandon(image, [...files.keys()]).catch(() => {});
        throw panne;
      }
      travaux.queueRest(image);
      onChange(collection);
      return accepte(stored(image));
    },

    last: async (dossier) => derniere(await imagesSous(prefixeDe(dossier))),

    async lastOfEach(collection) {
      const dossiers = parDossier(await imagesSous(`${collection}/`));
      const lues = [...dossiers].map(([id, images]) => [id, derniere(images)] as const);
      return new Map(lues.filter((lue): lue is [string, StoredImage] => lue[1] !== null));
    },

    async folders(collection) {
      const dossiers = parDossier(await imagesSous(`${collection}/`));
      return [...dossiers]
        .filter(([, images]) => images.some((image) => image.misDeCote || (image.cle !== null && !image.ancienne)))
        .map(([id, images]) => ({
          id,
          misDeCote: images.every((image) => image.misDeCote),
          depuis: images.at(-1)?.objet.creeLe ?? new Date(),
        }));
    },

    async remove(path) {
      const objet = lireChemin(path) && (await objets.get(path));
      const image = objet && imageDe(objet);
      if (!image) return;
      await deleteImages([image]);
      onChange(image.dossier.collection);
    },

    async setAside(dossier) {
      const visibles = (await imagesSous(prefixeDe(dossier))).filter(({ misDeCote }) => !misDeCote);
      try {
        // The one that is shown comes last: until then nothing has changed for anybody.
        await mark(visibles, true);
      } catch (panne) {
        await mark(visibles.toReversed(), false).catch(() => {});
        throw panne;
      } finally {
        onChange(dossier.collection);
      }
    },

    async bringBack(dossier) {
      const images = await imagesSous(prefixeDe(dossier));
      await mark(images.filter(({ misDeCote }) => misDeCote).toReversed(), false);
      onChange(dossier.collection);
    },

    async discard(dossier) {
      await deleteImages((await imagesSous(prefixeDe(dossier))).filter(({ misDeCote }) => misDeCote));
    },

    async imageFile(collection, id, file) {
      const lu = await fichiers.read(collection, id, file);
      return lu && { taille: lu.octets.byteLength, type: lu.type, lire: () => Readable.from([lu.octets]) };
    },

    forget: fichiers.forget,

    async resume() {
      queue.add(async () => {
        const images = [];
        for (const collection of COLLECTIONS) images.push(...(await imagesSous(`${collection}/`)));
        await travaux.takeUp(images);
        for (const folder of Map.groupBy(images, ({ dossier }) => prefixeDe(dossier)).values()) derniere(folder);
      });
    },

    idle: () => queue.idle(),
    stop: () => queue.stop(),
    problem: objets.probleme,
  };
}
