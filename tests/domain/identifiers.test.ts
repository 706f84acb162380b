import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { firstWordForId, idCandidates, identifierKey } from "#domain/identifiers.ts";
import { IDENTIFIER } from "#tests/identifier.ts";

const anyText = fc.string({ unit: "binary", maxLength: 300 });

describe("the first word of a name", () => {
  it.each([
    ["Dupont", "Dupont"],
    ["Dupont Favre", "Dupont"],
    ["  Fête\u00a0d’été ", "Fête"],
    ["Fe\u0302te", "Fête"],
    ["L'Hoste", "L'Hoste"],
    ["L’Hoste Marie", "L’Hoste"],
    ["Zen-Ruffinen", "Zen-Ruffinen"],
    ["100%", "100"],
    ["Ana<script>", "Anascript"],
    ["../../etc/passwd", "etcpasswd"],
    ["🎺Fanfare", "Fanfare"],
    ["Ж ю", "Ж"],
    ["é".repeat(500), "é".repeat(40)],
  ])("of %j is %j", (name, word) => expect(firstWordForId(name, "Membre")).toBe(word));

  it.each(["", "   ", "🎺", "!!! fête", "...", "\u0000"])(
    "is replaced by the fallback when no allowed character is left: %j",
    (name) => expect(firstWordForId(name, "Membre")).toBe("Membre"),
  );

  it("is a valid identifier, whatever the name", () => {
    fc.assert(
      fc.property(anyText, (name) => {
        expect(firstWordForId(name, "Membre")).toMatch(IDENTIFIER);
        expect(`${firstWordForId(name, "Membre")}Réseaux Sociaux-12`).toMatch(IDENTIFIER);
      }),
    );
  });
});

it("the candidates for a new identifier are the plain one, then numbered ones from 2, without repetition", () => {
  const attempts = idCandidates("Fête0825");
  const tried = Array.from({ length: 500 }, () => attempts.next().value);
  expect(tried.slice(0, 3)).toEqual(["Fête0825", "Fête0825-2", "Fête0825-3"]);
  expect(new Set(tried).size).toBe(500);
});

it.each([
  ["Fête0825", "FE\u0302TE0825", true],
  ["StraßeMembre", "StraẞeMembre", true],
  ["StraßeMembre", "STRASSEMembre", true],
  ["ZoéMembre", "ZoeMembre", false],
])("the identifiers %s and %s count as the same: %s", (one, other, equal) =>
  expect(identifierKey(one) === identifierKey(other)).toBe(equal),
);
