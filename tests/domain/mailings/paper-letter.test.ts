import { expect, it } from "vitest";
import { letterAddress, lettersPerFile } from "#domain/mailings/paper-letter.ts";
import { EMPTY_MEMBER } from "#domain/register/member.ts";

it("the letter to a minor bears the minor's name, who is invited, not that of the parents, who pay", () => {
  const zoe = { firstName: "Zoé", lastName: "Rey", birthDate: "2015-01-01", guardianName: "Anne Rey" };
  const address = { street: "Rue du Stade", buildingNumber: "5", postcode: "1965", place: "Savièse" };
  expect(letterAddress({ ...EMPTY_MEMBER, ...zoe, ...address })).toEqual(["Zoé Rey", "Rue du Stade 5", "1965 Savièse"]);
});

it("a file holds 200 letters, and fewer of a text with hundreds of items or lines", () => {
  const listOf = (count: number) => [{ ordered: false, items: Array.from({ length: count }, () => ["a"]) }];
  expect([1, 40, 59].map((count) => lettersPerFile(listOf(count)))).toEqual([200, 200, 200]);
  expect([100, 500, 1000].map((count) => lettersPerFile(listOf(count)))).toEqual([118, 23, 11]);
  expect(lettersPerFile([{ ordered: null, items: [["a\n".repeat(499), { bold: ["b"] }]] }])).toBe(23);
});
