/** How an event stands in somebody's calendar. */
import { addDays, type Day, isMonth, timeInFrench } from "./dates.ts";
import { afterMovieAddress, type EvenementFields, exactDays, hasName } from "./evenement.ts";

/** How long an event with an hour takes up in a calendar, since nobody says when it ends. */
export const EVENT_HOURS = 3;

export type CalendarDates = {
  title: string;
  place: string;
  /** Several lines, or empty. */
  details: string;
  from: Day;
  /** The day after the last one. */
  until: Day;
  /** `HH:MM` in Zurich when it begins, of an event of one day; null: whole days. */
  time: string | null;
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
  const { FirstDay, LastDay, StartTime } = exactDays(evenement);
  if (!isMonth(month) || !hasName(evenement)) return null;
  const film = afterMovieAddress(evenement);
  const cancelled = deleted || State === "annule";
  const postponed = !cancelled && State === "reporte";
  const prefix = cancelled ? "Annulé\u00a0: " : postponed ? "Reporté\u00a0: " : "";
  const from = FirstDay || `${month}-01`;
  const time = StartTime && !LastDay ? StartTime : null;
  const details = [
    !FirstDay && !cancelled && "Seul le mois est connu\u00a0: le jour reste à préciser.",
    time && `La fin n’est pas fixée\u00a0: l’agenda réserve ${EVENT_HOURS} heures.`,
    StartTime && LastDay && `Dès ${timeInFrench(StartTime)} le premier jour.`,
    film && `After movie\u00a0: ${film}`,
  ];
  return {
    title: `${prefix}${Nom}${FirstDay || cancelled ? "" : " (date à préciser)"}`,
    place: Lieu,
    details: details.filter(Boolean).join("\n"),
    from,
    until: addDays(LastDay || from, 1),
    time,
    status: deleted ? "deleted" : postponed || !(FirstDay || cancelled) ? "tentative" : "confirmed",
  };
}
