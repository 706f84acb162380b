import { describe, expect, it } from "vitest";
import { draftInYear, nearestSameWeekdayInYear, yearOfCopy } from "#domain/events/copy-to-year.ts";
import { eventDaysErrors } from "#domain/events/days.ts";
import { anEvent } from "#tests/event-of-a-month.ts";

const weekdayOf = (day: string) => new Date(day).getUTCDay();

it.each([
  ["2025-06-14", 2026, "2026-06-13", "a Saturday"],
  ["2025-08-01", 2026, "2026-08-07", "the first days of a month"],
  ["2025-08-31", 2026, "2026-08-30", "the last day of a month"],
  ["2024-02-29", 2028, "2028-02-24", "a leap day, in the next leap year: a Thursday"],
  ["2025-12-31", 2026, "2026-12-30", "New Year’s Eve"],
  ["2025-06-14", 2025, "2025-06-14", "the very same year"],
])("the same weekday as %s in %i is %s (%s)", (day, year, expected) => {
  expect(nearestSameWeekdayInYear(day, year)).toBe(expected);
  expect(weekdayOf(expected)).toBe(weekdayOf(day));
});

it.each([
  ["2025-06", "", 2025, "2025-07-01", 2026],
  ["2019-06", "", 2026, "2025-12-01", 2026],
  ["2026-06", "", 2025, "2025-12-01", 2027],
  ["un jour", "", 2025, "2025-12-01", 2026],
  ["2024-06", "", 2025, "2025-06-30", 2025],
  ["2024-06", "2024-06-08", 2025, "2025-06-30", 2026],
  ["2020-06", "", 2020, "2025-12-01", 2026],
])("the copy of an event in %s (%j), with the planning of %i, on %s is in %i", (month, firstDay, shown, day, year) =>
  expect(yearOfCopy(anEvent({ month, firstDay }), shown, { day, time: "12:00" })).toBe(year),
);

describe("the copy of an event in another year", () => {
  it("has the same texts, without tickets, film and status", () => {
    const days = { month: "2025-06", firstDay: "2025-06-14", startTime: "22:00", endTime: "04:00" };
    const links = { tickets: "https://billets.ch/2025", afterMovie: "https://film.ch/2025" };
    const texts = { details: "Avec fanfare.", price: "CHF 15.–", minimumAge: "16", contact: "Ana" };
    const bal = anEvent({ name: "Bal", ...days, ...links, ...texts, status: "annule" });
    const changed = { month: "2026-06", firstDay: "2026-06-13", tickets: "", afterMovie: "", status: "" };
    expect(draftInYear(bal, 2026)).toEqual({ ...bal, ...changed, publication: "draft" });
  });

  it.each([
    ["2025-06-14", "", 2026, "2026-06-13", ""],
    ["2025-06-13", "2025-06-15", 2026, "2026-06-12", "2026-06-14"],
    ["2024-02-29", "", 2025, "2025-02-27", ""],
    ["2025-08-01", "2025-08-03", 2026, "2026-08-07", "2026-08-09"],
    // The whole month, or nearly: it does not fit on the same weekdays.
    ["2025-08-01", "2025-08-26", 2026, "2026-08-01", "2026-08-26"],
    ["2025-02-01", "2025-02-28", 2026, "2026-02-01", "2026-02-28"],
    ["2025-08-01", "2025-08-31", 2026, "2026-08-01", "2026-08-31"],
    // Over the end of a month: the same weekdays, whether they are over that end again or not.
    ["2026-07-31", "2026-08-01", 2027, "2027-07-30", "2027-07-31"],
    ["2025-08-29", "2025-09-01", 2026, "2026-08-28", "2026-08-31"],
    ["2026-08-30", "2026-09-06", 2027, "2027-08-29", "2027-09-05"],
    ["2028-02-29", "2028-03-01", 2029, "2029-02-27", "2029-02-28"],
    // A New Year’s party: the same dates.
    ["2026-12-31", "2027-01-01", 2027, "2027-12-31", "2028-01-01"],
    ["2026-12-31", "", 2027, "2027-12-31", ""],
    ["2026-12-28", "2027-01-03", 2027, "2027-12-28", "2028-01-03"],
    ["2028-02-29", "2029-01-01", 2029, "2029-02-27", "2029-12-31"],
  ])("of %s to « %s » in %i is from %s to « %s », and the form accepts it", (from, to, year, firstDay, lastDay) => {
    const times = to ? { startTime: "18:00", endTime: "17:00" } : { startTime: "22:00", endTime: "04:00" };
    const next = draftInYear(anEvent({ month: from.slice(0, 7), firstDay: from, lastDay: to, ...times }), year);
    expect(next).toMatchObject({ month: firstDay.slice(0, 7), firstDay, lastDay, ...times, publication: "draft" });
    expect(eventDaysErrors(next)).toEqual({});
  });

  it.each(["", "un jour", "2025-13"])("has no day if the event has none; an invalid month stays: %j", (month) => {
    expect(draftInYear(anEvent({ month: "2025-08" }), 2026)).toMatchObject({ month: "2026-08", firstDay: "" });
    expect(draftInYear(anEvent({ month }), 2026)).toMatchObject({ month, firstDay: "", lastDay: "" });
  });

  it("has no days if those of the event contradict each other", () => {
    const broken = anEvent({ month: "2025-08", firstDay: "2025-09-01", lastDay: "2025-08-02", startTime: "soir" });
    expect(draftInYear(broken, 2026)).toMatchObject({ month: "2026-08", firstDay: "", lastDay: "", startTime: "" });
  });
});
