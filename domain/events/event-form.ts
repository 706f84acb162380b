import * as z from "zod/mini";
import { choiceOrStoredSchema } from "#domain/text/choice-or-kept.ts";
import { isDay, isMonth, type Month, YEAR_RANGE } from "../dates.ts";
import {
  FIELD_LIMITS,
  FIELD_SENTENCES,
  optionalLineSchema,
  optionalMultilineSchema,
  requiredLineSchema,
  schemaOfNullable,
  schemaOfResult,
  type TypedValues,
  typedTextSchema,
} from "../fields.ts";
import { optionalLinkSchema, readTypedLink, sharedLinks } from "../links.ts";
import { refusal, success } from "../result.ts";
import { eventDaysErrors } from "./days.ts";
import { EVENT_FIELDS, type EventField, type EventFieldName, MINIMUM_AGES } from "./event-fields.ts";
import { FRENCH_MONTHS } from "./french-dates.ts";
import { EMPTY_EVENT, type EventFields, type EventStatus, isProbablyMapLink } from "./planned-event.ts";
import { previousDatesAfterSave } from "./postponement.ts";
import {
  PUBLICATION_LABELS,
  PUBLICATION_SENTENCES,
  publicationAsTyped,
  publicationErrors,
  publicationFromForm,
  type TypedPublication,
} from "./publication.ts";

export const EVENT_PAGE_SENTENCES = {
  address: "Indiquez des petites lettres sans accent, des chiffres et des tirets, par exemple fete-2027.",
  day: "Indiquez un jour qui existe, par exemple 14.06.2027.",
  order: "Ce jour vient avant le premier.",
} as const;

export const EVENT_SENTENCES = {
  state: "Choisissez un état de la liste.",
  minimumAge: `Indiquez un âge entre ${MINIMUM_AGES.min} et ${MINIMUM_AGES.max} ans, en chiffres.`,
} as const;

const optionalField = () => z._default(typedTextSchema(FIELD_LIMITS.text).check(z.trim()), "");

const yearIn = ({ min, max }: typeof YEAR_RANGE, text: string): boolean => Number(text) >= min && Number(text) <= max;

const NUMBERS_OF_MONTHS = FRENCH_MONTHS.map(({ number }) => number);

/** The month from two fields of the form: `2025-08`. If `mois` is an invalid stored month, returns `mois`. */
export const monthOfEventForm = (annee: string, mois: string): Month =>
  NUMBERS_OF_MONTHS.includes(mois) ? `${annee}-${mois}` : mois;

/** Initial form values. `year` is used if the event's month contains no year. */
export function eventAsTyped(event: EventFields, year: string): TypedValues {
  const { month, publication: _, ...fields } = { ...EMPTY_EVENT, ...event };
  const [annee = "", mois = ""] = isMonth(month) ? month.split("-") : [/\d{4}/.exec(month)?.[0] ?? year, month];
  const texts = ASKED_FOR_AS_KEPT.map((name) => [EVENT_FIELDS[name].wire, fields[name]]);
  return {
    ...Object.fromEntries(texts),
    mois,
    annee,
    PreviousDates: fields.previousDates,
    ...publicationAsTyped(event),
  };
}

const NAMES = Object.keys(EVENT_FIELDS) as EventFieldName[];

const NOT_ASKED_FOR_AS_KEPT = ["month", "publication", "previousDates"] as const;

type AskedFor = Exclude<EventFieldName, (typeof NOT_ASKED_FOR_AS_KEPT)[number]>;

const ASKED_FOR_AS_KEPT = NAMES.filter((name): name is AskedFor => !NOT_ASKED_FOR_AS_KEPT.some((not) => not === name));

const minimumAge = () =>
  z.pipe(
    optionalLineSchema(FIELD_LIMITS.text),
    schemaOfNullable((text) => {
      if (text === "") return "";
      const age = /^\d{1,3}(?:\s*ans)?$/.test(text) ? Number.parseInt(text, 10) : Number.NaN;
      return age >= MINIMUM_AGES.min && age <= MINIMUM_AGES.max ? String(age) : null;
    }, EVENT_SENTENCES.minimumAge),
  );

const addressOrLink = (limit: number) =>
  z.pipe(
    optionalLineSchema(FIELD_LIMITS.link),
    schemaOfResult((text) => {
      if (isProbablyMapLink(text) || sharedLinks(text).length > 0) return readTypedLink(text);
      return text.length > limit ? refusal(FIELD_SENTENCES.tooLong(limit)) : success(text);
    }),
  );

/** Accepts `fete` and `/Fete`, returns `fete`. Does not check that the address is free. */
const pageAddress = (limit: number) =>
  z.pipe(
    z.pipe(
      optionalLineSchema(limit),
      z.transform((typed) => typed.replace(/^\//, "").toLowerCase()),
    ),
    z.string().check(z.regex(/^(?:[a-z\d]+(?:-[a-z\d]+)*)?$/, EVENT_PAGE_SENTENCES.address)),
  );

const optionalDay = (limit: number) =>
  optionalLineSchema(limit).check(z.refine((day) => day === "" || isDay(day), EVENT_PAGE_SENTENCES.day));

const FIELDS_BY_KIND = {
  line: optionalLineSchema,
  paragraphs: optionalMultilineSchema,
  link: optionalLinkSchema,
  map: addressOrLink,
  age: minimumAge,
  slug: pageAddress,
  day: optionalDay,
} satisfies Record<NonNullable<EventField["form"]>["kind"], (limit: number) => unknown>;

type Described = Extract<(typeof EVENT_FIELDS)[EventFieldName], { readonly form: object }>["wire"];

const describedFields = () =>
  Object.fromEntries(
    NAMES.flatMap((name) => {
      const { wire, form, limit = FIELD_LIMITS.text }: EventField = EVENT_FIELDS[name];
      return form ? [[wire, FIELDS_BY_KIND[form.kind](limit)]] : [];
    }),
  ) as Record<Described, ReturnType<typeof optionalLineSchema>>;

type StoredChoices = Pick<EventFields, "month" | "status"> & Partial<EventFields>;

const fieldsOf = (kept: StoredChoices | undefined) => ({
  Nom: requiredLineSchema(EVENT_FIELDS.name.limit),
  mois: choiceOrStoredSchema(NUMBERS_OF_MONTHS, kept?.month, "Choisissez un mois de la liste."),
  annee: typedTextSchema(FIELD_LIMITS.text, "Indiquez une année.").check(
    z.trim(),
    z.regex(/^\d{4}$/, "Indiquez une année à quatre chiffres."),
    z.refine((annee) => yearIn(YEAR_RANGE, annee), `Indiquez une année entre ${YEAR_RANGE.min} et ${YEAR_RANGE.max}.`),
  ),
  FirstDay: optionalField(),
  LastDay: optionalField(),
  StartTime: optionalField(),
  EndTime: optionalField(),
  Lieu: requiredLineSchema(EVENT_FIELDS.place.limit),
  ...describedFields(),
  State: z._default(
    choiceOrStoredSchema<EventStatus>(["", "annule", "reporte"], kept?.status, EVENT_SENTENCES.state),
    "",
  ),
  publication: z._default(
    choiceOrStoredSchema(
      Object.keys(PUBLICATION_LABELS) as TypedPublication["publication"][],
      undefined,
      PUBLICATION_SENTENCES.choice,
    ),
    "now",
  ),
  publishDay: optionalField(),
  publishTime: optionalField(),
});

/**
 * Schema of the event form. `kept`: stored values. A stored month and status are accepted even if invalid. Month and
 * year are two fields, because Firefox and Safari have no month field (docs/specification.md section 5).
 */
export const eventSchema = (kept?: StoredChoices) =>
  z.pipe(
    z.object(fieldsOf(kept)).check(
      z.superRefine(
        (typed, context) => {
          const { PageFrom = "", PageUntil = "" } = typed;
          const { annee, mois, FirstDay = "", LastDay = "", StartTime = "", EndTime = "" } = typed;
          const { publication = "now", publishDay = "", publishTime = "" } = typed;
          const days = { firstDay: FirstDay, lastDay: LastDay, startTime: StartTime, endTime: EndTime };
          const ofDays = Object.entries(eventDaysErrors({ month: monthOfEventForm(annee, mois), ...days }));
          const refusals = [
            ...ofDays.map(([name, sentence]) => [EVENT_FIELDS[name as EventFieldName].wire, sentence] as const),
            ...(PageUntil !== "" && PageUntil < PageFrom ? [["PageUntil", EVENT_PAGE_SENTENCES.order] as const] : []),
            ...Object.entries(publicationErrors({ publication, publishDay, publishTime })),
          ];
          for (const [field, message] of refusals) context.addIssue({ code: "custom", path: [field], message });
        },
        // Run this check even if a field is invalid, so that all errors are reported together.
        { when: () => true },
      ),
    ),
    z.transform((typed): EventFields => {
      const texts = ASKED_FOR_AS_KEPT.map((name) => [name, typed[EVENT_FIELDS[name].wire]]);
      const fields = {
        ...(Object.fromEntries(texts) as Pick<EventFields, AskedFor>),
        month: monthOfEventForm(typed.annee, typed.mois),
        lastDay: typed.LastDay === typed.FirstDay ? "" : typed.LastDay,
        publication: publicationFromForm(typed),
      };
      return { ...fields, previousDates: previousDatesAfterSave({ ...EMPTY_EVENT, ...kept }, fields) };
    }),
  );

export type EventFormField = keyof z.input<ReturnType<typeof eventSchema>>;
