import { describe, expect, it } from "vitest";
import {
  addDays,
  ageInYears,
  dayInFrench,
  dayInZurich,
  isDay,
  monthsBefore,
  shortDaysInFrench,
  swissDay,
  yearsBefore,
} from "#domain/dates.ts";
import {
  daysInFrench,
  FRENCH_MONTHS,
  lastDayOfMonth,
  monthInFrench,
  nextMonth,
  timeInFrench,
  zurichInstant,
} from "#domain/events/french-dates.ts";

describe("the day in Zurich", () => {
  it.each([
    ["2025-08-01T21:59:59.999Z", "2025-08-01", "just before midnight in summer"],
    ["2025-08-01T22:00:00.000Z", "2025-08-02", "midnight in summer"],
    ["2025-12-31T22:59:59.999Z", "2025-12-31", "just before midnight in winter"],
    ["2025-12-31T23:00:00.000Z", "2026-01-01", "New Year in Zurich, not yet in Greenwich"],
    ["2025-03-30T00:59:59.999Z", "2025-03-30", "the night in which summer time begins"],
  ])("of %s is %s (%s)", (instant, expected) => expect(dayInZurich(new Date(instant))).toBe(expected));

  // events/publication.test.ts tests the days on which the clock changes.
  it.each([
    ["2025-06-14", "19:30", "2025-06-14T19:30:00+02:00", "summer"],
    ["2025-12-05", "18:00", "2025-12-05T18:00:00+01:00", "winter"],
  ])("%s at %s is the instant %s (%s)", (day, time, expected) => expect(zurichInstant(day, time)).toBe(expected));
});

describe("a day", () => {
  it.each(["1900-01-01", "2008-02-29", "2000-02-29", "2025-12-31"])("may be %s", (text) =>
    expect(isDay(text)).toBe(true),
  );

  const NO_DAYS = `2025-02-29 1900-02-29 2025-02-30 2025-04-31 2025-13-01 2025-00-10 2025-01-00 1899-12-31 0099-01-01
2025-1-1 01.08.2008 2025-01-01T00:00 +12025-01-01 ٢٠٢٥-٠١-٠١`;
  it.each(["", " 2025-01-01", "2025-01-01\n", ...NO_DAYS.split(/\s/)])("may not be %j", (text) =>
    expect(isDay(text)).toBe(false),
  );
});

it.each([
  ["2025-12-31", "2026-01-01"],
  ["2024-02-28", "2024-02-29"],
  ["2025-02-28", "2025-03-01"],
  ["2025-03-30", "2025-03-31"],
  ["2025-10-26", "2025-10-27"],
])("the day after %s is %s, also when summer time begins or ends", (day, next) =>
  expect([addDays(day, 1), addDays(next, -1)]).toEqual([next, day]),
);

it.each([
  ["2009-08-02", "2025-08-01", 15, "the day before the birthday"],
  ["2009-08-01", "2025-08-01", 16, "the birthday itself"],
  ["2008-02-29", "2025-02-28", 16, "born on 29 February, the day before"],
  ["2008-02-29", "2025-03-01", 17, "born on 29 February, from 1 March on"],
  ["2008-02-29", "2024-02-29", 16, "born on 29 February, in a leap year"],
  ["2025-08-02", "2025-08-01", -1, "born tomorrow"],
])("the age of a person born on %s is on %s: %i (%s)", (birthDate, today, age) =>
  expect(ageInYears(birthDate, today)).toBe(age),
);

it.each([
  ["2025-08-01", 18, "2007-08-01"],
  ["2024-02-29", 18, "2006-02-28"],
  ["2024-02-29", 16, "2008-02-29"],
  ["2000-02-29", 100, "1900-02-28"],
])("%s minus %i years is %s", (since, years, expected) => expect(yearsBefore(since, years)).toBe(expected));

it.each([
  ["2027-06-15T10:00:00.000Z", 6, "2026-12-15T10:00:00.000Z"],
  ["2027-08-31T10:00:00.000Z", 6, "2027-02-28T10:00:00.000Z"],
  ["2028-03-31T23:30:00.000Z", 1, "2028-02-29T23:30:00.000Z"],
  ["2028-02-29T10:00:00.000Z", 60, "2023-02-28T10:00:00.000Z"],
])("%s minus %i months is %s", (instant, months, expected) =>
  expect(monthsBefore(new Date(instant), months).toISOString()).toBe(expected),
);

describe("a date in French", () => {
  it("is written day.month.year", () => expect(swissDay("2008-08-05")).toBe("05.08.2008"));

  it.each([
    ["2008-11-22", "22\u00a0novembre\u00a02008"],
    ["2008-08-01", "1er\u00a0août\u00a02008"],
  ])("of %s is %s in words", (day, words) => expect(dayInFrench(day)).toBe(words));

  it.each([
    ["2026-11-28", "", "Sam. 28 nov."],
    ["2026-02-01", "", "Dim. 1er févr."],
    ["2025-08-01", "2025-08-03", "Ven. 1er – dim. 3 août"],
    ["2025-08-11", "2025-08-11", "Lun. 11 août"],
    ["2026-07-31", "2026-08-01", "Ven. 31 juil. – sam. 1er août"],
    ["2026-11-01", "2026-12-01", "Dim. 1er nov. – mar. 1er déc."],
    ["2026-12-31", "2027-01-01", "Jeu. 31 déc. 2026 – ven. 1er janv. 2027"],
  ])("from %s to « %s » is %s in short", (from, to, short) => expect(shortDaysInFrench(from, to)).toBe(short));

  it.each([
    ["2024-02-01", "2024-02-29", "2024-03"],
    ["2025-02-28", "2025-02-28", "2025-03"],
    ["2025-12-31", "2025-12-31", "2026-01"],
  ])("%s is in a month that ends on %s, before %s", (day, last, next) =>
    expect([lastDayOfMonth(day.slice(0, 7)), nextMonth(day)]).toEqual([last, next]),
  );

  it("has twelve capitalised months, and keeps a text that is not a month", () => {
    expect(FRENCH_MONTHS.map(({ number, name }) => `${number} ${name}`).join()).toBe(
      "01 Janvier,02 Février,03 Mars,04 Avril,05 Mai,06 Juin,07 Juillet,08 Août,09 Septembre,10 Octobre,11 Novembre,12 Décembre",
    );
    for (const { number, name } of FRENCH_MONTHS) expect(monthInFrench(`2025-${number}`)).toBe(`${name} 2025`);
    for (const text of ["2025-13", "août 2025", "", "2025"]) expect(monthInFrench(text)).toBe(text);
  });

  it.each([
    ["2025-06-14", "", "sam.\u00a014\u00a0juin"],
    ["2025-08-01", "2025-08-03", "du ven.\u00a01er au dim.\u00a03\u00a0août"],
    ["2024-02-28", "2024-02-29", "du mer.\u00a028 au jeu.\u00a029\u00a0février"],
    ["2026-07-31", "2026-08-01", "du ven.\u00a031\u00a0juillet au sam.\u00a01er\u00a0août"],
    ["2026-02-27", "2026-04-03", "du ven.\u00a027\u00a0février au ven.\u00a03\u00a0avril"],
    ["2026-12-31", "2027-01-01", "du jeu.\u00a031\u00a0décembre 2026 au ven.\u00a01er\u00a0janvier 2027"],
  ])("from %s to « %s » is written %s", (from, to, expected) => expect(daysInFrench(from, to)).toBe(expected));

  it.each([
    ["19:30", "19\u00a0h\u00a030"],
    ["19:00", "19\u00a0h"],
    ["09:05", "9\u00a0h\u00a005"],
    ["00:00", "0\u00a0h"],
  ])("at %s is written %s", (time, expected) => expect(timeInFrench(time)).toBe(expected));
});
