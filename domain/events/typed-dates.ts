/** Dates and times as people type them at the start of a line: `12.12`, `sa 12 décembre`, `31.12-1.1`, `20 h 30`. */
import { addDays, type Day, isDay, type Month, swissDay } from "#domain/dates.ts";
import { type Result, refusal, success } from "#domain/result.ts";
import { normaliseUnicode } from "#domain/text/normal-form.ts";

type TypedDates = { readonly month: Month; readonly firstDay: Day | ""; readonly lastDay: Day | "" };

export const TYPED_DATES_SENTENCES = {
  none: "Commencez par la date, par exemple «\u00a012.12\u00a0».",
  noSuchDay: (typed: string) => `Le ${typed} n’existe pas.`,
  order: "Le dernier jour vient avant le premier.",
  apart: "Ce sont deux dates\u00a0: écrivez une ligne pour chacune.",
  weekday: (day: Day) => `Le ${swissDay(day)} est un ${weekdayOf(day)}\u00a0: corrigez la date ou le jour.`,
} as const;

const MONTHS = ["janv", "fev", "mars", "avr", "mai", "juin", "juil", "aout", "sept", "oct", "nov", "dec"];
const MONTH =
  /^(janv(?:ier)?|jan|f[ée]v(?:r(?:ier)?)?|mars|avr(?:il)?|mai|juin|juil(?:let)?|ao[uû]t|sept(?:embre)?|sep|oct(?:obre)?|nov(?:embre)?|d[ée]c(?:embre)?)(?![\p{L}\d])\.?/iu;
const WEEKDAYS = ["dimanche", "lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi"];
const WEEKDAY =
  /^(lu(?:n(?:di)?)?|ma(?:r(?:di)?)?|me(?:r(?:credi)?)?|je(?:u(?:di)?)?|ve(?:n(?:dredi)?)?|sa(?:m(?:edi)?)?|di(?:m(?:anche)?)?)[.,]*\s+(?=\d)/i;
const ISO = /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})(?!\d)/;
const DASHES = /^(?<day>\d{1,2})-(?<month>\d{1,2})-(?<year>\d{4})(?!\d)/;
const NUMBERS =
  /^(?<day>\d{1,2})\s?[./]\s?(?<month>\d{1,2})(?!\d)(?:(?:\s?[./]\s?|\s(?=20))(?<year>\d{4})(?!\d)|[./](?<short>\d{2})(?!\d|\s?h|:))?\.?/;
const DAY = /^(?<day>\d{1,2})(?:er|ère)?\.?(?!\d)/;
const UNTIL = /^\s*(-|\bau\b|\bet\b|\+|&)\s*/;
const LEADING = /^(?:(?:du|le|les|dès le)\s+)/i;

const weekdayOf = (day: Day) => WEEKDAYS[new Date(day).getUTCDay()] ?? "";

/** `year` is null if the text has none. `weekday`: 0 for Sunday; null if the text has none. */
type Typed = { day: number; month: number; year: number | null; weekday: number | null; text: string };
type Taken<T> = { value: T; rest: string };

function takeWeekday(text: string): Taken<number | null> {
  const [all = "", name = ""] = WEEKDAY.exec(text) ?? [];
  const index = WEEKDAYS.findIndex((weekday) => name !== "" && weekday.startsWith(name.toLowerCase()));
  return { value: index < 0 ? null : index, rest: text.slice(all.length) };
}

function takeMonth(text: string): Taken<number> | null {
  const [all, name = ""] = MONTH.exec(text) ?? [];
  if (all === undefined) return null;
  const plain = normaliseUnicode(name, "NFD").replace(/\p{M}/gu, "").toLowerCase();
  return {
    value: MONTHS.findIndex((start) => start.startsWith(plain.slice(0, 4)) || plain.startsWith(start)) + 1,
    rest: text.slice(all.length),
  };
}

function takeYear(text: string): Taken<number | null> {
  const [all = "", year] = /^\s?(\d{4})(?!\d)/.exec(text) ?? [];
  return { value: year ? Number(year) : null, rest: text.slice(all.length) };
}

function takeDate(text: string): Taken<Typed> | null {
  const { value: weekday, rest } = takeWeekday(text);
  const numbers = ISO.exec(rest) ?? DASHES.exec(rest) ?? NUMBERS.exec(rest);
  if (numbers) {
    const { day, month, year, short } = numbers.groups ?? {};
    const typedYear = year ? Number(year) : short ? 2000 + Number(short) : null;
    const value = { day: Number(day), month: Number(month), year: typedYear, weekday, text: numbers[0].trim() };
    return { value, rest: rest.slice(numbers[0].length) };
  }
  const day = DAY.exec(rest);
  const month = day && takeMonth(rest.slice(day[0].length).trimStart());
  if (!day || !month) return null;
  const year = takeYear(month.rest);
  const typed = rest.slice(0, rest.length - month.rest.length);
  return {
    value: { day: Number(day.groups?.day), month: month.value, year: year.value, weekday, text: typed },
    rest: year.rest,
  };
}

/** A first day whose month follows with the last day: `12` in `12-13.12`. */
function takeDay(text: string): Taken<Pick<Typed, "day" | "weekday">> | null {
  const { value: weekday, rest } = takeWeekday(text);
  const day = DAY.exec(rest);
  return day && { value: { day: Number(day.groups?.day), weekday }, rest: rest.slice(day[0].length) };
}

/** `word` joins first and last day. `shares`: the first day takes the month and the year of the last day. */
type Span = { first: Typed; last: Typed | null; word: string; shares: boolean; rest: string };

function takeSpan(text: string): Span | null {
  const date = takeDate(text);
  const start = date ?? takeDay(text);
  if (!start) return null;
  const [joint = "", word = ""] = UNTIL.exec(start.rest) ?? [];
  const end = joint === "" ? null : takeDate(start.rest.slice(joint.length).replace(LEADING, ""));
  if (date) return { first: date.value, last: end?.value ?? null, word, shares: false, rest: (end ?? date).rest };
  if (!end) return null;
  const { month, year } = end.value;
  const first = { ...start.value, month, year, text: String(start.value.day) };
  return { first, last: end.value, word, shares: true, rest: end.rest };
}

/** @param year year of the dates that name none; null: each falls on the next such date from the day `from` on */
type Now = { readonly from: Day; readonly year: number | null };
type Read = Result<TypedDates & { readonly rest: string }, string>;

/**
 * Reads the dates at the start of a line, and returns the rest of the line. A date without a year is the next one,
 * within two years, that falls on the weekday in the line.
 */
export function takeTypedDates(line: string, now: Now): Read {
  const text = line.replace(LEADING, "");
  const span = takeSpan(text);
  if (!span) return takeMonthOnly(text, now);
  const { first, last, word, shares, rest } = span;
  const firstDay = dayOf({ ...first, year: first.year ?? yearBefore(first, last) }, now);
  if (!firstDay.ok) return firstDay;
  const days = { month: firstDay.value.slice(0, 7), firstDay: firstDay.value, rest };
  if (!last) return success({ ...days, lastDay: "" });
  const lastDay = dayOf(last, { from: days.firstDay, year: shares ? Number(days.month.slice(0, 4)) : null });
  if (!lastDay.ok) return lastDay;
  if (lastDay.value < days.firstDay) return refusal(TYPED_DATES_SENTENCES.order);
  const isNext = [days.firstDay, addDays(days.firstDay, 1)].includes(lastDay.value);
  if (!["-", "au"].includes(word) && !isNext) return refusal(TYPED_DATES_SENTENCES.apart);
  return success({ ...days, lastDay: lastDay.value === days.firstDay ? "" : lastDay.value });
}

/** The year of the first day if only the last day names a year: in « 31.12-1.1.2027 », the first day is in 2026. */
function yearBefore(first: Typed, last: Typed | null): number | null {
  if (!last?.year) return null;
  return last.month * 31 + last.day < first.month * 31 + first.day ? last.year - 1 : last.year;
}

function takeMonthOnly(text: string, { from, year }: Now): Read {
  const month = takeMonth(text);
  if (!month) return refusal(TYPED_DATES_SENTENCES.none);
  const typed = takeYear(month.rest);
  const number = String(month.value).padStart(2, "0");
  const next = Number(from.slice(0, 4)) + (number < from.slice(5, 7) ? 1 : 0);
  return success({ month: `${typed.value ?? year ?? next}-${number}`, firstDay: "", lastDay: "", rest: typed.rest });
}

/** Years to search: 29 February returns after 8 years at most. */
const YEARS_AHEAD = 8;

function dayOf(
  { day, month, year: typedYear, weekday, text }: Typed,
  { from, year: listYear }: Now,
): Result<Day, string> {
  const year = typedYear ?? listYear;
  const start = Number(from.slice(0, 4));
  const years = year === null ? Array.from({ length: YEARS_AHEAD + 1 }, (_, i) => start + i) : [year];
  const all = years
    .map((candidate) => [candidate, String(month).padStart(2, "0"), String(day).padStart(2, "0")].join("-"))
    .filter((candidate) => isDay(candidate) && (year !== null || candidate >= from));
  const [next] = all;
  if (next === undefined) return refusal(TYPED_DATES_SENTENCES.noSuchDay(text));
  if (weekday === null) return success(next);
  // If the weekday does not match, tries the following year: « di 12.12 », written in 2026, is in 2027.
  const found = all.slice(0, 2).find((candidate) => new Date(candidate).getUTCDay() === weekday);
  return found ? success(found) : refusal(TYPED_DATES_SENTENCES.weekday(next));
}

export type TypedTimes = { readonly startTime: string; readonly endTime: string };

const CLOCK = String.raw`(\d{1,2})(?:\s?h(?:eures)?\b(?:\s?(\d{2}))?(?!\d)|(?:h|\s?:\s?)(\d{2})(?!\d))`;
/** Do not read « 12 h de Savièse » as a time: the hours are the duration of a race. */
const TIMES = new RegExp(
  String.raw`(?:^|[\s,(])(?:(?:dès|des|à|de)\s+)?${CLOCK}(?:\s*(?:-|à|jusqu[’']à)\s*${CLOCK})?(?=[\s,.;)]|$)(?!\s+(?:de|du|des)\s|\s+d[’'])\)?`,
  "iu",
);

/** Finds the first time in a text, and returns the text without it. Both times are empty if there is none. */
export function takeTypedTimes(text: string): TypedTimes & { readonly rest: string } {
  const found = TIMES.exec(text);
  if (!found) return { startTime: "", endTime: "", rest: text };
  const [all, startHour = "", startA, startB, endHour, endA, endB] = found;
  const [startTime, endTime] = [clock(startHour, startA ?? startB), endHour ? clock(endHour, endA ?? endB) : ""];
  if (startTime === null || endTime === null) return { startTime: "", endTime: "", rest: text };
  const comma = all.startsWith(",") ? "," : "";
  return { startTime, endTime, rest: text.slice(0, found.index) + comma + text.slice(found.index + all.length) };
}

/** Reads hours and minutes. `24 h` means midnight at the end of the day. Null for an impossible time. */
function clock(hour: string, minutes = "00"): string | null {
  const hours = Number(hour) === 24 && minutes === "00" ? 0 : Number(hour);
  return hours < 24 && Number(minutes) < 60 ? `${String(hours).padStart(2, "0")}:${minutes}` : null;
}
