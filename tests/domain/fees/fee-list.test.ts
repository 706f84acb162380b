import { expect, it } from "vitest";
import type { Fee, FeeFilter, FeeLine } from "#domain/fees/fee.ts";
import { filterFees, sortFees, sumFeeTotals } from "#domain/fees/fee-list.ts";
import { finish } from "#tests/steps.ts";

const aLine = (kind: FeeLine["kind"], amount: number): FeeLine => ({
  id: "1",
  kind,
  amount,
  date: "2027-03-01",
  way: "cash",
  reference: "",
  reason: "",
  corrects: null,
  afterClosing: false,
  at: new Date(0),
  by: null,
});
const aFee = (name: string, sortKey: string, ...lines: FeeLine[]): Fee & { sortKey: string } => ({
  id: `2027-${name}`,
  year: "2027",
  member: name,
  name,
  sortKey,
  amount: 5000,
  lines,
  sendings: [],
});
const FEES = [
  aFee("Zoé Héritier", "heritier  zoe", aLine("payment", 5000)),
  aFee("Marc Varone", "varone  marc", aLine("payment", 2000)),
  aFee("Ana Debons", "debons  ana", aLine("waiver", 5000)),
  aFee("Léa Luyet", "luyet  lea"),
];
const names = (filter: FeeFilter, text = "") =>
  finish(filterFees(sortFees(FEES), { filter, text })).map(({ name }) => name);

it("the fees of a year are sorted by last name, and each filter lists only the fees that match it", () => {
  expect(names("all")).toEqual(["Ana Debons", "Zoé Héritier", "Léa Luyet", "Marc Varone"]);
  expect(names("open")).toEqual(["Léa Luyet", "Marc Varone"]);
  expect([names("paid"), names("waived")]).toEqual([["Zoé Héritier"], ["Ana Debons"]]);
});

it("a search finds fees by words of the name, without accents and case", () => {
  expect([names("all", "LEA"), names("paid", "lea"), names("open", "luyet léa")]).toEqual([
    ["Léa Luyet"],
    [],
    ["Léa Luyet"],
  ]);
});

it("the totals of a year count fees by state and add up the money", () => {
  expect(finish(sumFeeTotals(FEES))).toEqual({ paid: 1, open: 2, waived: 1, sumPaid: 7000, sumDue: 15_000 });
});
