import { cleDIdentifiant } from "#domain/identifiants.ts";
import { estServi } from "#domain/variantes.ts";
import {
  type ChampsEtrangers,
  type Contenus,
  type Demenagement,
  type ImageAncienne,
  type ImageFaite,
  type Raison,
  SORTES,
  type Sorte,
} from "#ports/demenagement.ts";
import { type Comparaison, comparer, imagesAttachees, texteDe } from "./comparer-demeures.ts";

export type Rapport = {
  /** What both sides hold afterwards. */
  readonly comparaisons: readonly Comparaison[];
  /** Fields of documents that cannot come along. */
  readonly etrangers: ChampsEtrangers;
  /** Pictures of documents that are gone: the site would delete them, so that they do not come along. */
  readonly sansDocument: number;
  /** Mails that wait to go out. */
  readonly enAttente: number;
  /** What could not come along, and why; pictures by their path. */
  readonly laisses: readonly Laisse[];
};

type Laisse = { readonly sorte: Sorte | "images"; readonly id: string; readonly raison: Raison };

/** @param suivre hears what is being done: a kind, and `verification` at the end */
type Suivre = (etape: Sorte | "images" | "verification") => void;

/**
 * Copies everything that a family of stores keeps, accounts aside, into another one, and then reads both sides and
 * compares them. Whatever is there already is left alone, so that it can be interrupted and run again at any time; what
 * was changed on either side since shows in the comparison.
 * @throws when a store does not answer
 */
export async function demenager(de: Demenagement, vers: Demenagement, suivre: Suivre = () => {}): Promise<Rapport> {
  const laisses: Laisse[] = [];
  for (const sorte of SORTES) {
    suivre(sorte);
    for (const id of await copier(sorte, de, vers)) laisses.push({ sorte, id, raison: "pris" });
  }
  suivre("images");
  const sansDocument = await copierImages(de, vers, laisses);
  suivre("verification");
  const comparaisons = await comparer(de, vers);
  const enAttente = (await de.lire("inbox")).filter(({ courrier }) => courrier.etat === "en-attente").length;
  return { comparaisons, etrangers: await de.champsEtrangers(), sansDocument, enAttente, laisses };
}

/** @returns identifiers that another document has, but for their case */
async function copier<S extends Sorte>(sorte: S, de: Demenagement, vers: Demenagement): Promise<string[]> {
  const pris: string[] = [];
  const presents = new Map((await vers.lire(sorte)).map((document) => [document.id, document]));
  const cles = new Set([...presents.keys()].map((id) => cleDe(sorte, id)));
  const depassee = await depasseeChez(vers, sorte);
  for (const document of await de.lire(sorte)) {
    const present = presents.get(document.id);
    const cle = cleDe(sorte, document.id);
    if (!present && cles.has(cle)) pris.push(document.id);
    else if (present ? sequenceManque(sorte, present, document) : !depassee(document)) {
      await vers.ajouter(sorte, document);
      cles.add(cle);
    }
  }
  return pris;
}

/** Only what people name has to differ in more than its case. */
const cleDe = (sorte: Sorte, id: string): string =>
  sorte === "membres" || sorte === "evenements" ? cleDIdentifiant(id) : id;

/** Whether calendars may have seen a higher `sequence` of the same event than the one that is there. */
const sequenceManque = <S extends Sorte>(sorte: S, present: Contenus[S], document: Contenus[S]): boolean =>
  "sequence" in present &&
  "sequence" in document &&
  present.sequence < document.sequence &&
  texteDe(sorte, present) === texteDe(sorte, document);

/** @returns whether something newer is known there: an event that was deleted since, or one that is there again */
async function depasseeChez(vers: Demenagement, sorte: Sorte): Promise<(document: Contenus[Sorte]) => boolean> {
  const autres = sorte === "retires" ? "evenements" : "retires";
  if (sorte !== "retires" && sorte !== "evenements") return () => false;
  const connus = new Map((await vers.lire(autres)).map(({ id, modifieLe }) => [id, modifieLe]));
  return (document) =>
    sorte === "retires"
      ? connus.has(document.id)
      : "modifieLe" in document && (connus.get(document.id) ?? "") > document.modifieLe;
}

/**
 * One picture is in memory at a time.
 * @param laisses what stays behind; gets the pictures that do
 * @returns how many belong to no document
 */
async function copierImages(de: Demenagement, vers: Demenagement, laisses: Laisse[]): Promise<number> {
  const sansPlace = new Set(laisses.map(({ sorte, id }) => `${sorte}/${id}`));
  const { attachees, autres } = await imagesAttachees(de);
  const presentes = new Map((await vers.lireImages()).map((image) => [image.path, image]));
  const reserves = new Set([...attachees.values()].filter(({ cle }) => cle !== null).map(({ path }) => path));
  for (const [path, image] of attachees) {
    const { collection, id } = image.dossier;
    let raison: Raison | null = "pris";
    if (!sansPlace.has(`${collection}/${id}`)) {
      if (image.cle !== null) raison = await completer(image, presentes.get(path), de, vers);
      else {
        const octets = await de.lireAncienne(image);
        const reprise = await vers.repriseDe(image, octets);
        raison = reprise === null ? await vers.ajouterAncienne(image, octets, reserves) : null;
      }
    }
    if (raison) laisses.push({ sorte: "images", id: path, raison });
  }
  return autres;
}

async function completer(
  image: ImageFaite,
  presente: ImageFaite | ImageAncienne | undefined,
  de: Demenagement,
  vers: Demenagement,
): Promise<Raison | null> {
  if (presente && presente.cle !== image.cle) return null;
  // The master is of no use any more where later formats are being made already.
  const manquants = presente
    ? image.fichiers.filter((nom) => estServi(nom) && !presente.fichiers.includes(nom))
    : image.fichiers;
  if (presente && manquants.length === 0) return null;
  const fichiers = new Map<string, Uint8Array>();
  for (const nom of manquants) fichiers.set(nom, await de.lireFichier(image, nom));
  return vers.ajouterImage(image, fichiers);
}
