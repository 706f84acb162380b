import { describe, expect, it } from "vitest";
import {
  beforeToday,
  isMailingExpired,
  isMailingShown,
  isSentToday,
  MAILING_LIMITS,
  mailingCorrecting,
} from "#domain/mailings/mailing.ts";
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

it("today starts at midnight in Zurich, also on the day of 25 hours", () => {
  const now = new Date("2027-10-31T23:50:00+01:00");
  const [yesterday, today] = ["2027-10-30T23:59:00+02:00", "2027-10-31T00:00:00+02:00"].map(
    (time) => new Date(time),
  ) as [Date, Date];
  expect([yesterday, today].map((at) => isSentToday({ at }, now))).toEqual([false, true]);
  expect(beforeToday(now) < today).toBe(true);
});

it("the subject of a correction stays within its limit, and is not cut inside an emoji", () => {
  const words = { text: "x", answersTo: "", isForGroup: true };
  const { subject } = mailingCorrecting({ ...words, subject: `${"x".repeat(102)} 😀😀` });
  expect(subject).toBe(`Rectification : ${"x".repeat(102)}`);
  const long = mailingCorrecting({ ...words, subject: "x".repeat(MAILING_LIMITS.subject) });
  expect(long.subject).toHaveLength(MAILING_LIMITS.subject);
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
