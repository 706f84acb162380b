/** Pictures that an existing project has already: read through their download URL, measured once, shown as they are. */
import { createLimit } from "#domain/limit.ts";
import { LIMITES_IMAGE } from "#ports/image-store.ts";
import type { Imagerie, Mesure } from "#ports/imagerie.ts";
import { type Objet, type Objets, readUrl } from "./bucket.ts";

/** Bytes in which the header of a picture is as a rule. */
const ENTETE = 128 * 1024;
/** Downloads under way at once: each may take as much memory as the largest picture. */
const ENSEMBLE = 4;

const TYPES = new Set<string>(["image/jpeg", "image/png", "image/webp", "image/gif", "image/avif", "image/heic"]);

/**
 * @param onWarning hears, in a sentence without names, of each object that has no download URL (SPEC.md section 8);
 * the server reads it by its own credentials then, and its picture is shown all the same
 */
export function createOldPictures(objets: Objets, imagerie: Imagerie, onWarning: (phrase: string) => void) {
  const limit = createLimit(ENSEMBLE);
  const mesures = new Map<string, Promise<Mesure | null>>();
  const dites = new Set<string>();
  const identite = ({ nom, generation }: Objet) => `${nom}#${generation}`;

  function avertir(objet: Objet, phrase: string): void {
    const cle = `${identite(objet)} ${phrase}`;
    if (dites.has(cle)) return;
    dites.add(cle);
    onWarning(`${objet.nom.split("/")[0]}: ${phrase}`);
  }

  async function read(objet: Objet, jusqua?: number): Promise<Buffer | null> {
    const url = objets.downloadUrl(objet);
    if (!url) avertir(objet, "The given file does not have any download URLs.");
    // A token that was revoked leads nowhere.
    return limit(async () => (url && (await readUrl(url, jusqua))) || (await objets.read(objet.nom, jusqua)));
  }

  async function mesurer(objet: Objet): Promise<Mesure | null> {
    if (objet.taille > LIMITES_IMAGE.octets) {
      avertir(objet, "a picture over 25 MB is not shown");
      return null;
    }
    const debut = await read(objet, ENTETE);
    const mesure = debut && (await imagerie.mesurer(debut));
    if (mesure || !debut || debut.byteLength >= objet.taille) return mesure;
    const tout = await read(objet);
    return tout && imagerie.mesurer(tout);
  }

  /** What an earlier look has written on the object. */
  function connue({ fiche }: Objet): Mesure | null {
    const [largeur, hauteur] = [Number(fiche.largeur), Number(fiche.hauteur)];
    if (!(largeur > 0 && hauteur > 0 && TYPES.has(fiche.type ?? ""))) return null;
    return { largeur, hauteur, type: fiche.type as Mesure["type"] };
  }

  async function mesurerEtNoter(objet: Objet): Promise<Mesure | null> {
    const mesure = await mesurer(objet);
    if (!mesure) {
      avertir(objet, "a file that is no picture is not shown");
      return null;
    }
    const { largeur, hauteur, type } = mesure;
    // Whoever may not write it measures it again at the next start.
    await objets.patch(objet, { largeur: String(largeur), hauteur: String(hauteur), type }).catch(() => {});
    return mesure;
  }

  return {
    /** @returns the size and type of a picture, or null when a browser cannot show it @throws when it cannot be read */
    async measure(objet: Objet): Promise<Mesure | null> {
      const sue = connue(objet);
      if (sue) return sue;
      const cle = identite(objet);
      const deja = mesures.get(cle) ?? mesurerEtNoter(objet);
      mesures.set(cle, deja);
      deja.catch(() => mesures.delete(cle));
      return deja;
    },

    /** @returns all of its bytes, or null when it is gone */
    read: (objet: Objet) => read(objet),
  };
}
