/** How the committee finds what visitors sent: by words, without accents or capitals mattering. */
import { normaliserTelephone, telephoneLisible } from "./champs.ts";
import { jourDepuis } from "./dates.ts";
import type { Inscription } from "./inscription.ts";
import { normalForm } from "./normal-form.ts";
import type { Envoi } from "./submission.ts";

/** What a list is narrowed to; `mineur` is about sign-ups, `echec` about mail that was refused for good. */
export type Filtre = "tout" | "nouveau" | "traite" | "mineur" | "echec";

/** The most characters of a search; more of them narrow nothing down. */
export const SEARCH_MAX = 200;

/** More words than this narrow nothing down. */
const MOTS_MAX = 12;

/**
 * @param texte as somebody typed it
 * @returns the same text without accents and capitals, with single spaces for punctuation: `Chemin des Treize-Étoiles`
 * and `chemin des treize etoiles` are one
 */
export const plier = (texte: string): string =>
  normalForm(texte, "NFKD")
    .toLowerCase()
    .replace(/[\p{M}\p{Cf}]/gu, "")
    .replaceAll("œ", "oe")
    .replaceAll("æ", "ae")
    .replaceAll("ß", "ss")
    .replace(/[\p{P}\p{Z}\p{C}]+/gu, " ")
    .trim();

/** @returns the folded text in which an entry is found: every field that a person filled in */
export function texteDeRecherche({ type, contenu }: Envoi): string {
  const champs =
    type === "inscription"
      ? [contenu.prenom, contenu.nom, contenu.adresse, contenu.tel, telephoneLisible(contenu.tel), contenu.dateAnniv]
      : [contenu.nom, contenu.email, contenu.sujet, contenu.message];
  return plier(champs.join(" "));
}

/**
 * @param texte as typed into the search field; what comes after `SEARCH_MAX` characters is not looked at
 * @returns the folded words that must all occur; none: everything is found. A whole phone number is one word, in
 * whatever form it was typed
 */
export function motsCherches(texte: string): string[] {
  const debut = texte.slice(0, SEARCH_MAX);
  const telephone = normaliserTelephone(debut);
  return telephone ? [telephone] : plier(debut).split(" ").filter(Boolean).slice(0, MOTS_MAX);
}

/** @returns the same for two sign-ups of one person: name and first name, folded, and birth date */
export const clePersonne = ({ nom, prenom, dateAnniv }: Inscription): string =>
  [plier(nom), plier(prenom), jourDepuis(dateAnniv)].join("|");
