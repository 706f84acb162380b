/** What the fields of the event form say. */
import type { EventDays } from "#domain/events/days.ts";
import { EVENT_FIELDS } from "#domain/events/event-fields.ts";
import { dateOf, type EventFormField, eventSchema } from "#domain/events/event-form.ts";
import { EMPTY_EVENT, type EventFields } from "#domain/events/planned-event.ts";
import { fieldNames, type TypedValues } from "#domain/fields.ts";

export type EventValues = Record<EventFormField, string>;

const NAMES = fieldNames(eventSchema()) as EventFormField[];

/** What they say where nobody has said anything; the others nothing. */
const AT_FIRST: Partial<EventValues> = { mois: "01", publication: "now" };

const atFirst = (name: EventFormField): string => AT_FIRST[name] ?? "";

/** @returns what the fields say of an event, and nothing of what they do not know */
export const eventValues = (said: TypedValues): EventValues =>
  Object.fromEntries(NAMES.map((name) => [name, said[name] ?? atFirst(name)])) as EventValues;

const ALWAYS_OPEN: readonly EventFormField[] = ["Nom", "mois", "annee", "FirstDay", "StartTime", "Lieu"];

/** Under « Plus de détails »: what most events do not need. */
const FOLDED = NAMES.filter((name) => !ALWAYS_OPEN.includes(name));

/** @returns whether one of those fields says something */
export const hasFoldedValues = (values: EventValues): boolean => FOLDED.some((name) => values[name] !== atFirst(name));

/** @returns whether one of those fields is among the names */
export const hasFoldedError = (names: readonly string[]): boolean => FOLDED.some((name) => names.includes(name));

/** @returns when the event takes place, as the fields say it */
export const daysOf = ({ annee, mois, FirstDay, LastDay, StartTime, EndTime }: EventValues): EventDays => ({
  month: dateOf(annee, mois),
  firstDay: FirstDay,
  lastDay: LastDay,
  startTime: StartTime,
  endTime: EndTime,
});

/** @returns the event that the fields describe at this moment */
export const eventOf = (values: EventValues): EventFields => ({
  ...EMPTY_EVENT,
  ...(Object.fromEntries(
    Object.entries(EVENT_FIELDS).flatMap(([name, { wire }]) =>
      wire in values ? [[name, values[wire as EventFormField]]] : [],
    ),
  ) as Partial<EventFields>),
  ...daysOf(values),
});
