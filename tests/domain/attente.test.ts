import { expect, it } from "vitest";
import { dansCombien } from "#domain/attente.ts";

it.each([
  [1, "dans une minute"],
  [60, "dans une minute"],
  [61, "dans 2 minutes"],
  [3600, "dans 60 minutes"],
])("%i seconds are said as %s, never as less than they are", (secondes, phrase) => {
  expect(dansCombien(secondes)).toBe(phrase);
});
