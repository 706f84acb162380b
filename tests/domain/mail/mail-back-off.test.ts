import { expect, it } from "vitest";
import { heldMailRetryAt, nextMailAttemptAt } from "#domain/mail/mail-back-off.ts";

const NOW = new Date("2025-08-05T12:17:00Z");

it.each([
  [0, "12:18"],
  [1, "12:19"],
  [5, "12:49"],
  [6, "13:17"],
  [60, "13:17"],
  [5_000, "13:17"],
])("a mail that failed %i times before is sent again at %s: at most an hour later, without end", (failures, time) =>
  expect(nextMailAttemptAt(failures, NOW)).toEqual(new Date(`2025-08-05T${time}:00Z`)),
);

it("mail that a setting blocks is sent again at the next full hour", () => {
  expect(heldMailRetryAt(NOW)).toEqual(new Date("2025-08-05T13:00:00Z"));
  expect(heldMailRetryAt(new Date("2025-08-05T13:00:00Z"))).toEqual(new Date("2025-08-05T14:00:00Z"));
});
