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
 * Reads everything on both sides, and compares the contents. What the second one has made by itself, it may have: later
 * formats of a picture, a higher `sequence`, its own files for a picture of an older site.
 */
export async function comparer(de: Demenagement, vers: Demenagement): Promise<Comparaison[]> {
  const comparaisons: Comparaison[] = [];
  for (const sorte of SORTES) {
    const [ici, la] = [await contenuDe(sorte, de), await contenuDe(sorte, vers)];
    comparaisons.push(await confronter(sorte, ici, la));
  }
  return [...comparaisons, ...(await comparerImages(de, vers))];
}

/** @returns the same text for the same document; the `sequence` of an event may have grown on the way */
export const texteDe = <S extends Sorte>(sorte: S, document: Contenus[S]): string =>
  canonique(sorte === "evenements" ? { ...document, sequence: 0 } : document);

const contenuDe = async <S extends Sorte>(sorte: S, demeure: Demenagement): Promise<Contenu> =>
  new Map((await demeure.lire(sorte)).map((document) => [document.id, texteDe(sorte, document)]));

/**
 * The pictures that a page can show. The site deletes those of a document that is gone, so that they do not move.
 * @returns them by path, in the order in which they were added, and how many others there are
 */
export async function imagesAttachees(
  demeure: Demenagement,
): Promise<{ attachees: Map<string, Image>; autres: number }> {
  const ids = { membres: new Set<string>(), evenements: new Set<string>() };
  for (const sorte of ["membres", "evenements"] as const)
    for (const { id } of await demeure.lire(sorte)) ids[sorte].add(id);
  const images = await demeure.lireImages();
  const attachees = images.filter(
    ({ dossier: { collection, id } }) => collection === "accueil" || ids[collection].has(id),
  );
  return {
    attachees: new Map(attachees.map((image) => [image.path, image])),
    autres: images.length - attachees.length,
  };
}

async function comparerImages(de: Demenagement, vers: Demenagement): Promise<Comparaison[]> {
  const la = (await imagesAttachees(vers)).attachees;
  const sources: Notes = new Map();
  const fichiers = { de: new Map<string, string>(), vers: new Map<string, string>() };
  for (const image of (await imagesAttachees(de)).attachees.values()) {
    const reprise = image.cle === null ? await vers.repriseDe(image, await de.lireAncienne(image)) : null;
    const cible = la.get(reprise ?? image.path);
    // What was made anew of a picture of an older site is what this site makes of it.
    sources.set(reprise ?? image.path, texteDImage({ ...((reprise && cible) || image), misDeCote: image.misDeCote }));
    if (image.cle === null) continue;
    const servis = image.fichiers.filter(estServi);
    await noterFichiers(fichiers.de, de, image, servis);
    if (cible && cible.cle !== null)
      await noterFichiers(
        fichiers.vers,
        vers,
        cible,
        servis.filter((nom) => cible.fichiers.includes(nom)),
      );
  }
  const cibles = new Map([...la].map(([path, image]) => [path, texteDImage(image)]));
  return [await confronter("images", sources, cibles), await confronter("fichiers", fichiers.de, fichiers.vers)];
}

type Notes = Map<string, string>;

const texteDImage = ({ path: _, dossier: __, ajouteeLe: ___, ...image }: Image): string =>
  canonique({ ...image, fichiers: null });

/** Notes the SHA-256 of files of one picture, which are in memory together. */
async function noterFichiers(notes: Notes, demeure: Demenagement, image: ImageFaite, noms: readonly string[]) {
  const contenus = noms.map(async (nom) => sha256(await demeure.lireFichier(image, nom)));
  for (const [i, empreinte] of (await Promise.all(contenus)).entries())
    notes.set(`${image.path} ${noms[i]}`, empreinte);
}

async function confronter(sorte: Comparaison["sorte"], ici: Contenu, la: Contenu): Promise<Comparaison> {
  return {
    sorte,
    de: await coteDe(ici),
    vers: await coteDe(la),
    manquants: [...ici.keys()].filter((id) => !la.has(id)),
    differents: [...ici.keys()].filter((id) => la.has(id) && la.get(id) !== ici.get(id)),
    enTrop: [...la.keys()].filter((id) => !ici.has(id)),
  };
}

async function coteDe(contenu: Contenu): Promise<Cote> {
  const lignes = [...contenu].sort(([a], [b]) => (a < b ? -1 : 1));
  return { nombre: contenu.size, empreinte: await sha256(new TextEncoder().encode(JSON.stringify(lignes))) };
}

const sha256 = async (octets: Uint8Array): Promise<string> =>
  Buffer.from(await crypto.subtle.digest("SHA-256", new Uint8Array(octets))).toString("hex");
