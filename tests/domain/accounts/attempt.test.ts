import { expect, it } from "vitest";
import { waitInWords } from "#domain/accounts/attempt.ts";

it.each([
  [1, "dans une minute"],
  [60, "dans une minute"],
  [61, "dans 2 minutes"],
  [3600, "dans 60 minutes"],
])("%i seconds are said as %s, never as less than they are", (seconds, sentence) => {
  expect(waitInWords(seconds)).toBe(sentence);
});
