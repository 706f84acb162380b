import { z } from "zod";
import { lienFacultatif, texteObligatoire } from "./champs.ts";
import { MOIS, type Mois } from "./dates.ts";
import { premierMot } from "./identifiants.ts";

/** What the event form saves (SPEC.md section 3, collection `evenements`). `AfterMovie` is empty if there is none. */
export type ChampsEvenement = { Nom: string; Date: Mois; Lieu: string; AfterMovie: string };

export type Evenement = ChampsEvenement & { id: string };

export const LIMITE_NOM = 120;
export const ANNEES = { min: 2000, max: 2099 } as const;

const collateur = new Intl.Collator("fr-CH");

/** Order of the planning: by month, then by name as French sorts it (SPEC.md section 2, PRODUCT.md). */
export const comparerEvenements = (a: ChampsEvenement, b: ChampsEvenement): number =>
  a.Date.localeCompare(b.Date, "en") || collateur.compare(a.Nom, b.Nom);

/** @returns the identifier of a new event: first word of Nom, two-digit month and year (`Fête0825`, SPEC.md section 3) */
export const idEvenement = ({ Nom, Date: mois }: Pick<ChampsEvenement, "Nom" | "Date">): string =>
  premierMot(Nom, "Evenement") + mois.slice(5, 7) + mois.slice(2, 4);

/**
 * @returns the schema of the event form. Month and year arrive in two fields, because a month field is
 * plain text in Firefox and Safari (PRODUCT.md), and leave as one `Date`.
 */
export const schemaEvenement = () =>
  z
    .object({
      Nom: texteObligatoire(LIMITE_NOM),
      mois: z.enum(
        MOIS.map(({ numero }) => numero),
        "Choisissez un mois de la liste.",
      ),
      annee: z
        .string("Indiquez une année.")
        .trim()
        .regex(/^\d{4}$/, "Indiquez une année à quatre chiffres.")
        .refine(
          (annee) => Number(annee) >= ANNEES.min && Number(annee) <= ANNEES.max,
          `Indiquez une année entre ${ANNEES.min} et ${ANNEES.max}.`,
        ),
      Lieu: texteObligatoire(LIMITE_NOM),
      AfterMovie: lienFacultatif(),
    })
    .transform(
      ({ Nom, mois, annee, Lieu, AfterMovie }): ChampsEvenement => ({
        Nom,
        Date: `${annee}-${mois}`,
        Lieu,
        AfterMovie,
      }),
    );
