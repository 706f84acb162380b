/**
 * Pictures that an existing project has already. Their files stay as they are, with their download URLs; beside them
 * the site makes the widths and formats of its own pictures, once for all instances. Until then, and where that cannot be
 * done, their card has none: a file straight from a camera is too large for one.
 */
import type { createQueue } from "#domain/queue.ts";
import { TYPES } from "#domain/variantes.ts";
import { type Collection, LIMITES_IMAGE, type RefusImage } from "#ports/image-store.ts";
import type { Imagerie } from "#ports/imagerie.ts";
import { type Objet, type Objets, readUrl } from "./bucket.ts";
import type { createLaterWork } from "./later-work.ts";
import {
  type Ancienne,
  aUnPartage,
  cleDAncienne,
  type Faite,
  ficheDAncienne,
  ficheDeRefus,
  imageDe,
  masterDe,
  nommer,
  partageDe,
  variantesDe,
} from "./picture.ts";

/** One whose variants could not be made just now is left alone for so long. */
const RETRY_MS = 5 * 60_000;

const WHY: Record<RefusImage, string> = {
  "trop-lourde": "a picture over 25 MB is not shown",
  "trop-grande": "a picture over 60 megapixels is not shown",
  illisible: "a file that is no picture, or a damaged one, is not shown",
};

type Options = {
  objets: Objets;
  imagerie: Imagerie;
  queue: ReturnType<typeof createQueue>;
  travaux: ReturnType<typeof createLaterWork>;
  onChange: (collection: Collection) => void;
  onError: (error: unknown) => void;
  /** Hears, in a sentence without names, what is wrong with an object. */
  onWarning: (phrase: string) => void;
};

export function createOldPictures({ objets, imagerie, queue, travaux, onChange, onError, onWarning }: Options) {
  const asked = new Set<string>();
  const told = new Set<string>();
  const identity = ({ nom, generation }: Objet) => `${nom}#${generation}`;

  function warn(objet: Objet, phrase: string): void {
    const key = `${identity(objet)} ${phrase}`;
    if (told.has(key)) return;
    told.add(key);
    onWarning(`${objet.nom.split("/")[0]}: ${phrase}`);
  }

  /** @returns the object as it is now; null when it is gone, was replaced, or another instance has dealt with it */
  async function stillToMake({ nom, generation }: Objet): Promise<Ancienne | null> {
    const now = await objets.get(nom);
    const image = now && imageDe(now);
    return now?.generation === generation && image?.cle === null && image.refus === null ? image : null;
  }

  async function read(objet: Objet): Promise<Uint8Array | null> {
    const url = objets.downloadUrl(objet);
    if (!url) warn(objet, "The given file does not have any download URLs.");
    // A token that was revoked leads nowhere.
    return (url && (await readUrl(url))) || objets.read(objet.nom);
  }

  async function make(objet: Objet): Promise<void> {
    const image = await stillToMake(objet);
    if (!image) return;
    const { collection } = image.dossier;
    const refusal = await keepVariants(image);
    if (refusal) {
      warn(objet, WHY[refusal]);
      await objets.patch(objet, ficheDeRefus(refusal));
    }
    onChange(collection);
  }

  /** @returns why there are none, or null */
  async function keepVariants(image: Ancienne): Promise<RefusImage | null> {
    const { objet, dossier, misDeCote } = image;
    if (objet.taille > LIMITES_IMAGE.octets) return "trop-lourde";
    const octets = await read(objet);
    if (!octets) return null;
    const prepared = await imagerie.preparer(octets, { aPartager: aUnPartage(dossier.collection), ancienne: true });
    if (!prepared.ok) return prepared.raison;
    const { largeur, hauteur, teinte, variantes, partage, master } = prepared.valeur;
    const cle = cleDAncienne(objet);
    const made: Faite = {
      ...{ objet, dossier, cle, largeur, hauteur, teinte, misDeCote },
      prets: ["jpeg"],
      ancienne: true,
    };
    const files = nommer(variantesDe(made, "jpeg"), variantes).set(masterDe(made), master);
    const nomPartage = partageDe(made);
    if (nomPartage && partage) files.set(nomPartage, partage);
    await objets.putAll(files, TYPES.jpeg);
    const now = await objets.patch(objet, ficheDAncienne(made));
    // It was deleted or replaced meanwhile.
    if (now) travaux.queueRest({ ...made, objet: now });
    else await objets.removeAll([...files.keys()]);
    return null;
  }

  return {
    /** Queues the making of a picture's variants, once; tells why there will be none. Nobody waits for it. */
    want({ objet, refus }: Ancienne): void {
      const key = identity(objet);
      if (refus) warn(objet, WHY[refus]);
      if (refus || asked.has(key)) return;
      asked.add(key);
      queue.add(() =>
        make(objet).catch((panne: unknown) => {
          setTimeout(() => asked.delete(key), RETRY_MS).unref();
          onError(panne);
        }),
      );
    },
  };
}
