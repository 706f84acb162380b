import { expect, it } from "vitest";
import { linkInWords } from "#domain/text/rich-text.ts";

it.each([
  ["https://exemple.ch/rapport", "le rapport", "le rapport (https://exemple.ch/rapport)"],
  ["https://exemple.ch/", "exemple.ch", "exemple.ch"],
  ["https://exemple.ch/a", "https://exemple.ch/a", "https://exemple.ch/a"],
  ["mailto:comite@exemple.ch", "écrivez", "écrivez (comite@exemple.ch)"],
  ["tel:+41791234567", "+41791234567", "+41791234567"],
])("%s behind « %s » is printed as « %s »", (link, text, words) => {
  expect(linkInWords({ link, text })).toBe(words);
});
