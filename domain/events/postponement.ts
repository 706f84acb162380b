import { type Day, isDay, isMonth, monthFormat } from "../dates.ts";
import { type EventDays, exactEventDays, moveEventDays } from "./days.ts";
import { areDaysInSameYear, daysInFrench } from "./french-dates.ts";

/** `previousDates`: months, days or ranges, oldest first: `2025-11 2025-11-28 2025-11-28/2025-11-29`. */
export type Postponable = EventDays & { readonly status: string; readonly previousDates: string };

const POSTPONED = "reporte";

function codeOf(event: EventDays): string {
  const { firstDay, lastDay } = exactEventDays(event);
  return [firstDay || event.month, lastDay].filter(Boolean).join("/");
}

/** The earlier dates, oldest first. Omits invalid dates. */
export function parsePreviousDates({ previousDates }: Pick<Postponable, "previousDates">): EventDays[] {
  return previousDates.split(" ").flatMap((code) => {
    const [first = "", last = ""] = code.split("/");
    if (!isMonth(first) && !isDay(first)) return [];
    const days = { month: first.slice(0, 7), firstDay: isDay(first) ? first : "", lastDay: last };
    return [{ ...days, ...exactEventDays({ ...days, startTime: "", endTime: "" }) }];
  });
}

/** Whether the event is postponed to an unknown date. Such an event keeps its former month and days. */
export const isPostponedWithoutDate = (event: Postponable): boolean =>
  event.status === POSTPONED && [undefined, codeOf(event)].includes(parsePreviousDates(event).map(codeOf).at(-1));

/** Whether the event is postponed to a known date. */
export const isRescheduled = (event: Postponable): boolean =>
  event.status === POSTPONED && !isPostponedWithoutDate(event);

/** The value of `previousDates` after a save that changes the status or the days. */
export function previousDatesAfterSave(before: Postponable, after: Omit<Postponable, "previousDates">): string {
  if (after.status === "") return "";
  const [was, is] = [codeOf(before), codeOf(after)];
  return after.status !== POSTPONED || was === is ? before.previousDates : withDate(before, was, is);
}

function withDate(event: Postponable, added: string, left: string): string {
  const codes = parsePreviousDates(event).map(codeOf);
  return [...codes.filter((code) => code !== added), added].filter((code) => code !== left).join(" ");
}

/** The fields that change if an event is postponed. @param day the event's new first day; empty if unknown */
export function postponedEventFields(event: Postponable, day: Day | "") {
  const status = POSTPONED;
  if (day === "") return { status, previousDates: withDate(event, codeOf(event), "") } as const;
  const days = moveEventDays(event, day);
  return { ...days, status, previousDates: previousDatesAfterSave(event, { ...days, status }) } as const;
}

/** The date of an event in French. Omits the year if equal to `year`. */
export function eventDateInFrench(days: EventDays, year: string): string {
  const { firstDay, lastDay } = exactEventDays(days);
  if (!firstDay && !isMonth(days.month)) return days.month;
  const text = firstDay ? daysInFrench(firstDay, lastDay) : monthFormat.format(new Date(`${days.month}-01`));
  const hasYears = lastDay !== "" && !areDaysInSameYear(firstDay, lastDay);
  return hasYears || days.month.startsWith(year) ? text : `${text} ${days.month.slice(0, 4)}`;
}

/** The date before the last postponement, in French. Empty if the event is not postponed to a known date. */
export function previousDateInFrench(event: Postponable): string {
  const previous = isRescheduled(event) ? parsePreviousDates(event).at(-1) : undefined;
  return previous ? eventDateInFrench(previous, event.month.slice(0, 4)) : "";
}

/** All earlier dates with their years, in French. */
export const previousDatesInFrench = (event: Pick<Postponable, "previousDates">): string =>
  parsePreviousDates(event)
    .map((days) => eventDateInFrench(days, " "))
    .join(", ");

/** French words before the new date: `Reporté :` for several days, `Reporté au` for a day, `Reporté à` for a month. */
export function rescheduledPrefixInFrench(event: EventDays): string {
  const { firstDay, lastDay } = exactEventDays(event);
  if (lastDay) return "Reporté\u00a0:";
  return firstDay ? "Reporté au" : "Reporté à";
}

export const POSTPONED_WITHOUT_DATE_SENTENCE = "Reporté, date à venir";

/** The new date in French: `reporté au sam. 5 décembre 2026`. */
export const rescheduledDateInFrench = (event: EventDays): string =>
  `${rescheduledPrefixInFrench(event).toLocaleLowerCase("fr-CH")} ${eventDateInFrench(event, " ")}`;
