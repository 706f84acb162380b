/** How an event stands in somebody's calendar. */
import { addDays, type Day, isMonth } from "./dates.ts";
import { afterMovieAddress, type EvenementFields, endOf, hasName, ticketsAddress } from "./evenement.ts";
import { exactDays } from "./planning/days.ts";
import { timeInFrench } from "./planning/french-dates.ts";

/** How long an event with an hour takes up in a calendar where nobody says when it ends. */
const EVENT_HOURS = 3;

/** An hour of a day on the village's clock. */
export type WallTime = { readonly day: Day; readonly time: string };

export type CalendarDates = {
  title: string;
  place: string;
  /** Several lines, or empty. */
  details: string;
  from: Day;
  /** The day after the last one. */
  until: Day;
  /** When it begins and ends, `HH:MM` in Zurich; null: whole days. */
  hours: { readonly start: WallTime; readonly end: WallTime } | null;
  /** What was called off stays in people's calendars, where its title says so; 'retire': it was deleted. */
  status: "confirmed" | "tentative" | "deleted";
};

/**
 * @param evenement its fields
 * @param deleted whether it was deleted: calendars are told to forget it
 * @returns its entry in a calendar; null when an older site wrote a month that is none, so that no day can stand for it,
 * or no name
 */
export function calendarDates(evenement: EvenementFields, deleted = false): CalendarDates | null {
  const { Nom, Date: month, Lieu, State } = evenement;
  const { FirstDay, LastDay } = exactDays(evenement);
  if (!isMonth(month) || !hasName(evenement)) return null;
  const cancelled = deleted || State === "annule";
  const postponed = !cancelled && State === "reporte";
  const prefix = cancelled ? "Annulé\u00a0: " : postponed ? "Reporté\u00a0: " : "";
  const from = FirstDay || `${month}-01`;
  return {
    title: `${prefix}${Nom}${FirstDay || cancelled ? "" : " (date à préciser)"}`,
    place: Lieu,
    details: detailsOf(evenement, cancelled),
    from,
    until: addDays(LastDay || from, 1),
    hours: hoursOf(evenement),
    status: deleted ? "deleted" : postponed || !(FirstDay || cancelled) ? "tentative" : "confirmed",
  };
}

/** @returns null where nobody knows when it begins, or when an event of several days ends */
function hoursOf(evenement: EvenementFields): CalendarDates["hours"] {
  const { FirstDay, LastDay, StartTime, EndTime } = exactDays(evenement);
  if (!StartTime || (LastDay && !EndTime)) return null;
  const start = { day: FirstDay, time: StartTime };
  return { start, end: EndTime ? endOf(evenement) : hoursLater(start, EVENT_HOURS) };
}

function hoursLater({ day, time }: WallTime, hours: number): WallTime {
  const later = new Date(Date.parse(`${day}T${time}Z`) + hours * 3_600_000).toISOString();
  return { day: later.slice(0, 10), time: later.slice(11, 16) };
}

function detailsOf(evenement: EvenementFields, cancelled: boolean): string {
  const { Details, Price, MinimumAge, Contact } = evenement;
  const { FirstDay, LastDay, StartTime, EndTime } = exactDays(evenement);
  const [film, tickets] = [afterMovieAddress(evenement), ticketsAddress(evenement)];
  const lines = [
    !FirstDay && !cancelled && "Seul le mois est connu\u00a0: le jour reste à préciser.",
    StartTime && !LastDay && !EndTime && `La fin n’est pas fixée\u00a0: l’agenda réserve ${EVENT_HOURS} heures.`,
    StartTime && LastDay && !EndTime && `Dès ${timeInFrench(StartTime)} le premier jour.`,
    Price && `Prix\u00a0: ${Price}`,
    MinimumAge && `Dès ${MinimumAge} ans.`,
    tickets && `Billets et inscription\u00a0: ${tickets}`,
    Contact && `Contact\u00a0: ${Contact}`,
    film && `After movie\u00a0: ${film}`,
  ].filter(Boolean);
  return [Details, lines.join("\n")].filter(Boolean).join("\n\n");
}
