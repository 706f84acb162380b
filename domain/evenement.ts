import {
  type Day,
  daysInFrench,
  isDay,
  isMonth,
  lastDayOfMonth,
  type Month,
  monthInFrench,
  timeInFrench,
} from "./dates.ts";
import { type FieldErrors, webAddress } from "./fields.ts";
import { firstWord } from "./identifiers.ts";
import { compareFrench, sortable } from "./text/french-order.ts";

/** When an event takes place. */
export type EvenementDays = Pick<EvenementFields, "Date" | "FirstDay" | "LastDay" | "StartTime">;

/** What has become of an event; empty as long as it takes place as announced. */
export type State = "" | "annule" | "reporte";

/**
 * What the event form saves (SPEC.md section 3, collection `evenements`). All but name, month and place are empty if
 * there is none, as in a document that was written before the field existed.
 */
export type EvenementFields = {
  Nom: string;
  Date: Month;
  /** The exact first day; it lies in the month `Date`. */
  FirstDay: Day | "";
  /** The exact last day, in the same month and after `FirstDay`; empty when the event lasts one day. */
  LastDay: Day | "";
  /** `HH:MM`, when it begins on the first day. */
  StartTime: string;
  Lieu: string;
  AfterMovie: string;
  State: State;
};

/** The names of all of them. */
export const EVENEMENT_FIELDS = [
  "Nom",
  "Date",
  "FirstDay",
  "LastDay",
  "StartTime",
  "Lieu",
  "AfterMovie",
  "State",
] as const;

export type Evenement = EvenementFields & { id: string };

/** @returns whether it can be announced: a document of an older site may have no name */
export const hasName = ({ Nom }: Pick<EvenementFields, "Nom">): boolean => Nom.trim() !== "";

/** @returns the address of its film, ready to follow; null for none, and for what a browser must not follow */
export const afterMovieAddress = ({ AfterMovie }: Pick<EvenementFields, "AfterMovie">): string | null =>
  webAddress(AfterMovie.trim());

/** For how many days calendars are told that an event was deleted. */
const DELETION_ANNOUNCED_DAYS = 60;

/** @returns the instant from which on deleted events are still announced at `now` */
export const deletionsAnnouncedSince = (now: Date): Date =>
  new Date(now.getTime() - DELETION_ANNOUNCED_DAYS * 86_400_000);

/** Comes after every day: an event of which only the month is known stands behind the known days of its month. */
const NO_DAY = "9";

/** Order of the planning: by month, then by first day, then by name as French sorts it (SPEC.md section 2, PRODUCT.md). */
export const compareEvenements = (a: EvenementFields, b: EvenementFields): number =>
  sortable(a.Date).localeCompare(sortable(b.Date), "en") ||
  sortable(a.FirstDay || NO_DAY).localeCompare(sortable(b.FirstDay || NO_DAY), "en") ||
  compareFrench(a.Nom, b.Nom);

/**
 * @returns what the card adds to month and year: `sam. 14 juin`, `du ven. 1er au dim. 3 août, dès 19 h`; empty when only
 * the month is known
 */
export function daysAndTime(evenement: EvenementDays): string {
  const { FirstDay, LastDay, StartTime } = exactDays(evenement);
  if (!FirstDay) return "";
  return daysInFrench(FirstDay, LastDay) + (StartTime ? `, dès ${timeInFrench(StartTime)}` : "");
}

/**
 * Whether an event is over. One of which only the month is known may still come until the month ends; what an older
 * site wrote as a month and is none is never over.
 * @param day today in Zurich
 */
export function isOver(evenement: EvenementDays, day: Day): boolean {
  const { FirstDay, LastDay } = exactDays(evenement);
  return isMonth(evenement.Date) && (LastDay || FirstDay || lastDayOfMonth(evenement.Date)) < day;
}

/**
 * @param day today in Zurich
 * @returns the first event that takes place as announced and is not over; null for none
 */
export function nextEvenement<E extends EvenementFields>(evenements: readonly E[], day: Day): E | null {
  const upcoming = evenements.filter(
    (one) => hasName(one) && one.State === "" && isMonth(one.Date) && !isOver(one, day),
  );
  return upcoming.toSorted(compareEvenements)[0] ?? null;
}

/** @returns the identifier of a new event: first word of Nom, two-digit month and year (`Fête0825`, SPEC.md section 3) */
export const newEvenementId = ({ Nom, Date: month }: Pick<EvenementFields, "Nom" | "Date">): string =>
  firstWord(Nom, "Evenement") + month.slice(5, 7) + month.slice(2, 4);

/** The states that the edit form offers, with their French names. */
export const STATES = { annule: "Annulé", reporte: "Reporté" } as const;

/** @returns the French name of a state; one that an edited database invented as it stands there, empty for none */
export const stateInFrench = (state: State): string => (state === "" ? "" : (STATES[state] ?? state));

export const EVENEMENT_SENTENCES = {
  day: "Indiquez un jour qui existe, par exemple 14.06.2025.",
  firstDayToo: "Indiquez aussi le premier jour.",
  dayOfTime: "Pour donner une heure, indiquez aussi le jour.",
  order: "Le dernier jour vient avant le premier.",
  time: "Indiquez une heure, par exemple 19:30.",
  state: "Choisissez un état de la liste.",
  outsideMonth: (month: Month) => `Ce jour n’est pas en ${monthInFrench(month).toLocaleLowerCase("fr-CH")}.`,
} as const;

/**
 * How month, days and hour of an event fit together.
 * @param days as typed; what is no month is refused elsewhere, and no day is measured by it
 * @returns one sentence per refused field
 */
export function refusalsOfDays({ Date: month, FirstDay, LastDay, StartTime }: EvenementDays): FieldErrors {
  const refusal: Record<string, string> = {};
  const days = { FirstDay, LastDay };
  for (const field of ["FirstDay", "LastDay"] as const) {
    const day = days[field];
    if (day === "") continue;
    if (!isDay(day)) refusal[field] = EVENEMENT_SENTENCES.day;
    else if (isMonth(month) && !day.startsWith(month)) refusal[field] = EVENEMENT_SENTENCES.outsideMonth(month);
  }
  if (FirstDay === "" && LastDay !== "") refusal.FirstDay = EVENEMENT_SENTENCES.firstDayToo;
  else if (FirstDay === "" && StartTime !== "") refusal.FirstDay = EVENEMENT_SENTENCES.dayOfTime;
  if (!refusal.FirstDay && !refusal.LastDay && LastDay !== "" && LastDay < FirstDay)
    refusal.LastDay = EVENEMENT_SENTENCES.order;
  if (StartTime !== "" && !/^(?:[01]\d|2[0-3]):[0-5]\d$/.test(StartTime)) refusal.StartTime = EVENEMENT_SENTENCES.time;
  return refusal;
}

/**
 * @param evenement as a store gave it; in a database that people edit by hand, days may not fit together
 * @returns its days and hour, or none of them where the form would refuse them
 */
export function exactDays(evenement: EvenementDays): Pick<EvenementDays, "FirstDay" | "LastDay" | "StartTime"> {
  const { FirstDay, LastDay, StartTime } = evenement;
  return Object.keys(refusalsOfDays(evenement)).length === 0
    ? { FirstDay, LastDay, StartTime }
    : { FirstDay: "", LastDay: "", StartTime: "" };
}
