/** The pictures of a bucket as they are: files first, then the object that makes them count. */
import { randomUUID } from "node:crypto";
import { estSegment } from "#domain/identifiants.ts";
import { fichiersUtiles, formatsComplets, nomDeVariante, TYPES, typeDeFichier } from "#domain/variantes.ts";
import type { Demenagement, ImageAncienne, ImageFaite } from "#ports/demenagement.ts";
import { COLLECTIONS, type Collection } from "#ports/image-store.ts";
import { JETONS, type Objets } from "./images/bucket.ts";
import { ficheDe, type Image, imageDe, MIS_DE_COTE, objetDeFichier, parAge, VARIANTES } from "./images/picture.ts";

type ImageMove = Pick<
  Demenagement,
  "lireImages" | "lireFichier" | "lireAncienne" | "ajouterImage" | "repriseDe" | "ajouterAncienne"
>;

const DES_ANCIENNES = "unreachable: only a project of Firebase holds pictures of an older site";

/** @param onChange hears where a picture was added or completed */
export function createImageMove(objets: Objets, onChange: (collection: Collection) => void): ImageMove {
  async function lireObjet(nom: string): Promise<Uint8Array> {
    const octets = await objets.read(nom);
    if (!octets) throw new Error("Cloud Storage: a file of a picture is gone since it was listed. Run this again.");
    return octets;
  }

  function gardee(image: Image, presents: ReadonlySet<string>): ImageFaite | ImageAncienne {
    const { objet, dossier, misDeCote } = image;
    const commun = { path: objet.nom, dossier, misDeCote, ajouteeLe: objet.creeLe };
    // What the site made beside the file of an older site, it makes anew where the file goes.
    if (image.cle === null || image.ancienne) return { ...commun, cle: null };
    const { cle, largeur, hauteur, teinte, prets } = image;
    // A format counts once the picture says so: until then somebody may be writing it.
    const noms = new Set([...presents].filter((nom) => nom.startsWith(cle)));
    for (const format of formatsComplets(cle, largeur, noms))
      if (!prets.includes(format)) noms.delete(nomDeVariante(cle, largeur, format));
    return { ...commun, cle, largeur, hauteur, teinte, fichiers: fichiersUtiles(cle, largeur, noms) };
  }

  return {
    async lireImages() {
      const dossiers = Map.groupBy(await objets.list(VARIANTES), ({ nom }) => nom.slice(0, nom.lastIndexOf("/") + 1));
      const presents = new Map(
        [...dossiers].map(([dossier, fichiers]) => [
          dossier,
          new Set(fichiers.map(({ nom }) => nom.slice(dossier.length))),
        ]),
      );
      const listes = await Promise.all(COLLECTIONS.map((collection) => objets.list(`${collection}/`)));
      const images = listes
        .flat()
        .map(imageDe)
        .filter((image) => image !== null);
      return images
        .sort(parAge)
        .map((image) => gardee(image, presents.get(objetDeFichier(image.dossier, "")) ?? new Set()));
    },

    lireFichier: ({ dossier }, nom) => lireObjet(objetDeFichier(dossier, nom)),
    lireAncienne: ({ path }) => lireObjet(path),

    async ajouterImage(image, fichiers) {
      const { path, dossier, cle, largeur, misDeCote } = image;
      const formats = formatsComplets(cle, largeur, new Set(image.fichiers));
      if (!estSegment(dossier.id)) return "nom";
      if (!formats.includes("jpeg")) return "incomplete";
      for (const [nom, octets] of fichiers)
        await objets.put(objetDeFichier(dossier, nom), octets, typeDeFichier(nom) ?? TYPES.jpeg);
      const prets = Object.fromEntries(formats.filter((un) => un !== "jpeg").map((format) => [format, cle]));
      const plusGrande = fichiers.get(nomDeVariante(cle, largeur, "jpeg"));
      const objet = await objets.get(path);
      if (objet?.fiche.cle === cle) await objets.patch(objet, prets);
      else if (!objet && plusGrande) {
        const fiche = { ...ficheDe(image), ...prets, ...(misDeCote && { [MIS_DE_COTE]: "1" }), [JETONS]: randomUUID() };
        await objets.put(path, plusGrande, TYPES.jpeg, fiche, true);
      }
      onChange(dossier.collection);
      return null;
    },

    repriseDe() {
      throw new Error(DES_ANCIENNES);
    },
    ajouterAncienne() {
      throw new Error(DES_ANCIENNES);
    },
  };
}
