import { expect, it } from "vitest";
import { compareToDos, isDueThisWeek, toDoPeriodOf } from "#domain/to-do/to-do.ts";

const TODAY = "2026-11-20";
const due = (day: string) => ({ day, isApproximate: false });

it.each([
  ["2026-11-19", { is: "late" }],
  [TODAY, { is: "soon" }],
  ["2026-12-04", { is: "soon" }],
  ["2026-12-05", { is: "later", month: "2026-12" }],
  ["2027-01-01", { is: "later", month: "2027-01" }],
])("what is due on %s is %j", (day, period) => {
  expect(toDoPeriodOf(due(day), TODAY)).toEqual(period);
});

it("without a date, it is undated, and nobody is told", () => {
  expect(toDoPeriodOf(null, TODAY)).toEqual({ is: "undated" });
  expect(isDueThisWeek(null, TODAY)).toBe(false);
});

it("somebody is told what is late or due within seven days", () => {
  const days = ["2026-01-01", "2026-11-19", TODAY, "2026-11-27", "2026-11-28"];
  expect(days.map((day) => isDueThisWeek(due(day), TODAY))).toEqual([true, true, true, true, false]);
});

it("the list is by day, then by text; what has no date is last", () => {
  const toDos = [
    { text: "b", due: null },
    { text: "É", due: due(TODAY) },
    { text: "f", due: due(TODAY) },
    { text: "a", due: null },
    { text: "z", due: due("2026-01-01") },
  ];
  expect(toDos.toSorted(compareToDos).map(({ text }) => text)).toEqual(["z", "É", "f", "a", "b"]);
});
