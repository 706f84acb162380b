import { describe, expect, it } from "vitest";
import { feeReference, yearOfReference } from "#domain/fees/reference.ts";

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
