import { describe, expect, it } from "vitest";
import { type Moment, momentInZurich } from "#domain/dates.ts";
import {
  isPlanningYearOver,
  offeredPlanningYear,
  parseYear,
  shownPlanningYear,
  yearOfEvent,
  yearsOfEvents,
} from "#domain/events/years.ts";
import { anEvent } from "#tests/event-of-a-month.ts";

const AUTOMATIC = { planningYear: 1999, planningYearAutomatic: true };
const noonOf = (day: string): Moment => ({ day, time: "12:00" });

/** Events of three years: one until the small hours, one of a whole month, one of several days, one on a leap day. */
const PLANNING = [
  anEvent({ name: "Carnaval", month: "2025-02", firstDay: "2025-02-28", lastDay: "" }),
  anEvent({ name: "Fête", month: "2025-08" }),
  anEvent({ name: "Bal", month: "2025-11", firstDay: "2025-11-22", startTime: "22:00", endTime: "04:00" }),
  anEvent({ name: "Carnaval", month: "2026-02", firstDay: "2026-02-13", lastDay: "2026-02-17" }),
  anEvent({ name: "Réveillon", month: "2026-12", firstDay: "2026-12-31", startTime: "22:00", endTime: "04:00" }),
  anEvent({ name: "Loto", month: "2027-01", firstDay: "2027-01-16" }),
  anEvent({ name: "Saut", month: "2028-02", firstDay: "2028-02-29" }),
  anEvent({ name: "Secret", month: "2029-06", publication: "draft" }),
  anEvent({ name: "", month: "2026-07" }),
];

describe("the automatic year of the planning", () => {
  it.each([
    ["2025-11-22", 2025],
    ["2025-11-23", 2026],
    ["2027-01-01", 2027],
    ["2027-01-16", 2027],
    ["2027-01-17", 2028],
  ])("changes when it has no event left and the next year has an announced event: on %s, it is %i", (day, year) =>
    expect(shownPlanningYear(AUTOMATIC, PLANNING, noonOf(day))).toBe(year),
  );

  it("changes at the end of the last event, also in the night", () => {
    const at = (day: string, time: string) => shownPlanningYear(AUTOMATIC, PLANNING, { day, time });
    expect([at("2025-11-23", "03:59"), at("2025-11-23", "04:00")]).toEqual([2025, 2026]);
    // The night of New Year's Eve: the year of the clock is the next one, and the event is still on.
    expect([at("2026-12-31", "23:59"), at("2027-01-01", "00:00")]).toEqual([2026, 2027]);
  });

  it("changes at midnight in Zurich, not in UTC", () => {
    const at = (instant: string) => shownPlanningYear(AUTOMATIC, [], momentInZurich(new Date(instant)));
    expect([at("2025-12-31T22:59:59Z"), at("2025-12-31T23:00:00Z")]).toEqual([2025, 2026]);
  });

  it("does not change before New Year if the next year has no event, or drafts only", () => {
    const drafts = PLANNING.filter(({ month }) => month < "2026").concat(
      anEvent({ month: "2026-01", publication: "draft" }),
      anEvent({ month: "2026-01", publication: "2026-01-01T00:00:00.000Z" }),
    );
    const days = ["2025-11-23", "2025-12-31", "2026-01-01", "2026-02-28"];
    expect(days.map((day) => shownPlanningYear(AUTOMATIC, drafts, noonOf(day)))).toEqual([2025, 2025, 2026, 2026]);
  });

  it("is always the year of the settings if it is not automatic", () => {
    const named = { planningYear: 2025, planningYearAutomatic: false };
    for (const day of ["2025-01-01", "2028-12-31"]) expect(shownPlanningYear(named, PLANNING, noonOf(day))).toBe(2025);
  });
});

describe("the next year is offered to the committee", () => {
  it.each([
    ["not before the end of the last event", 2025, "2025-11-22", null],
    ["from the end of the last event on", 2025, "2025-11-23", 2026],
    ["until the year is over", 2025, "2026-12-31", 2026],
    ["as the year of the clock after that", 2025, "2027-01-01", 2027],
    ["not in November if an event is still to come", 2026, "2026-11-30", null],
    ["from 1 December on if an event is still to come", 2026, "2026-12-01", 2027],
    ["not on a leap day that is its only event", 2028, "2028-02-29", null],
    ["after a leap day that was its only event", 2028, "2028-03-01", 2029],
  ])("%s: %i on %s", (_, shown, day, offered) =>
    expect(offeredPlanningYear(shown, PLANNING, noonOf(day))).toBe(offered),
  );

  it("from 1 December on if no event was ever announced", () =>
    expect(["2026-11-30", "2026-12-01"].map((day) => offeredPlanningYear(2026, [], noonOf(day)))).toEqual([
      null,
      2027,
    ]));

  it("as the current year if the shown one is long past; never after the last possible year", () => {
    expect(offeredPlanningYear(2019, [], noonOf("2026-03-01"))).toBe(2026);
    expect(offeredPlanningYear(2098, [], noonOf("2098-12-01"))).toBe(2099);
    expect(offeredPlanningYear(2099, [], noonOf("2099-12-01"))).toBeNull();
  });
});

describe("the years of the planning", () => {
  it("are those that have events, each once and in order; an invalid month has no year", () => {
    const list = ["2027-01", "2024-12", "2027-03", "un jour", "2025-13", ""].map((month) => anEvent({ month }));
    expect(yearsOfEvents(list)).toEqual([2024, 2027]);
    expect(yearOfEvent(anEvent({ month: "2025-13" }))).toBeNull();
  });

  it.each([
    ["2000", 2000],
    ["2099", 2099],
    ["1999", null],
    ["2100", null],
    ["02025", null],
    ["2025 ", null],
    ["2025-2", null],
    ["٢٠٢٥", null],
    ["Fête0825", null],
    ["", null],
  ])("are read from the last segment of an address: %j is %j", (text, year) => expect(parseYear(text)).toBe(year));

  it("are over after their last announced event, and never without one", () => {
    const list = [anEvent({ month: "2025-03" }), anEvent({ month: "2025-11", publication: "draft" })];
    expect(isPlanningYearOver(2025, list, noonOf("2025-03-31"))).toBe(false);
    expect(isPlanningYearOver(2025, list, noonOf("2025-04-01"))).toBe(true);
    expect(isPlanningYearOver(2026, list, noonOf("2027-01-01"))).toBe(false);
  });
});
