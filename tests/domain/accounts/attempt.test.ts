import { expect, it } from "vitest";
import { waitingTimeInFrench } from "#domain/accounts/attempt.ts";

it.each([
  [1, "dans une minute"],
  [60, "dans une minute"],
  [61, "dans 2 minutes"],
  [3600, "dans 60 minutes"],
])("%i seconds are written « %s », rounded up", (seconds, sentence) => {
  expect(waitingTimeInFrench(seconds)).toBe(sentence);
});
