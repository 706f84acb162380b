import * as z from "zod/mini";
import { estMineur, statutAu } from "./age.ts";
import { LIMITES, telephoneObligatoire, texteObligatoire, typedText } from "./champs.ts";
import { dayInFrench, estJour, type Jour, jourSuisse } from "./dates.ts";

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
