/** What the fields of the event form say. */
import { dateOf } from "#domain/evenement-fields.ts";
import type { TypedValues } from "#domain/fields.ts";
import type { EvenementDays } from "#domain/planning/days.ts";

/** What they say where nobody has said anything, in their order. */
const NOTHING = {
  Nom: "",
  mois: "01",
  annee: "",
  FirstDay: "",
  StartTime: "",
  Lieu: "",
  LastDay: "",
  EndTime: "",
  Details: "",
  Price: "",
  MinimumAge: "",
  Tickets: "",
  Contact: "",
  AfterMovie: "",
  State: "",
  publication: "now",
  publishDay: "",
  publishTime: "",
};

export type EvenementValues = Record<keyof typeof NOTHING, string>;

type Name = keyof EvenementValues;
const NAMES = Object.keys(NOTHING) as Name[];

/** @returns what the fields say of an event, and nothing of what they do not know */
export const evenementValues = (said: TypedValues): EvenementValues => {
  const known = NAMES.map((name) => [name, said[name] ?? NOTHING[name]]);
  return Object.fromEntries(known) as EvenementValues;
};

/** Under « Plus de détails »: what most events do not need. */
const FOLDED: readonly Name[] = NAMES.slice(NAMES.indexOf("LastDay"));

/** @returns whether one of those fields says something */
export const saysMore = (values: EvenementValues): boolean => FOLDED.some((name) => values[name] !== NOTHING[name]);

/** @returns whether one of those fields is among the names */
export const areFolded = (names: readonly string[]): boolean => FOLDED.some((name) => names.includes(name));

/** @returns when the event takes place, as the fields say it */
export const daysOf = ({ annee, mois, FirstDay, LastDay, StartTime, EndTime }: EvenementValues): EvenementDays => ({
  Date: dateOf(annee, mois),
  FirstDay,
  LastDay,
  StartTime,
  EndTime,
});
