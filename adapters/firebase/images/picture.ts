/**
 * What the objects of a bucket are called, and what they say of a picture. `{collection}/{id}/{filename}` is the
 * largest JPEG (SPEC.md sections 3 and 7), or the file that an older site stored, and the picture is there as long as it is; its other files are below
 * `variantes/`, where nobody looks who lists a folder of pictures.
 */
import { createHash } from "node:crypto";
import { estSegment } from "#domain/identifiants.ts";
import { TEINTES, type Teinte } from "#domain/teintes.ts";
import { type Format, largeursDe, nomDeMaster, nomDePartage, nomDeVariante } from "#domain/variantes.ts";
import { A_PARTAGER, type Collection, type Dossier, estCollection, type RefusImage } from "#ports/image-store.ts";
import type { Objet } from "./bucket.ts";

/** One whose variants this site made. */
export type Faite = {
  readonly objet: Objet;
  readonly dossier: Dossier;
  readonly cle: string;
  readonly largeur: number;
  readonly hauteur: number;
  readonly teinte: Teinte | null;
  readonly prets: readonly Format[];
  /** Its own object is the file of an existing project, as somebody sent it once, and not the largest JPEG. */
  readonly ancienne: boolean;
  readonly misDeCote: boolean;
};

/** One of an existing project without variants, which nobody is shown. */
export type Ancienne = {
  readonly objet: Objet;
  readonly dossier: Dossier;
  readonly cle: null;
  /** Why there will be none; null: they are still to be made. */
  readonly refus: RefusImage | null;
  readonly misDeCote: boolean;
};

export type Image = Faite | Ancienne;

export const MIS_DE_COTE = "mis-de-cote";

/** On the file of an existing project: that its variants were made, or why there are none. A new upload has neither. */
const ANCIENNE = "ancienne";
const REFUS = "refus";
const REFUS_CONNUS: readonly string[] = ["trop-lourde", "trop-grande", "illisible"] satisfies RefusImage[];

/** @returns where the pictures of a folder are */
export const prefixeDe = ({ collection, id }: Dossier): string => `${collection}/${id}/`;

export const VARIANTES = "variantes/";

/** @returns the object of a file that this site made. @param nom as `nomDeVariante` and its like give it */
export const objetDeFichier = ({ collection, id }: Dossier, nom: string): string =>
  `${VARIANTES}${collection}/${id}/${nom}`;

/** @returns the key in the name of an object below `variantes/`, or null for what this site cannot have written */
export const cleDeFichier = (objet: string): string | null =>
  /\/([0-9a-f]{20})-(?:[1-9]\d{0,4}\.(?:avif|webp|jpg)|(?:partage|master)\.jpg)$/.exec(objet)?.[1] ?? null;

type Mesures = Pick<Faite, "cle" | "largeur" | "hauteur" | "teinte">;

/** @returns what a new picture says of itself */
export const ficheDe = ({ cle, largeur, hauteur, teinte }: Mesures) => ({
  cle,
  largeur: String(largeur),
  hauteur: String(hauteur),
  ...(teinte && { teinte }),
});

/** @returns what the file of an existing project says of itself once its variants are there */
export const ficheDAncienne = (mesures: Mesures) => ({ ...ficheDe(mesures), [ANCIENNE]: "1" });

/** @returns what it says once it was refused */
export const ficheDeRefus = (refus: RefusImage) => ({ [REFUS]: refus });

/** @returns the key of such a file's variants: the same for whoever makes them, and another one after a new upload */
export const cleDAncienne = ({ nom, generation }: Objet): string =>
  createHash("sha256").update(`${nom}#${generation}`).digest("hex").slice(0, 20);

/** @returns that a format is ready; it counts for this picture only, not for another one that got its name since */
export const pret = ({ cle }: Faite, format: Format): Record<string, string> => ({ [format]: cle });

/** @returns the folder and the file of a path, or null when no picture can be there */
export function lireChemin(path: string): { dossier: Dossier; fichier: string } | null {
  const [collection = "", id = "", fichier = "", ...reste] = path.split("/");
  if (!estCollection(collection) || !estSegment(id) || !estSegment(fichier) || reste.length > 0) return null;
  return { dossier: { collection, id }, fichier };
}

const nombre = (texte: string | undefined): number | null =>
  /^[1-9]\d{0,4}$/.test(texte ?? "") ? Number(texte) : null;

const estTeinte = (texte: string | undefined): texte is Teinte => texte !== undefined && Object.hasOwn(TEINTES, texte);

/** @returns the picture behind an object, or null when it is none (an empty folder, something deeper) */
export function imageDe(objet: Objet): Image | null {
  const lu = lireChemin(objet.nom);
  if (!lu || objet.taille === 0) return null;
  const { cle, teinte, ...fiche } = objet.fiche;
  const commun = { objet, dossier: lu.dossier, misDeCote: fiche[MIS_DE_COTE] !== undefined };
  const [largeur, hauteur] = [nombre(fiche.largeur), nombre(fiche.hauteur)];
  if (!cle || !/^[0-9a-f]{20}$/.test(cle) || !largeur || !hauteur) {
    const refus = fiche[REFUS] ?? "";
    return { ...commun, cle: null, refus: REFUS_CONNUS.includes(refus) ? (refus as RefusImage) : null };
  }
  const tardifs = (["avif", "webp"] as const).filter((format) => fiche[format] === cle);
  return {
    ...commun,
    cle,
    largeur,
    hauteur,
    teinte: estTeinte(teinte) ? teinte : null,
    prets: [...tardifs, "jpeg"],
    ancienne: fiche[ANCIENNE] !== undefined,
  };
}

/** Oldest first. */
export const parAge = (a: Image, b: Image): number =>
  a.objet.creeLe.getTime() - b.objet.creeLe.getTime() || Number(a.objet.generation) - Number(b.objet.generation);

/** @returns the objects of one format */
export const variantesDe = ({ dossier, cle, largeur }: Faite, format: Format): string[] =>
  largeursDe(largeur).map((l) => objetDeFichier(dossier, nomDeVariante(cle, l, format)));

export const partageDe = ({ dossier, cle }: Faite): string | null =>
  aUnPartage(dossier.collection) ? objetDeFichier(dossier, nomDePartage(cle)) : null;

export const masterDe = ({ dossier, cle }: Faite): string => objetDeFichier(dossier, nomDeMaster(cle));

export const aUnPartage = (collection: Collection): boolean => collection === A_PARTAGER;

/** @returns every object that a picture can have besides its own */
export const fichiersDe = (image: Faite): string[] => [
  ...(["jpeg", "webp", "avif"] as const).flatMap((format) => variantesDe(image, format)),
  ...[partageDe(image)].filter((nom) => nom !== null),
  masterDe(image),
];

/** @returns contents by object. @param contenus by width, as many and in the same order */
export const nommer = (objets: readonly string[], contenus: ReadonlyMap<number, Uint8Array>): Map<string, Uint8Array> =>
  new Map([...contenus.values()].map((octets, i) => [objets[i] ?? "", octets]));
