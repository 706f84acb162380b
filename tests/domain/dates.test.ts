import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addDays, ageInYears, dayInFrench, dayInZurich, isDay, swissDay, yearsBefore } from "#domain/dates.ts";
import {
  daysInFrench,
  lastDayOfMonth,
  MONTHS,
  monthInFrench,
  nextMonth,
  timeInFrench,
} from "#domain/events/french-dates.ts";

const day = fc
  .date({ min: new Date("1900-01-01"), max: new Date("2099-12-31"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

describe("today", () => {
  it.each([
    ["2025-08-01T21:59:59.999Z", "2025-08-01", "just before midnight in summer"],
    ["2025-08-01T22:00:00.000Z", "2025-08-02", "midnight in summer"],
    ["2025-12-31T22:59:59.999Z", "2025-12-31", "just before midnight in winter"],
    ["2025-12-31T23:00:00.000Z", "2026-01-01", "New Year in the village, not yet in Greenwich"],
    ["2025-03-30T00:59:59.999Z", "2025-03-30", "the night in which summer time begins"],
  ])("at %s is %s in the village (%s)", (instant, expected) => {
    expect(dayInZurich(new Date(instant))).toBe(expected);
  });
});

describe("a date field", () => {
  it.each(["1900-01-01", "2008-02-29", "2000-02-29", "2025-12-31"])("accepts %s", (text) => {
    expect(isDay(text)).toBe(true);
  });

  it.each([
    "",
    "2025-02-29",
    "1900-02-29",
    "2025-02-30",
    "2025-04-31",
    "2025-13-01",
    "2025-00-10",
    "2025-01-00",
    "1899-12-31",
    "0099-01-01",
    "2025-1-1",
    "01.08.2008",
    " 2025-01-01",
    "2025-01-01\n",
    "2025-01-01T00:00",
    "+12025-01-01",
    "٢٠٢٥-٠١-٠١",
  ])("refuses %j", (text) => {
    expect(isDay(text)).toBe(false);
  });

  it("accepts every day that exists", () => {
    fc.assert(fc.property(day, (text) => isDay(text)));
  });

  it("answers on anything at all, and accepts only what the calendar knows", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: "binary" }), fc.stringMatching(/^\d{4}-\d{2}-\d{2}$/)), (text) => {
        const instant = new Date(`${text}T00:00:00.000Z`);
        const exists = !Number.isNaN(instant.getTime()) && instant.toISOString().slice(0, 10) === text;
        expect(isDay(text)).toBe(exists && text >= "1900");
      }),
    );
  });
});

describe("age in whole years", () => {
  it.each([
    ["2009-08-02", "2025-08-01", 15, "the day before the birthday"],
    ["2009-08-01", "2025-08-01", 16, "the birthday itself"],
    ["2009-07-31", "2025-08-01", 16, "the day after"],
    ["2008-02-29", "2025-02-28", 16, "born on 29 February, the day before"],
    ["2008-02-29", "2025-03-01", 17, "born on 29 February, from 1 March on"],
    ["2008-02-29", "2024-02-29", 16, "born on 29 February, in a leap year"],
    ["2025-08-01", "2025-08-01", 0, "born today"],
    ["2025-08-02", "2025-08-01", -1, "born tomorrow"],
  ])("of somebody born on %s is on %s: %i (%s)", (birthDate, today, age) => {
    expect(ageInYears(birthDate, today)).toBe(age);
  });

  it("grows by one on the birthday and on no other day of the year", () => {
    fc.assert(
      fc.property(day, day, (birthDate, today) => {
        const yesterday = new Date(Date.parse(today) - 86_400_000).toISOString().slice(0, 10);
        const birthday =
          today.slice(5) === birthDate.slice(5) ||
          (birthDate.endsWith("02-29") && today.endsWith("03-01") && yesterday.endsWith("02-28"));
        expect(ageInYears(birthDate, today) - ageInYears(birthDate, yesterday)).toBe(birthday ? 1 : 0);
      }),
    );
  });

  it("never grows when the birth date is later", () => {
    fc.assert(
      fc.property(day, day, day, (a, b, today) => {
        const [early, late] = a < b ? [a, b] : [b, a];
        expect(ageInYears(early, today)).toBeGreaterThanOrEqual(ageInYears(late, today));
      }),
    );
  });
});

describe("some years before a day", () => {
  it.each([
    ["2025-08-01", 18, "2007-08-01"],
    ["2024-02-29", 18, "2006-02-28"],
    ["2024-02-29", 16, "2008-02-29"],
    ["2000-02-29", 100, "1900-02-28"],
  ])("is from %s, %i years: %s", (since, years, expected) => {
    expect(yearsBefore(since, years)).toBe(expected);
  });

  it("is a day that exists, on which somebody who has that age today was born", () => {
    const recent = day.filter((text) => text >= "2020");
    fc.assert(
      fc.property(recent, fc.integer({ min: 0, max: 120 }), (today, years) => {
        const birthDate = yearsBefore(today, years);
        expect(isDay(birthDate)).toBe(true);
        expect(ageInYears(birthDate, today)).toBe(years);
      }),
    );
  });
});

describe("a date for people", () => {
  it("is written day.month.year", () => {
    expect(swissDay("2008-08-05")).toBe("05.08.2008");
  });

  it.each([
    ["2008-11-22", "22\u00a0novembre\u00a02008"],
    ["2008-08-01", "1er\u00a0août\u00a02008"],
  ])("is said as %s: %s", (day, said) => {
    expect(dayInFrench(day)).toBe(said);
  });

  it.each([
    ["2026-11-22", "2026-12"],
    ["2026-12-31", "2027-01"],
    ["2027-01-31", "2027-02"],
  ])("in %s is followed by %s", (day, month) => {
    expect(nextMonth(day)).toBe(month);
  });

  it("keeps the day it stands for", () => {
    fc.assert(fc.property(day, (text) => swissDay(text).split(".").reverse().join("-") === text));
  });

  it.each([
    ["2025-08", "Août 2025"],
    ["2025-01", "Janvier 2025"],
    ["2025-12", "Décembre 2025"],
    ["2026-02", "Février 2026"],
  ])("names the month %s in French with a capital: %s", (month, expected) => {
    expect(monthInFrench(month)).toBe(expected);
  });

  it("offers the twelve months by number and French name", () => {
    expect(MONTHS.map(({ number, name }) => `${number} ${name}`)).toEqual([
      "01 Janvier",
      "02 Février",
      "03 Mars",
      "04 Avril",
      "05 Mai",
      "06 Juin",
      "07 Juillet",
      "08 Août",
      "09 Septembre",
      "10 Octobre",
      "11 Novembre",
      "12 Décembre",
    ]);
  });
});

describe("exact days and an hour", () => {
  it.each([
    ["2025-06-14", "", "sam. 14 juin"],
    ["2025-08-01", "2025-08-03", "du ven. 1er au dim. 3 août"],
    ["2024-02-28", "2024-02-29", "du mer. 28 au jeu. 29 février"],
    ["2025-03-30", "", "dim. 30 mars"],
    ["2025-12-31", "", "mer. 31 décembre"],
  ])("from %s to « %s » are written %s", (from, to, expected) => {
    expect(daysInFrench(from, to).replaceAll("\u00a0", " ")).toBe(expected);
  });

  it.each([
    ["19:30", "19 h 30"],
    ["19:00", "19 h"],
    ["09:05", "9 h 05"],
    ["00:00", "0 h"],
  ])("%s is written %s", (time, expected) => {
    expect(timeInFrench(time).replaceAll("\u00a0", " ")).toBe(expected);
  });

  it("never break a day from its month, nor an hour from its minutes", () => {
    expect(daysInFrench("2025-06-14", "")).toBe("sam.\u00a014\u00a0juin");
    expect(timeInFrench("19:30")).toBe("19\u00a0h\u00a030");
  });

  it.each([
    ["2024-02", "2024-02-29"],
    ["2025-02", "2025-02-28"],
    ["2025-12", "2025-12-31"],
  ])("the month %s ends on %s", (month, expected) => {
    expect(lastDayOfMonth(month)).toBe(expected);
  });

  it("follow each other without a gap, summer time or not", () => {
    fc.assert(
      fc.property(day, (text) => {
        const tomorrow = addDays(text, 1);
        expect(addDays(tomorrow, -1)).toBe(text);
        expect(tomorrow > text).toBe(true);
        if (!tomorrow.endsWith("-01")) expect(Number(tomorrow.slice(8))).toBe(Number(text.slice(8)) + 1);
        else expect(lastDayOfMonth(text.slice(0, 7))).toBe(text);
      }),
    );
  });
});

describe("a month that an older site wrote otherwise", () => {
  it.each(["2025-13", "août 2025", "", "2025"])("is shown as it is: « %s »", (text) => {
    expect(monthInFrench(text)).toBe(text);
  });
});
