/** The event form: what its fields are, and what is saved of them (SPEC.md sections 2 and 5). */
import * as z from "zod/mini";
import { isMonth, type Month, YEARS } from "./dates.ts";
import { EMPTY_EVENEMENT, type EvenementFields, type State } from "./evenement.ts";
import {
  LIMITS,
  optionalLine,
  optionalLink,
  optionalMessage,
  readAs,
  requiredLine,
  type TypedValues,
  typedText,
} from "./fields.ts";
import { refusalsOfDays } from "./planning/days.ts";
import { MONTHS } from "./planning/french-dates.ts";
import {
  PUBLICATION_SENTENCES,
  PUBLICATIONS,
  publicationAsTyped,
  publicationOf,
  refusalsOfPublication,
  type TypedPublication,
} from "./planning/publication.ts";
import { choiceOrKept } from "./text/choice-or-kept.ts";

/** The most characters of each text. */
export const EVENEMENT_LENGTHS = { Nom: 120, Lieu: 120, Details: 2000, Price: 80, Contact: 120 } as const;

/** Whole years from which an event may be for. */
export const MINIMUM_AGES = { min: 1, max: 99 } as const;

export const EVENEMENT_SENTENCES = {
  state: "Choisissez un état de la liste.",
  minimumAge: `Indiquez un âge entre ${MINIMUM_AGES.min} et ${MINIMUM_AGES.max} ans, en chiffres.`,
} as const;

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
export function evenementAsTyped(evenement: EvenementFields, year: string) {
  const { Date: date, Publication: _, ...fields } = { ...EMPTY_EVENEMENT, ...evenement };
  const [annee = "", mois = ""] = isMonth(date) ? date.split("-") : [/\d{4}/.exec(date)?.[0] ?? year, date];
  const names = Object.keys(EMPTY_EVENEMENT).filter((name) => name in fields) as (keyof typeof fields)[];
  const texts = Object.fromEntries(names.map((name) => [name, fields[name]])) as typeof fields;
  return { ...texts, mois, annee, ...publicationAsTyped(evenement) } satisfies TypedValues;
}

/** @returns the schema of the age from which people may come; empty for any */
const minimumAge = () =>
  z.pipe(
    optionalLine(LIMITS.text),
    readAs((text) => {
      if (text === "") return "";
      const age = /^\d{1,3}(?:\s*ans)?$/.test(text) ? Number.parseInt(text, 10) : Number.NaN;
      return age >= MINIMUM_AGES.min && age <= MINIMUM_AGES.max ? String(age) : null;
    }, EVENEMENT_SENTENCES.minimumAge),
  );

type Kept = Pick<EvenementFields, "Date" | "State">;

const fieldsOf = (kept: Kept | undefined) => ({
  Nom: requiredLine(EVENEMENT_LENGTHS.Nom),
  mois: choiceOrKept(NUMBERS_OF_MONTHS, kept?.Date, "Choisissez un mois de la liste."),
  annee: typedText(LIMITS.text, "Indiquez une année.").check(
    z.trim(),
    z.regex(/^\d{4}$/, "Indiquez une année à quatre chiffres."),
    z.refine((annee) => yearIn(YEARS, annee), `Indiquez une année entre ${YEARS.min} et ${YEARS.max}.`),
  ),
  FirstDay: optionalField(),
  LastDay: optionalField(),
  StartTime: optionalField(),
  EndTime: optionalField(),
  Lieu: requiredLine(EVENEMENT_LENGTHS.Lieu),
  Details: optionalMessage(EVENEMENT_LENGTHS.Details),
  Price: optionalLine(EVENEMENT_LENGTHS.Price),
  MinimumAge: minimumAge(),
  Tickets: optionalLink(),
  Contact: optionalLine(EVENEMENT_LENGTHS.Contact),
  AfterMovie: optionalLink(),
  State: z._default(choiceOrKept<State>(["", "annule", "reporte"], kept?.State, EVENEMENT_SENTENCES.state), ""),
  publication: z._default(
    choiceOrKept(
      Object.keys(PUBLICATIONS) as TypedPublication["publication"][],
      undefined,
      PUBLICATION_SENTENCES.choice,
    ),
    "now",
  ),
  publishDay: optionalField(),
  publishTime: optionalField(),
});

/**
 * @param kept the document that is edited: a date that is no month, or a state that the list does not know, may stay
 * @returns the schema of the event form. Month and year arrive in two fields, because a month field is
 * plain text in Firefox and Safari (PRODUCT.md), and leave as one `Date`; when to publish arrives in three, and leaves as
 * one `Publication`.
 */
export const evenementSchema = (kept?: Kept) =>
  z.pipe(
    z.object(fieldsOf(kept)).check(
      z.superRefine(
        (typed, context) => {
          const { annee, mois, FirstDay = "", LastDay = "", StartTime = "", EndTime = "" } = typed;
          const { publication = "now", publishDay = "", publishTime = "" } = typed;
          const refusal = {
            ...refusalsOfDays({ Date: dateOf(annee, mois), FirstDay, LastDay, StartTime, EndTime }),
            ...refusalsOfPublication({ publication, publishDay, publishTime }),
          };
          for (const [field, message] of Object.entries(refusal))
            context.addIssue({ code: "custom", path: [field], message });
        },
        // Also when another field is refused: all that is wrong is said at once.
        { when: () => true },
      ),
    ),
    z.transform(
      ({ mois, annee, publication, publishDay, publishTime, ...fields }): EvenementFields => ({
        ...fields,
        Date: dateOf(annee, mois),
        LastDay: fields.LastDay === fields.FirstDay ? "" : fields.LastDay,
        Publication: publicationOf({ publication, publishDay, publishTime }),
      }),
    ),
  );

/** The name of a field of the event form. */
export type EvenementField = keyof z.input<ReturnType<typeof evenementSchema>>;
