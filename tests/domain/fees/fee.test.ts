import { describe, expect, it } from "vitest";
import {
  type Fee,
  type FeeTarget,
  feeBalance,
  feeLinesTowards,
  feeRetentionDay,
  feeYearOfSignUp,
  owesFeeOfYear,
} from "#domain/fees/fee.ts";
import { EMPTY_MEMBER } from "#domain/register/member.ts";

const NAMES = { id: "2027-m", year: "2027", member: "m", name: "Marie Héritier" };
const DUE: Fee = { ...NAMES, amount: 5000, lines: [], sendings: [] };
const cash = { way: "cash", date: "2027-03-01" } as const;

/** @returns the fee after these targets, or null if one of them cannot be reached */
function settled(...targets: readonly FeeTarget[]): Fee | null {
  let [fee, ids] = [DUE, 0];
  for (const target of targets) {
    const lines = feeLinesTowards(fee, target, () => String(++ids));
    if (!lines) return null;
    const added = lines.map((line) => ({ ...line, at: new Date(0), by: null, afterClosing: false }));
    fee = { ...fee, lines: [...fee.lines, ...added] };
  }
  return fee;
}

const PAID: FeeTarget = { is: "paid", ...cash };
const TWENTY: FeeTarget = { is: "partly", before: 0, paid: 2000, ...cash };
const WAIVED: FeeTarget = { is: "waived", reason: "Études", date: "2027-03-01" };
const BACK: FeeTarget = { is: "due", reason: "Erreur", date: "2027-03-02" };

/** Cancels the second line, and undoes that. */
const CANCELLED: FeeTarget = { is: "cancelled", line: "2", date: "2027-03-02" };
const RESTORED: FeeTarget = { is: "restored", correction: "3", date: "2027-03-02" };
const PARTLY = { state: "partly", paid: 2000, waived: 0, open: 3000 } as const;
const SETTLED = { state: "paid", paid: 5000, waived: 0, open: 0 } as const;

it("a cancelled line is not restored over another payment, and a line of a bank payment never", () => {
  const cancelled = settled(PAID, { ...CANCELLED, line: "1" }) as Fee;
  const restore: FeeTarget = { is: "restored", correction: "2", date: "2027-03-03" };
  const again = settled(PAID, { ...CANCELLED, line: "1" }, PAID) as Fee;
  const fromBank = cancelled.lines.map((line) => ({
    ...line,
    id: line.id === "1" ? "abc.1" : line.id,
    corrects: line.corrects && "abc.1",
  }));
  const lines = [cancelled, again, { ...cancelled, lines: fromBank }].map((fee) =>
    feeLinesTowards(fee, restore, () => "9"),
  );
  expect(lines.map((added) => added?.length)).toEqual([1, undefined, 0]);
});

describe("a fee is brought to a target", () => {
  it.each<[string, FeeTarget[], number, ReturnType<typeof feeBalance>]>([
    ["due at first", [], 0, { state: "due", paid: 0, waived: 0, open: 5000 }],
    ["paid", [PAID], 1, { state: "paid", paid: 5000, waived: 0, open: 0 }],
    ["paid, sent twice", [PAID, PAID], 1, { state: "paid", paid: 5000, waived: 0, open: 0 }],
    ["partly paid, sent twice", [TWENTY, TWENTY], 1, { state: "partly", paid: 2000, waived: 0, open: 3000 }],
    ["partly, then the rest", [TWENTY, PAID], 2, { state: "paid", paid: 5000, waived: 0, open: 0 }],
    ["the rest waived", [TWENTY, WAIVED], 2, { state: "waived", paid: 2000, waived: 3000, open: 0 }],
    ["waived after it was paid", [PAID, WAIVED], 1, { state: "paid", paid: 5000, waived: 0, open: 0 }],
    ["taken back by corrections", [TWENTY, WAIVED, BACK], 4, { state: "due", paid: 0, waived: 0, open: 5000 }],
    ["taken back twice", [PAID, BACK, BACK], 2, { state: "due", paid: 0, waived: 0, open: 5000 }],
    ["one line cancelled", [TWENTY, PAID, CANCELLED], 3, PARTLY],
    ["one line cancelled twice", [TWENTY, PAID, CANCELLED, CANCELLED], 3, PARTLY],
    ["restored", [TWENTY, PAID, CANCELLED, RESTORED], 4, SETTLED],
    ["restored twice", [TWENTY, PAID, CANCELLED, RESTORED, RESTORED], 4, SETTLED],
    ["paid again after that", [PAID, BACK, PAID], 3, { state: "paid", paid: 5000, waived: 0, open: 0 }],
  ])("%s", (_, targets, lines, balance) => {
    const fee = settled(...targets);
    expect(fee && [fee.lines.length, feeBalance(fee)]).toEqual([lines, balance]);
  });

  it("is not paid in part by a form that was opened before another payment", () => {
    const twentyFive: FeeTarget = { ...TWENTY, paid: 2500 };
    expect([
      settled(PAID, TWENTY),
      settled(TWENTY, twentyFive),
      settled(TWENTY, BACK, { ...twentyFive, before: 2000 }),
    ]).toEqual([null, null, null]);
  });
});

it("a refund opens the fee again", () => {
  const paid = settled(PAID) as Fee;
  const line = { kind: "refund", amount: 5000, date: "2027-04-01", way: "bank", reference: "", reason: "" } as const;
  const refund = { ...line, id: "r", corrects: null, afterClosing: false, at: new Date(0), by: null };
  const due = { state: "due", paid: 0, waived: 0, open: 5000 };
  expect(feeBalance({ ...paid, lines: [...paid.lines, refund] })).toEqual(due);
});

it("a member who joined after the last day of joining, or has left, does not pay for the year", () => {
  const pays = (fields: object) =>
    owesFeeOfYear({ joinedBy: "2027-10-01" }, { ...EMPTY_MEMBER, since: "2020-01-01", ...fields });
  expect([
    pays({}),
    pays({ since: "2027-10-01" }),
    pays({ since: "2027-10-02" }),
    pays({ since: "" }),
    pays({ leftOn: "2027-01-01" }),
    pays({ returnedOn: "2027-11-01" }),
  ]).toEqual([true, true, false, true, false, false]);
});

it("a line that is noted in the first hour of a Swiss year is kept for ten years after that year", () => {
  const [line] = settled({ is: "paid", way: "cash", date: "2027-12-20" })?.lines ?? [];
  const lines = line ? [{ ...line, at: new Date("2027-12-31T23:30:00Z") }] : [];
  expect(feeRetentionDay({ lines })).toBe("2038-12-31");
});

const opened = { year: "2027", joinedBy: "2027-03-01", closedAt: null };
it.each<[string, string, string, (Omit<typeof opened, "closedAt"> & { closedAt: Date | null })[]]>([
  ["on the last day of joining by the setting", "2027", "2027-10-01", []],
  ["a day after it", "2028", "2027-10-02", []],
  ["on the last day of joining of the open year", "2027", "2027-03-01", [opened]],
  ["a day after it, although the setting is later", "2028", "2027-03-02", [opened]],
  ["while its year is closed", "2028", "2027-02-01", [{ ...opened, closedAt: new Date(0) }]],
  ["while only another year is open", "2026", "2026-05-01", [opened]],
])("a sign-up %s pays from the year %s on", (_, expected, day, years) =>
  expect(feeYearOfSignUp(day, years, 10)).toBe(expected),
);
