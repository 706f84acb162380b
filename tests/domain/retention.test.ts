import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addDays } from "#domain/dates.ts";
import {
  lastHandledDayToDelete,
  retentionCutoff,
  retentionDeletionDay,
  startOfDayInZurich,
} from "#domain/retention.ts";

const days = fc.integer({ min: 0, max: 40_000 }).map((n) => addDays("2000-01-01", n));
const month = fc.integer({ min: 1, max: 120 });

describe("the day an entry is deleted", () => {
  it.each([
    ["2025-12-01", 12, "2026-12-01"],
    ["2025-08-05", 24, "2027-08-05"],
    ["2025-11-30", 3, "2026-03-01"],
    ["2025-08-31", 6, "2026-03-01"],
    ["2025-08-31", 1, "2025-10-01"],
    ["2024-02-29", 12, "2025-03-01"],
    ["2024-02-29", 48, "2028-02-29"],
    ["2025-12-31", 1, "2026-01-31"],
  ])("of one handled on %s and stored for %i months is %s", (handled, count, expected) =>
    expect(retentionDeletionDay(handled, count)).toBe(expected),
  );

  it("is the first day whose limit is after the day of handling", () =>
    fc.assert(
      fc.property(days, days, month, (handled, day, count) => {
        expect(retentionDeletionDay(handled, count) <= day).toBe(handled <= lastHandledDayToDelete(day, count));
        expect(startOfDayInZurich(handled) < retentionCutoff(day, count)).toBe(
          retentionDeletionDay(handled, count) <= day,
        );
      }),
    ));
});

describe("a day in Zurich", () => {
  it.each([
    ["2025-01-15", "2025-01-14T23:00:00.000Z"],
    ["2025-07-15", "2025-07-14T22:00:00.000Z"],
    ["2025-03-30", "2025-03-29T23:00:00.000Z"],
    ["2025-03-31", "2025-03-30T22:00:00.000Z"],
    ["2025-10-26", "2025-10-25T22:00:00.000Z"],
    ["2025-10-27", "2025-10-26T23:00:00.000Z"],
  ])("%s begins at %s", (day, expected) => expect(startOfDayInZurich(day).toISOString()).toBe(expected));

  it("throws for an invalid day", () => expect(() => startOfDayInZurich("demain")).toThrow(RangeError));
});
