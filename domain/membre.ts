import { z } from "zod";
import { texteObligatoire } from "./champs.ts";
import { premierMot } from "./identifiants.ts";

/** The posts of the committee in the order of their rank (SPEC.md sections 3 and 9). */
export const POSTES = ["Co-président", "Caissier", "Secrétaire", "Réseaux Sociaux", "Membre"] as const;

/** What the committee form saves of a member (SPEC.md section 3, collection `membres`). */
export type ChampsMembre = { Prenom: string; Nom: string; Poste: string };

/** The names of all of them. */
export const CHAMPS_MEMBRE = ["Prenom", "Nom", "Poste"] as const;

export type Membre = ChampsMembre & { id: string };

export const LIMITE_NOM = 120;

const RANG_DES_AUTRES = 5;
const collateur = new Intl.Collator("fr-CH");

const sansAccents = (texte: string) =>
  texte
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[\s\p{Pd}_]+/gu, " ")
    .trim();

const RANGS = new Map(POSTES.map((poste, i) => [sansAccents(poste), i + 1]));

/**
 * Rank of a post, 1 first. 'Réseaux-sociaux' and 'Réseaux Sociaux' are one post, whatever the hyphen,
 * case or accent; an unknown post ranks 5 (SPEC.md section 9, PRODUCT.md).
 */
export const rangDuPoste = (poste: string): number => RANGS.get(sansAccents(poste)) ?? RANG_DES_AUTRES;

/** Order of the committee page: by rank, then by name and first name as French sorts them. */
export const comparerMembres = (a: ChampsMembre, b: ChampsMembre): number =>
  rangDuPoste(a.Poste) - rangDuPoste(b.Poste) ||
  collateur.compare(a.Nom, b.Nom) ||
  collateur.compare(a.Prenom, b.Prenom);

/** @returns the identifier of a new member: first word of Nom, then Poste (SPEC.md section 3) */
export const idMembre = ({ Nom, Poste }: Pick<ChampsMembre, "Nom" | "Poste">): string =>
  premierMot(Nom, "Membre") + Poste;

/** @returns the schema of the committee form */
export const schemaMembre = () =>
  z.object({
    Prenom: texteObligatoire(LIMITE_NOM),
    Nom: texteObligatoire(LIMITE_NOM),
    Poste: z.enum(POSTES, "Choisissez un poste de la liste."),
  });
