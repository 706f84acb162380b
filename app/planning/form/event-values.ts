import type { EventDays } from "#domain/events/days.ts";
import { EVENT_FIELDS } from "#domain/events/event-fields.ts";
import { type EventFormField, eventSchema, monthOfEventForm } from "#domain/events/event-form.ts";
import { EMPTY_EVENT, type EventFields } from "#domain/events/planned-event.ts";
import { fieldNames, type TypedValues } from "#domain/fields.ts";

export type EventValues = Record<EventFormField, string>;

const NAMES = fieldNames(eventSchema()) as EventFormField[];

const INITIAL_VALUES: Partial<EventValues> = { mois: "01", publication: "now" };

const initialValue = (name: EventFormField): string => INITIAL_VALUES[name] ?? "";

export const eventValues = (typed: TypedValues): EventValues =>
  Object.fromEntries(NAMES.map((name) => [name, typed[name] ?? initialValue(name)])) as EventValues;

const ALWAYS_OPEN: readonly EventFormField[] = ["Nom", "mois", "annee", "FirstDay", "StartTime", "Lieu"];

const FOLDED = NAMES.filter((name) => !ALWAYS_OPEN.includes(name));

export const hasFoldedEventValues = (values: EventValues): boolean =>
  FOLDED.some((name) => values[name] !== initialValue(name));

export const hasFoldedEventError = (names: readonly string[]): boolean => FOLDED.some((name) => names.includes(name));

export const daysFromValues = ({ annee, mois, FirstDay, LastDay, StartTime, EndTime }: EventValues): EventDays => ({
  month: monthOfEventForm(annee, mois),
  firstDay: FirstDay,
  lastDay: LastDay,
  startTime: StartTime,
  endTime: EndTime,
});

export const eventFromValues = (values: EventValues): EventFields => ({
  ...EMPTY_EVENT,
  ...(Object.fromEntries(
    Object.entries(EVENT_FIELDS).flatMap(([name, { wire }]) =>
      wire in values ? [[name, values[wire as EventFormField]]] : [],
    ),
  ) as Partial<EventFields>),
  ...daysFromValues(values),
});
