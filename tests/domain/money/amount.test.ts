import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  AMOUNT_MAX,
  AMOUNT_SENTENCES,
  amountAsTyped,
  formatAmount,
  readAmount,
  SUGGESTED_DONATIONS,
} from "#domain/money/amount.ts";

const amount = fc.integer({ min: 1, max: AMOUNT_MAX });

describe("an amount", () => {
  it.each([
    ["50", 5000],
    ["50.–", 5000],
    ["50.--", 5000],
    ["50.", 5000],
    ["50,5", 5050],
    ["50.50", 5050],
    ["0.05", 5],
    ["1'000", 100_000],
    ["1’000.–", 100_000],
    ["1\u202f000.50", 100_050],
    ["CHF 20.-", 2000],
    ["chf20", 2000],
    ["Fr. 20.–", 2000],
    ["20 francs", 2000],
    [" 20 ", 2000],
    ["００５０", 5000],
    ["10000", AMOUNT_MAX],
  ])("is read from %j", (typed, centimes) => expect(readAmount(typed)).toEqual({ ok: true, value: centimes }));

  it.each(["", "  ", "\t"])("is null for %j", (typed) => expect(readAmount(typed)).toEqual({ ok: true, value: null }));

  it.each([
    ["cinquante", "form"],
    ["-5", "form"],
    ["50.505", "form"],
    ["1.000", "form"],
    ["1'00", "form"],
    ["0x10", "form"],
    ["CHF", "form"],
    ["20;DROP", "form"],
    ["<b>20</b>", "form"],
    ["0", "zero"],
    ["0.00", "zero"],
    ["10000.01", "excess"],
    ["9".repeat(500), "excess"],
  ] as const)("is refused for %j with the reason %s", (typed, reason) => {
    expect(readAmount(typed)).toEqual({ ok: false, reason });
    expect(AMOUNT_SENTENCES[reason]).toMatch(/\.$/);
  });

  it("is formatted in the Swiss way", () => {
    const shown = [5000, 5050, 5005, 1_234_505].map((amount) => formatAmount(amount).replace("\u00a0", " "));
    expect(shown).toEqual(["CHF 50.–", "CHF 50.50", "CHF 50.05", "CHF 12’345.05"]);
  });

  it("is read back unchanged from its formats for people and for URLs", () => {
    fc.assert(
      fc.property(amount, (centimes) => {
        for (const text of [formatAmount(centimes), amountAsTyped(centimes)])
          expect(readAmount(text)).toEqual({ ok: true, value: centimes });
      }),
    );
    for (const suggested of SUGGESTED_DONATIONS) expect(readAmount(amountAsTyped(suggested)).ok).toBe(true);
  });

  it("of any text is refused, or a whole number of centimes within the limits", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: "binary" }), fc.stringMatching(/^[\d'.,– -]{0,12}$/)), (typed) => {
        const parsed = readAmount(typed);
        if (!parsed.ok || parsed.value === null) return;
        expect(Number.isInteger(parsed.value)).toBe(true);
        expect(parsed.value).toBeGreaterThan(0);
        expect(parsed.value).toBeLessThanOrEqual(AMOUNT_MAX);
      }),
    );
  });
});
