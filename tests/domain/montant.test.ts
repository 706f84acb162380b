import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  COTISATION,
  lireMontant,
  MONTANT_MAX,
  MONTANTS_PROPOSES,
  montantLisible,
  montantSaisi,
  PHRASES_MONTANT,
} from "#domain/montant.ts";

const montant = fc.integer({ min: 1, max: MONTANT_MAX });

describe("an amount", () => {
  it.each([
    ["50", 5000],
    ["50.–", 5000],
    ["50.-", 5000],
    ["50.--", 5000],
    ["50.", 5000],
    ["50,5", 5050],
    ["50.50", 5050],
    ["0.05", 5],
    ["1'000", 100_000],
    ["1’000.–", 100_000],
    ["1 000", 100_000],
    ["1\u202f000.50", 100_050],
    ["CHF 20.-", 2000],
    ["chf20", 2000],
    ["Fr. 20.–", 2000],
    ["20 francs", 2000],
    [" 20 ", 2000],
    ["００５０", 5000],
    ["10000", MONTANT_MAX],
  ])("is understood as people type it: %j", (saisie, centimes) => {
    expect(lireMontant(saisie)).toEqual({ ok: true, valeur: centimes });
  });

  it.each(["", "  ", "\t"])("may be left out: %j", (saisie) => {
    expect(lireMontant(saisie)).toEqual({ ok: true, valeur: null });
  });

  it.each([
    ["cinquante", "forme"],
    ["-5", "forme"],
    ["50.505", "forme"],
    ["1.000", "forme"],
    ["1'00", "forme"],
    ["5e3", "forme"],
    ["0x10", "forme"],
    ["CHF", "forme"],
    ["20;DROP", "forme"],
    ["<b>20</b>", "forme"],
    ["0", "zero"],
    ["0.00", "zero"],
    ["10000.01", "trop"],
    ["9".repeat(500), "trop"],
  ] as const)("is refused: %j, because of its %s", (saisie, raison) => {
    expect(lireMontant(saisie)).toEqual({ ok: false, raison });
    expect(PHRASES_MONTANT[raison]).toMatch(/\.$/);
  });

  it("is shown the Swiss way", () => {
    const montres = [5000, 5050, 5005, 100_000, 1_234_505, COTISATION].map(montantLisible);
    expect(montres.map((texte) => texte.replace("\u00a0", " "))).toEqual([
      "CHF 50.–",
      "CHF 50.50",
      "CHF 50.05",
      "CHF 1’000.–",
      "CHF 12’345.05",
      "CHF 50.–",
    ]);
  });

  it("is read back the same from what is shown and from what an address carries", () => {
    fc.assert(
      fc.property(montant, (centimes) => {
        for (const texte of [montantLisible(centimes), montantSaisi(centimes)])
          expect(lireMontant(texte)).toEqual({ ok: true, valeur: centimes });
      }),
    );
    for (const propose of MONTANTS_PROPOSES) expect(lireMontant(montantSaisi(propose)).ok).toBe(true);
  });

  it("is refused or a whole number of centimes within bounds, whatever is typed", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: "binary" }), fc.stringMatching(/^[\d'.,– -]{0,12}$/)), (saisie) => {
        const lecture = lireMontant(saisie);
        if (!lecture.ok || lecture.valeur === null) return;
        expect(Number.isInteger(lecture.valeur)).toBe(true);
        expect(lecture.valeur).toBeGreaterThan(0);
        expect(lecture.valeur).toBeLessThanOrEqual(MONTANT_MAX);
      }),
    );
  });
});
