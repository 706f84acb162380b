/** What the fields of the event form say. */
import { EMPTY_EVENEMENT, type EvenementFields } from "#domain/evenement.ts";
import { dateOf, type EvenementField, evenementSchema } from "#domain/evenement-fields.ts";
import { EVENT_FIELDS } from "#domain/event-fields.ts";
import { fieldNames, type TypedValues } from "#domain/fields.ts";
import type { EvenementDays } from "#domain/planning/days.ts";

export type EvenementValues = Record<EvenementField, string>;

const NAMES = fieldNames(evenementSchema()) as EvenementField[];

/** What they say where nobody has said anything; the others nothing. */
const AT_FIRST: Partial<EvenementValues> = { mois: "01", publication: "now" };

const atFirst = (name: EvenementField): string => AT_FIRST[name] ?? "";

/** @returns what the fields say of an event, and nothing of what they do not know */
export const evenementValues = (said: TypedValues): EvenementValues =>
  Object.fromEntries(NAMES.map((name) => [name, said[name] ?? atFirst(name)])) as EvenementValues;

const ALWAYS_OPEN: readonly EvenementField[] = ["Nom", "mois", "annee", "FirstDay", "StartTime", "Lieu"];

/** Under « Plus de détails »: what most events do not need. */
const FOLDED = NAMES.filter((name) => !ALWAYS_OPEN.includes(name));

/** @returns whether one of those fields says something */
export const saysMore = (values: EvenementValues): boolean => FOLDED.some((name) => values[name] !== atFirst(name));

/** @returns whether one of those fields is among the names */
export const areFolded = (names: readonly string[]): boolean => FOLDED.some((name) => names.includes(name));

/** @returns when the event takes place, as the fields say it */
export const daysOf = ({ annee, mois, FirstDay, LastDay, StartTime, EndTime }: EvenementValues): EvenementDays => ({
  month: dateOf(annee, mois),
  firstDay: FirstDay,
  lastDay: LastDay,
  startTime: StartTime,
  endTime: EndTime,
});

/** @returns the event that the fields describe at this moment */
export const eventOf = (values: EvenementValues): EvenementFields => ({
  ...EMPTY_EVENEMENT,
  ...(Object.fromEntries(
    Object.entries(EVENT_FIELDS).flatMap(([name, { wire }]) =>
      wire in values ? [[name, values[wire as EvenementField]]] : [],
    ),
  ) as Partial<EvenementFields>),
  ...daysOf(values),
});
