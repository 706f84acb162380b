import { describe, expect, it } from "vitest";
import { isMailingExpired, isMailingShown } from "#domain/mailings/mailing.ts";
import { sendingsTo } from "#domain/mailings/ways.ts";

describe("a mailing", () => {
  const at = new Date("2027-02-01T12:00:00Z");
  it.each([
    ["event", "2027-07-31", "2027-08-02", "2027-07-31", "2027-08-02"],
    ["info", "2028-01-31", "2028-02-02", "2028-01-31", "2028-02-02"],
    ["convocation", "2032-01-31", "2032-02-02", "2028-01-31", "2028-02-02"],
  ] as const)("of the kind %s is kept until %s and shown until then, for a year at most", (kind, ...days) => {
    const [kept, erased, shown, hidden] = days.map((day) => new Date(`${day}T12:00:00Z`)) as [Date, Date, Date, Date];
    expect([kept, erased].map((now) => isMailingExpired({ kind, at }, now))).toEqual([false, true]);
    expect([shown, hidden].map((now) => isMailingShown({ kind, at }, now))).toEqual([true, false]);
  });
});

describe("the sendings of a mailing to a person", () => {
  it("are those that left, oldest first, without letters that wait or were refused", () => {
    const day = (number: number) => new Date(`2027-02-0${number}T12:00:00Z`);
    const touches = [
      { way: "email", at: day(1), sentAt: day(4).toISOString() },
      { way: "email", at: day(1) },
      { way: "email", at: day(1), refused: "Non." },
      { way: "sms", at: day(3) },
    ] as const;
    const shares = [
      { way: "group", at: day(5), recipients: new Set(["other"]) },
      { way: "paper", at: day(2), recipients: new Set(["zoe"]) },
    ] as const;
    expect(sendingsTo("zoe", { touches, shares })).toEqual([
      { by: "paper", at: day(2) },
      { by: "sms", at: day(3) },
      { by: "email", at: day(4) },
    ]);
  });
});
