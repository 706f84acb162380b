import fc from "fast-check";
import { expect, it } from "vitest";
import { dayInZurich, timeInZurich } from "#domain/dates.ts";
import { zurichInstant } from "#domain/events/french-dates.ts";

it.each([
  ["2025-06-14", "19:30", "2025-06-14T19:30:00+02:00", "summer"],
  ["2025-12-05", "18:00", "2025-12-05T18:00:00+01:00", "winter"],
  ["2025-03-30", "01:59", "2025-03-30T01:59:00+01:00", "the last minute before summer time"],
  ["2025-03-30", "03:00", "2025-03-30T03:00:00+02:00", "the first minute of summer time"],
  ["2025-10-26", "00:30", "2025-10-26T00:30:00+02:00", "before summer time ends"],
  ["2025-10-26", "03:00", "2025-10-26T03:00:00+01:00", "after summer time has ended"],
])("%s at %s in the village is %s (%s)", (day, time, expected) => {
  expect(zurichInstant(day, time)).toBe(expected);
});

it("names the instant at which the village’s clock shows that time, but for the hour that spring skips", () => {
  const days = fc
    .date({ min: new Date("2000-01-01"), max: new Date("2099-12-31"), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));
  const hours = fc.tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }));
  fc.assert(
    fc.property(days, hours, (day, [h, m]) => {
      fc.pre(!(h === 2 && /-03-(?:2[5-9]|3[01])$/.test(day)));
      const time = [h, m].map((n) => String(n).padStart(2, "0")).join(":");
      const instant = new Date(zurichInstant(day, time));
      expect([dayInZurich(instant), timeInZurich(instant)]).toEqual([day, time]);
    }),
  );
});
