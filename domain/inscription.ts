import * as z from "zod/mini";
import { LIMITES, telephoneObligatoire, texteObligatoire, typedText } from "./champs.ts";
import { anneesAvant, anneesRevolues, dayInFrench, estJour, type Jour, jourSuisse, joursApres } from "./dates.ts";

/** SPEC.md section 9. */
const AGE_MINIMUM = 16;
export const AGE_MAJORITE = 18;

/** What is kept of a sign-up and mailed, value for value (SPEC.md section 3, sign-up payload). */
export type Inscription = {
  nom: string;
  prenom: string;
  adresse: string;
  /** Ten digits. */
  tel: string;
  /** `05.08.2008` */
  dateAnniv: string;
  charte: "Validé par la personne" | "Non validé";
  charteMineur: "Validé par la personne" | "Non validé" | "Majeur";
};

export const PHRASES_INSCRIPTION = {
  tropJeune: "Vous devez avoir au moins 16 ans pour vous inscrire.",
  naissance: "Indiquez votre date de naissance.",
  naissanceImpossible: "Cette date de naissance n’est pas possible. Vérifiez l’année.",
  charte: "Acceptez la charte pour vous inscrire.",
  charteMineur: "Avant 18 ans, l’accord de votre représentant légal est nécessaire.",
} as const;

const AGE_MAXIMUM = 120;

/** Where somebody stands on a given day; each standing has its own consequence on the form. */
export type Statut = "majeur" | "mineur" | "trop-jeune" | "impossible";

/**
 * Who may sign up (SPEC.md sections 4 and 5): under 16 nobody, at 16 and 17 with a guardian, from 18 on alone.
 * @param naissance a valid day
 * @param jour today in Zurich
 */
export function statutAu(naissance: Jour, jour: Jour): Statut {
  const age = anneesRevolues(naissance, jour);
  if (age < 0 || age > AGE_MAXIMUM) return "impossible";
  if (age < AGE_MINIMUM) return "trop-jeune";
  return age < AGE_MAJORITE ? "mineur" : "majeur";
}

/** @returns the birth date that the form proposes: 18 years before today (SPEC.md section 5) */
export const naissanceProposee = (jour: Jour): Jour => anneesAvant(jour, AGE_MAJORITE);

/**
 * Such a date may be one that nobody looked at, and a minor behind it: it is asked about before it is kept.
 * @param jour today in Zurich
 * @returns whether the form proposed this birth date, today or, to somebody who had it open over midnight, yesterday
 */
export const isProposedBirthDate = (birth: Jour, jour: Jour): boolean =>
  [jour, joursApres(jour, -1)].some((day) => birth === naissanceProposee(day));

/** Name of the field that says of a proposed birth date that it is right; it holds that date. */
export const CONFIRMED_BIRTH_DATE = "confirmedBirthDate";

/** @returns what is asked before a proposed birth date is kept */
export const birthDateQuestion = (birth: Jour): string =>
  `Vous êtes né·e le ${dayInFrench(birth)}\u00a0: c’est bien juste\u00a0?`;

/** @returns a ticked box as a browser sends it; anything else counts as not ticked */
const coche = () =>
  z.pipe(
    z.optional(z.string()),
    z.transform((valeur) => valeur === "on"),
  );

const PHRASE_DU_STATUT = {
  impossible: PHRASES_INSCRIPTION.naissanceImpossible,
  "trop-jeune": PHRASES_INSCRIPTION.tropJeune,
} as const;

/** @returns the sentence for a birth date with which nobody can sign up on a day */
function refusDeNaissance(naissance: string, jour: Jour): string | null {
  if (!estJour(naissance)) return PHRASES_INSCRIPTION.naissance;
  const statut = statutAu(naissance, jour);
  return statut === "impossible" || statut === "trop-jeune" ? PHRASE_DU_STATUT[statut] : null;
}

/** @returns whether the form asks for the guardian's consent as well */
export const estMineur = (naissance: string, jour: Jour): boolean =>
  estJour(naissance) && statutAu(naissance, jour) === "mineur";

/**
 * @param jour today in Zurich; ages are counted on it
 * @returns the schema of the sign-up form; gives the payload of SPEC.md section 3
 */
export const schemaInscription = (jour: Jour) =>
  z.pipe(
    z
      .object({
        nom: texteObligatoire(LIMITES.nom),
        prenom: texteObligatoire(LIMITES.nom),
        adresse: texteObligatoire(),
        tel: telephoneObligatoire(),
        dateAnniv: typedText(LIMITES.texte, PHRASES_INSCRIPTION.naissance).check(
          z.superRefine((valeur, contexte) => {
            const message = refusDeNaissance(valeur, jour);
            if (message) contexte.addIssue({ code: "custom", message });
          }),
        ),
        charte: coche().check(z.refine(Boolean, PHRASES_INSCRIPTION.charte)),
        charteMineur: coche(),
        [CONFIRMED_BIRTH_DATE]: z.optional(z.string()),
      })
      .check(
        z.refine(({ dateAnniv, charteMineur }) => charteMineur || !estMineur(dateAnniv, jour), {
          path: ["charteMineur"],
          error: PHRASES_INSCRIPTION.charteMineur,
        }),
      ),
    z.transform(
      ({ nom, prenom, adresse, tel, dateAnniv }): Inscription => ({
        nom,
        prenom,
        adresse,
        tel,
        dateAnniv: jourSuisse(dateAnniv),
        charte: "Validé par la personne",
        charteMineur: estMineur(dateAnniv, jour) ? "Validé par la personne" : "Majeur",
      }),
    ),
  );
