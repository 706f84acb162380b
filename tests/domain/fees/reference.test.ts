import { describe, expect, it } from "vitest";
import { feeReference, feeReferencesIn, yearOfReference } from "#domain/fees/reference.ts";

const SUBJECTS = Array.from({ length: 2000 }, (_, i) => `member${i}`);
const YEARS = ["2026", "2027", "2038"];

describe("the reference of a fee", () => {
  it("is valid and unique for each member and year", () => {
    const references = YEARS.flatMap((year) => SUBJECTS.map((subject) => feeReference(year, subject)));
    expect(new Set(references).size).toBe(references.length);
    for (const reference of references) expect(reference).toMatch(/^RF\d{2}20\d{2}[\dA-Z]{13}$/);
    expect(new Set(references.map(yearOfReference))).toEqual(new Set(YEARS));
  });

  it("never changes, because old bills are paid years later", () =>
    expect(feeReference("2027", "zoé")).toBe("RF0720273M9GJD1U4CXZ6"));

  it("contains its year, which other texts do not", () => {
    const reference = feeReference("2027", "a");
    expect(yearOfReference(reference)).toBe("2027");
    const swapped = reference.replace(/(.)$/, (last) => (last === "0" ? "1" : "0"));
    for (const text of [swapped, reference.toLowerCase(), "RF18539007547034", "", `${reference}0`])
      expect(yearOfReference(text)).toBeNull();
  });
});

describe("references of fees in a text", () => {
  const [A, B] = [feeReference("2027", "a"), feeReference("2028", "b")];
  const blanks = (one: string) => one.replace(/(.{4})/g, "$1 ").trim();
  const wrong = A.replace(/^RF\d\d/, (start) => (start === "RF11" ? "RF12" : "RF11"));

  it.each<[string, string[]]>([
    [A, [A]],
    [A.toLowerCase(), [A]],
    [blanks(A), [A]],
    [A.replace(/(.{5})/g, "$1-"), [A]],
    [A.replace(/(.{7})/g, "$1\n"), [A]],
    [A.replace(/(.{7})/g, "$1\u00a0/ "), [A]],
    [`/ROC/${A}/`, [A]],
    [`RF18539007547034/${A}`, [A]],
    [`RF18 5390 0754 7034 ${blanks(A)}`, [A]],
    [`${A}/RF18539007547034`, [A]],
    [`REFRF${A}2027`, [A]],
    [`Zoé et Ana, ${blanks(A)} et ${B.toLowerCase()}.`, [A, B]],
    [A + B, [A, B]],
    [`${A} ${A}`, [A]],
    [wrong, []],
    [`${wrong} ${A}`, [A]],
    [A.slice(0, -1), []],
    ["RF18539007547034", []],
    ["", []],
  ])("are found in « %s »", (text, expected) => expect(feeReferencesIn(text)).toEqual(expected));
});
