import { canonique } from "#domain/canonique.ts";
import { estServi } from "#domain/variantes.ts";
import {
  type Contenus,
  type Demenagement,
  type ImageAncienne,
  type ImageFaite,
  SORTES,
  type Sorte,
} from "#ports/demenagement.ts";
import { imagesAttachees } from "./images-attachees.ts";

/** One side: how many there are of a kind, and the SHA-256 of all of it. */
type Cote = { readonly nombre: number; readonly empreinte: string };

/** What two families hold of one kind; the same when the three lists are empty. */
export type Comparaison = {
  readonly sorte: Sorte | "images" | "fichiers";
  readonly de: Cote;
  readonly vers: Cote;
  /** Identifiers; for pictures their paths, for files also the name. */
  readonly manquants: readonly string[];
  readonly differents: readonly string[];
  readonly enTrop: readonly string[];
};

/** What one side has of a kind, by identifier: texts that are the same for the same contents. */
type Contenu = ReadonlyMap<string, string>;

type Image = ImageFaite | ImageAncienne;

/**
 * Reads everything on both sides. What the second one has made by itself, it may have: later formats of a picture, a
 * higher `sequence`, its own files for a picture of an older site.
 */
export async function comparer(de: Demenagement, vers: Demenagement): Promise<Comparaison[]> {
  const comparaisons: Comparaison[] = [];
  for (const sorte of SORTES) {
    const contenus = [de, vers].map(async (demeure) => contenuDe(sorte, await demeure.lire(sorte)));
    const [ici, la] = (await Promise.all(contenus)) as [Contenu, Contenu];
    comparaisons.push(await confronter(sorte, ici, la));
  }
  return [...comparaisons, ...(await comparerImages(de, vers))];
}

/** @returns the same text for the same document; the `sequence` of an event may have grown on the way */
export function texteDe<S extends Sorte>(sorte: S, document: Contenus[S]): string {
  if (sorte !== "evenements") return canonique(document);
  const { sequence: _, ...reste } = document as Contenus["evenements"];
  return canonique(reste);
}

const contenuDe = <S extends Sorte>(sorte: S, documents: readonly Contenus[S][]): Contenu =>
  new Map(documents.map((document) => [document.id, texteDe(sorte, document)]));

async function confronter(sorte: Comparaison["sorte"], ici: Contenu, la: Contenu): Promise<Comparaison> {
  return {
    sorte,
    de: await coteDe(ici),
    vers: await coteDe(la),
    manquants: [...ici.keys()].filter((id) => !la.has(id)),
    differents: [...ici].filter(([id, texte]) => la.has(id) && la.get(id) !== texte).map(([id]) => id),
    enTrop: [...la.keys()].filter((id) => !ici.has(id)),
  };
}

async function coteDe(contenu: Contenu): Promise<Cote> {
  const lignes = [...contenu].sort(([a], [b]) => (a < b ? -1 : 1));
  return { nombre: contenu.size, empreinte: await sha256(new TextEncoder().encode(JSON.stringify(lignes))) };
}

async function sha256(octets: Uint8Array): Promise<string> {
  const empreinte = await crypto.subtle.digest("SHA-256", new Uint8Array(octets));
  return [...new Uint8Array(empreinte)].map((octet) => octet.toString(16).padStart(2, "0")).join("");
}

async function comparerImages(de: Demenagement, vers: Demenagement): Promise<Comparaison[]> {
  const sources = new Map<string, Image>();
  for (const image of (await imagesAttachees(de)).attachees) {
    const reprise = image.cle === null ? await vers.repriseDe(image, await de.lireAncienne(image)) : null;
    sources.set(reprise ?? image.path, image);
  }
  const cibles = new Map((await imagesAttachees(vers)).attachees.map((image) => [image.path, image]));
  const anciennes = new Set([...sources].filter(([, { cle }]) => cle === null).map(([path]) => path));
  const communes = new Set([...sources.keys()].filter((path) => cibles.has(path)));

  const fichiers = { ici: new Map<string, string>(), la: new Map<string, string>() };
  for (const [path, image] of sources) {
    if (image.cle === null) continue;
    const servis = image.fichiers.filter(estServi);
    await noterFichiers(fichiers.ici, de, path, image, servis);
    const cible = cibles.get(path);
    if (cible && cible.cle !== null)
      await noterFichiers(
        fichiers.la,
        vers,
        path,
        cible,
        servis.filter((nom) => cible.fichiers.includes(nom)),
      );
  }
  return [
    await confronter("images", descriptions(sources, anciennes, communes), descriptions(cibles, anciennes, communes)),
    await confronter("fichiers", fichiers.ici, fichiers.la),
  ];
}

/** Notes the SHA-256 of files of one picture, which are in memory together. */
async function noterFichiers(
  notes: Map<string, string>,
  demeure: Demenagement,
  path: string,
  image: ImageFaite,
  noms: readonly string[],
): Promise<void> {
  const empreintes = await Promise.all(noms.map(async (nom) => sha256(await demeure.lireFichier(image, nom))));
  for (const [i, nom] of noms.entries()) notes.set(`${path} ${nom}`, empreintes[i] ?? "");
}

/**
 * @param images by path, in the order in which they were added
 * @param anciennes paths of those that are other pictures on the other side, made of the same file
 * @param communes paths that both sides have: the order counts among them
 */
function descriptions(
  images: ReadonlyMap<string, Image>,
  anciennes: ReadonlySet<string>,
  communes: ReadonlySet<string>,
): Contenu {
  const rangs = new Map<string, number>();
  return new Map(
    [...images].map(([path, { dossier, misDeCote, ...image }]) => {
      const lieu = `${dossier.collection}/${dossier.id}`;
      const rang = (rangs.get(lieu) ?? 0) + (communes.has(path) ? 1 : 0);
      rangs.set(lieu, rang);
      const { cle, largeur, hauteur, teinte } = { largeur: 0, hauteur: 0, teinte: null, ...image };
      const faite = anciennes.has(path) ? null : { cle, largeur, hauteur, teinte };
      return [path, canonique({ misDeCote, rang, faite })];
    }),
  );
}
