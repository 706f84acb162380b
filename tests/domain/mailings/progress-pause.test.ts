import { expect, it } from "vitest";
import { progressPause } from "#domain/mailings/progress-pause.ts";

/** @returns how often a page reads within this time, if letters leave (`isMoving`) or not */
function readingsIn(ms: number, count: number, isMoving: boolean): number {
  let [readings, elapsed] = [0, 0];
  for (; elapsed < ms; readings++) elapsed += progressPause(count, isMoving ? 0 : readings);
  return readings;
}

it.each([1, 20, 134, 2000])("a page reads the progress of %i e-mails two dozen times at most", (count) => {
  expect(readingsIn(count * 1000, count, true)).toBeLessThanOrEqual(25);
});

it("a page follows the first letters within seconds, and reads hardly more often once nothing leaves any more", () => {
  expect(progressPause(20, 0)).toBe(3000);
  for (const count of [1, 20, 134, 2000]) {
    expect(readingsIn(12 * 3_600_000, count, false)).toBeLessThanOrEqual(75);
    expect(progressPause(count, 1000)).toBe(15 * 60_000);
  }
});
