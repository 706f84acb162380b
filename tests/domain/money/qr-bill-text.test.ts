import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { billTextRefusal, toBillText } from "#domain/money/qr-bill-text.ts";

/** The 324 characters of the standard, written out from its table. */
const allowed = (char: string) => {
  const code = char.codePointAt(0) ?? 0;
  return (
    (code >= 0x20 && code <= 0x7e) ||
    (code >= 0xa0 && code <= 0x17f) ||
    (code >= 0x218 && code <= 0x21b) ||
    code === 0x20ac
  );
};

describe("a text on a QR-bill", () => {
  it.each([
    ["La Jeunesse de Savièse", "La Jeunesse de Savièse"],
    ["Jeunesse d’Ormône – «\u00a0Savièse\u00a0»", "Jeunesse d'Ormône - « Savièse »"],
    ["“Savièse” et…", '"Savièse" et...'],
    ["Œuvre Şahin Żółć Ștefan € ß", "Œuvre Şahin Żółć Ștefan € ß"],
    ["Nguyễn Văn", "Nguyen Văn"],
    ["Zoe\u0301", "Zoé"],
    ["𝓛𝓮𝓪 Ｆｕ", "Lea Fu"],
    ["Jeunesse 🎺 de\u200b Savièse\u00ad", "Jeunesse de Savièse"],
    ['=HYPERLINK("x") <img onerror>', '=HYPERLINK("x") <img onerror>'],
    ["STRAẞE", "STRASSE"],
  ])("reads %j as %j", (text, expected) => {
    expect(toBillText(text, 70)).toBe(expected);
    expect(billTextRefusal(text, 70)).toBeNull();
  });

  it.each([
    ["Молодёжь", "characters"],
    ["Savièse 青年", "characters"],
    ["محمد", "characters"],
    ["🎺🎺", "characters"],
    ["\u200b", "characters"],
    [`${"x".repeat(69)}…`, "length"],
  ])("is refused if it would lose characters: %j", (text, reason) => expect(billTextRefusal(text, 70)).toBe(reason));

  it("of any source has only allowed characters, one line, and at most the maximum length", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 500 }), fc.integer({ min: 1, max: 70 }), (text, max) => {
        const onBill = toBillText(text, max);
        expect(Array.from(onBill).filter((char) => !allowed(char))).toEqual([]);
        expect(onBill.length).toBeLessThanOrEqual(max);
        expect(onBill).toBe(onBill.trim());
        if (billTextRefusal(text, max) === null) expect(onBill).not.toBe("");
      }),
      { numRuns: 500 },
    );
  });
});
