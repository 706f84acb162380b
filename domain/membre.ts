import * as z from "zod/mini";
import { choiceOrKept, texteObligatoire } from "./champs.ts";
import { compareFrench } from "./french-order.ts";
import { premierMot } from "./identifiants.ts";
import { normalForm } from "./normal-form.ts";

/** The posts of the committee in the order of their rank (SPEC.md sections 3 and 9). */
export const POSTES = ["Co-président", "Caissier", "Secrétaire", "Réseaux Sociaux", "Membre"] as const;

/** What the committee form saves of a member (SPEC.md section 3, collection `membres`). */
export type ChampsMembre = { Prenom: string; Nom: string; Poste: string };

/** The names of all of them. */
export const CHAMPS_MEMBRE = ["Prenom", "Nom", "Poste"] as const;

export type Membre = ChampsMembre & { id: string };

const LIMITE_NOM = 120;

const RANG_DES_AUTRES = 5;

const sansAccents = (texte: string) =>
  normalForm(texte, "NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[\s\p{Pd}_]+/gu, " ")
    .trim();

const RANGS = new Map(POSTES.map((poste, i) => [sansAccents(poste), i + 1]));

/**
 * @param poste as a document spells it
 * @returns the post of the list that it means, whatever the hyphen, case or accent (PRODUCT.md); null for any other
 */
export const knownPost = (poste: string): (typeof POSTES)[number] | null =>
  poste.length > LIMITE_NOM ? null : (POSTES[(RANGS.get(sansAccents(poste)) ?? 0) - 1] ?? null);

/**
 * Rank of a post, 1 first. 'Réseaux-sociaux' and 'Réseaux Sociaux' are one post, whatever the hyphen,
 * case or accent; an unknown post ranks 5 (SPEC.md section 9, PRODUCT.md).
 */
export const rangDuPoste = (poste: string): number =>
  RANGS.get(sansAccents(poste.slice(0, LIMITE_NOM))) ?? RANG_DES_AUTRES;

/** Order of the committee page: by rank, then by name and first name as French sorts them. */
export const comparerMembres = (a: ChampsMembre, b: ChampsMembre): number =>
  rangDuPoste(a.Poste) - rangDuPoste(b.Poste) || compareFrench(a.Nom, b.Nom) || compareFrench(a.Prenom, b.Prenom);

/** @returns first name and name; empty for a document of an older site that has neither */
export const fullName = ({ Prenom, Nom }: Pick<ChampsMembre, "Prenom" | "Nom">): string =>
  `${Prenom.trim()} ${Nom.trim()}`.trim();

/** @returns the identifier of a new member: first word of Nom, then Poste (SPEC.md section 3) */
export const idMembre = ({ Nom, Poste }: Pick<ChampsMembre, "Nom" | "Poste">): string =>
  premierMot(Nom, "Membre") + Poste;

/**
 * @param kept the post of the document that is edited: it may stay what it is, also when it is none of the list
 * @returns the schema of the committee form
 */
export const schemaMembre = (kept?: string) =>
  z.object({
    Prenom: texteObligatoire(LIMITE_NOM),
    Nom: texteObligatoire(LIMITE_NOM),
    Poste: choiceOrKept(POSTES, kept, "Choisissez un poste de la liste."),
  });
