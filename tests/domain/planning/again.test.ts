import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addDays, isDay } from "#domain/dates.ts";
import { again, sameWeekday } from "#domain/planning/again.ts";
import { refusalsOfDays } from "#domain/planning/days.ts";
import { lastDayOfMonth } from "#domain/planning/french-dates.ts";
import { anEvenement } from "#tests/evenement-of-a-month.ts";

const weekdayOf = (day: string) => new Date(day).getUTCDay();
const lengthOf = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000;

const days = fc
  .date({ min: new Date("2000-01-01"), max: new Date("2098-12-31"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
/** So many days may follow the first one wherever the month begins: of four weeks, one is for finding the weekday. */
const LONGEST = 21;
const years = fc.integer({ min: 2000, max: 2099 });
/** First and last day of an event, in one month as the form has it. */
const spans = days.chain((from) =>
  fc
    .integer({ min: 0, max: lengthOf(from, lastDayOfMonth(from.slice(0, 7))) })
    .map((length) => ({ from, to: length ? addDays(from, length) : "", length })),
);

describe("the same weekday of another year", () => {
  it.each([
    ["2025-06-14", 2026, "2026-06-13", "a Saturday"],
    ["2025-08-01", 2026, "2026-08-07", "the first days of a month"],
    ["2025-08-31", 2026, "2026-08-30", "the last day of a month"],
    ["2024-02-29", 2025, "2025-02-27", "a leap day, in a year that has none"],
    ["2024-02-29", 2028, "2028-02-24", "a leap day, in the next leap year: a Thursday"],
    ["2025-12-31", 2026, "2026-12-30", "New Year’s Eve"],
    ["2025-06-14", 2025, "2025-06-14", "the very same year"],
  ])("of %s in %i is %s (%s)", (day, year, expected) => {
    expect(sameWeekday(day, year)).toBe(expected);
    expect(weekdayOf(expected)).toBe(weekdayOf(day));
  });

  it("lies in the same month, at most six days away from the same date", () => {
    fc.assert(
      fc.property(days, years, (day, year) => {
        const found = sameWeekday(day, year);
        expect(isDay(found)).toBe(true);
        expect(weekdayOf(found)).toBe(weekdayOf(day));
        expect(found.slice(0, 7)).toBe(`${year}${day.slice(4, 7)}`);
        expect(Math.abs(Number(found.slice(8)) - Number(day.slice(8)))).toBeLessThanOrEqual(6);
      }),
    );
  });

  it("is the nearest there is: no other one of the month is nearer", () => {
    fc.assert(
      fc.property(days, years, (day, year) => {
        fc.pre(isDay(year + day.slice(4)));
        const distance = (one: string) => Math.abs(lengthOf(year + day.slice(4), one));
        const found = sameWeekday(day, year);
        for (const other of [addDays(found, 7), addDays(found, -7)])
          if (other.slice(0, 7) === found.slice(0, 7)) expect(distance(other)).toBeGreaterThanOrEqual(distance(found));
      }),
    );
  });
});

describe("an event that is taken up again", () => {
  it("keeps what is said of it, and leaves behind what belonged to that one time", () => {
    const bal = anEvenement({
      ...{ Nom: "Bal", Date: "2025-06", FirstDay: "2025-06-14", StartTime: "22:00", EndTime: "04:00" },
      ...{ Details: "Avec fanfare.", Price: "CHF 15.–", MinimumAge: "16", Contact: "Ana" },
      ...{ Tickets: "https://billets.ch/2025", AfterMovie: "https://film.ch/2025", State: "annule" },
    });
    expect(again(bal, 2026)).toEqual({
      ...bal,
      ...{ Date: "2026-06", FirstDay: "2026-06-13", Tickets: "", AfterMovie: "", State: "", Publication: "draft" },
    });
  });

  it("keeps its weekdays and its length, in days that the form takes", () => {
    fc.assert(
      fc.property(spans, years, ({ from, to, length }, year) => {
        const times = to ? { StartTime: "18:00", EndTime: "17:00" } : { StartTime: "22:00", EndTime: "04:00" };
        const next = again(anEvenement({ Date: from.slice(0, 7), FirstDay: from, LastDay: to, ...times }), year);
        expect(next).toMatchObject({ Date: `${year}${from.slice(4, 7)}`, ...times, Publication: "draft" });
        expect(refusalsOfDays(next)).toEqual({});
        if (length > LONGEST) return;
        expect(weekdayOf(next.FirstDay)).toBe(weekdayOf(from));
        expect(next.LastDay && lengthOf(next.FirstDay, next.LastDay)).toBe(to && length);
      }),
    );
  });

  it.each([
    ["2025-02-01", "2025-02-28", 2026, "2026-02-01", "2026-02-28"],
    ["2024-02-01", "2024-02-29", 2025, "2025-02-01", "2025-02-28"],
    ["2025-08-01", "2025-08-31", 2026, "2026-08-01", "2026-08-31"],
  ])("that fills its month, from %s to %s, fills it in %i too", (from, to, year, FirstDay, LastDay) => {
    const whole = anEvenement({ Date: from.slice(0, 7), FirstDay: from, LastDay: to });
    expect(again(whole, year)).toMatchObject({ Date: FirstDay.slice(0, 7), FirstDay, LastDay });
  });

  it.each(["", "un jour", "2025-13"])("without a day has a month only, and what is no month stays: %j", (month) => {
    expect(again(anEvenement({ Date: "2025-08" }), 2026)).toMatchObject({ Date: "2026-08", FirstDay: "" });
    expect(again(anEvenement({ Date: month }), 2026)).toMatchObject({ Date: month, FirstDay: "", LastDay: "" });
  });

  it("has no days where those that are written do not fit together", () => {
    const broken = anEvenement({ Date: "2025-08", FirstDay: "2025-09-01", LastDay: "2025-08-02", StartTime: "soir" });
    expect(again(broken, 2026)).toMatchObject({ Date: "2026-08", FirstDay: "", LastDay: "", StartTime: "" });
  });
});
