import { expect, it } from "vitest";
import { withPreposition } from "#domain/text/elision.ts";

it.each([
  ["Élodie Muscat", "d’Élodie Muscat"],
  ["Anne", "d’Anne"],
  ["Œdipe", "d’Œdipe"],
  ["Øystein", "d’Øystein"],
  ["E\u0301lodie", "d’E\u0301lodie"],
  ["Hugo", "d’Hugo"],
  ["hélène", "d’hélène"],
  ["Yves", "d’Yves"],
  ["Yann", "de Yann"],
  ["Heidi Zen", "de Heidi Zen"],
  ["Léa", "de Léa"],
  ["", "de "],
  [`${"a\u0301\u0327".repeat(60_000)}`, `d’${"a\u0301\u0327".repeat(60_000)}`],
])("after « de », %.20s is %.20s", (name, expected) => expect(withPreposition(name)).toBe(expected));
