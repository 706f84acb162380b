/** The event form: what its fields are, and what is saved of them (SPEC.md sections 2 and 5). */
import * as z from "zod/mini";
import { choiceOrKept, LIMITES, lienFacultatif, texteObligatoire, typedText } from "./champs.ts";
import { ANNEES, MOIS, type Mois } from "./dates.ts";
import { type ChampsEvenement, type Etat, PHRASES_EVENEMENT, refusDesJours } from "./evenement.ts";

const LIMITE_NOM = 120;

/** @returns the schema of a field that may stay empty; what it may say otherwise is decided with its neighbours */
const facultatif = () => z._default(typedText(LIMITES.texte).check(z.trim()), "");

const yearIn = ({ min, max }: typeof ANNEES, text: string): boolean => Number(text) >= min && Number(text) <= max;

const NUMBERS_OF_MONTHS = MOIS.map(({ numero }) => numero);

/**
 * @param annee four digits
 * @param mois the number of a month, or what a document holds in place of year and month
 * @returns the `Date` that they say together
 */
export const dateOf = (annee: string, mois: string): Mois =>
  NUMBERS_OF_MONTHS.includes(mois) ? `${annee}-${mois}` : mois;

/**
 * @param kept the document that is edited: a date that is no month, or a state that the list does not know, may stay
 * @returns the schema of the event form. Month and year arrive in two fields, because a month field is
 * plain text in Firefox and Safari (PRODUCT.md), and leave as one `Date`.
 */
export const schemaEvenement = (kept?: Pick<ChampsEvenement, "Date" | "Etat">) =>
  z.pipe(
    z
      .object({
        Nom: texteObligatoire(LIMITE_NOM),
        mois: choiceOrKept(NUMBERS_OF_MONTHS, kept?.Date, "Choisissez un mois de la liste."),
        annee: typedText(LIMITES.texte, "Indiquez une année.").check(
          z.trim(),
          z.regex(/^\d{4}$/, "Indiquez une année à quatre chiffres."),
          z.refine((annee) => yearIn(ANNEES, annee), `Indiquez une année entre ${ANNEES.min} et ${ANNEES.max}.`),
        ),
        Du: facultatif(),
        Au: facultatif(),
        Heure: facultatif(),
        Lieu: texteObligatoire(LIMITE_NOM),
        AfterMovie: lienFacultatif(),
        Etat: z._default(choiceOrKept<Etat>(["", "annule", "reporte"], kept?.Etat, PHRASES_EVENEMENT.etat), ""),
      })
      .check(
        z.superRefine(
          ({ annee, mois, Du = "", Au = "", Heure = "" }, contexte) => {
            const refus = refusDesJours({ Date: dateOf(annee, mois), Du, Au, Heure });
            for (const [champ, message] of Object.entries(refus))
              contexte.addIssue({ code: "custom", path: [champ], message });
          },
          // Also when another field is refused: all that is wrong is said at once.
          { when: () => true },
        ),
      ),
    z.transform(
      ({ Nom, mois, annee, Du, Au, Heure, Lieu, AfterMovie, Etat }): ChampsEvenement => ({
        Nom,
        Date: dateOf(annee, mois),
        Du,
        Au: Au === Du ? "" : Au,
        Heure,
        Lieu,
        AfterMovie,
        Etat,
      }),
    ),
  );
