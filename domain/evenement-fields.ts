/** The event form: what its fields are, and what is saved of them (SPEC.md sections 2 and 5). */
import * as z from "zod/mini";
import { isMonth, MONTHS, type Month, YEARS } from "./dates.ts";
import { EVENEMENT_SENTENCES, type EvenementFields, refusalsOfDays, type State } from "./evenement.ts";
import { choiceOrKept, LIMITS, optionalLink, requiredLine, type TypedValues, typedText } from "./fields.ts";

const NAME_MAX = 120;

/** @returns the schema of a field that may stay empty; what it may say otherwise is decided with its neighbours */
const optionalField = () => z._default(typedText(LIMITS.text).check(z.trim()), "");

const yearIn = ({ min, max }: typeof YEARS, text: string): boolean => Number(text) >= min && Number(text) <= max;

const NUMBERS_OF_MONTHS = MONTHS.map(({ number }) => number);

/**
 * @param annee four digits
 * @param mois the number of a month, or what a document holds in place of year and month
 * @returns the `Date` that they say together
 */
export const dateOf = (annee: string, mois: string): Month =>
  NUMBERS_OF_MONTHS.includes(mois) ? `${annee}-${mois}` : mois;

/**
 * @param evenement as a store gave it
 * @param year proposed where it names none
 * @returns what the form says of it at first
 */
export function evenementAsTyped({ Date: date, ...fields }: EvenementFields, year: string) {
  const [annee = "", mois = ""] = isMonth(date) ? date.split("-") : [/\d{4}/.exec(date)?.[0] ?? year, date];
  const { Nom, FirstDay, LastDay, StartTime, Lieu, AfterMovie, State } = fields;
  return { Nom, mois, annee, FirstDay, LastDay, StartTime, Lieu, AfterMovie, State } satisfies TypedValues;
}

/**
 * @param kept the document that is edited: a date that is no month, or a state that the list does not know, may stay
 * @returns the schema of the event form. Month and year arrive in two fields, because a month field is
 * plain text in Firefox and Safari (PRODUCT.md), and leave as one `Date`.
 */
export const evenementSchema = (kept?: Pick<EvenementFields, "Date" | "State">) =>
  z.pipe(
    z
      .object({
        Nom: requiredLine(NAME_MAX),
        mois: choiceOrKept(NUMBERS_OF_MONTHS, kept?.Date, "Choisissez un mois de la liste."),
        annee: typedText(LIMITS.text, "Indiquez une année.").check(
          z.trim(),
          z.regex(/^\d{4}$/, "Indiquez une année à quatre chiffres."),
          z.refine((annee) => yearIn(YEARS, annee), `Indiquez une année entre ${YEARS.min} et ${YEARS.max}.`),
        ),
        FirstDay: optionalField(),
        LastDay: optionalField(),
        StartTime: optionalField(),
        Lieu: requiredLine(NAME_MAX),
        AfterMovie: optionalLink(),
        State: z._default(choiceOrKept<State>(["", "annule", "reporte"], kept?.State, EVENEMENT_SENTENCES.state), ""),
      })
      .check(
        z.superRefine(
          ({ annee, mois, FirstDay = "", LastDay = "", StartTime = "" }, context) => {
            const refusal = refusalsOfDays({ Date: dateOf(annee, mois), FirstDay, LastDay, StartTime });
            for (const [field, message] of Object.entries(refusal))
              context.addIssue({ code: "custom", path: [field], message });
          },
          // Also when another field is refused: all that is wrong is said at once.
          { when: () => true },
        ),
      ),
    z.transform(
      ({ Nom, mois, annee, FirstDay, LastDay, StartTime, Lieu, AfterMovie, State }): EvenementFields => ({
        Nom,
        Date: dateOf(annee, mois),
        FirstDay,
        LastDay: LastDay === FirstDay ? "" : LastDay,
        StartTime,
        Lieu,
        AfterMovie,
        State,
      }),
    ),
  );
