import { expect, it } from "vitest";
import { billOfFee } from "#domain/fees/fee-bill.ts";
import { EMPTY_MEMBER, type MemberData } from "#domain/members/member.ts";
import { INITIAL_SETTINGS } from "#domain/settings/settings.ts";

const MARIE = { ...EMPTY_MEMBER, firstName: "Marie", lastName: "Luyet", postcode: "1965", place: "Savièse" };
const billOf = (fields: Partial<MemberData>) =>
  billOfFee(INITIAL_SETTINGS, { year: "2027", amount: 5000, subject: "m" }, { ...MARIE, ...fields });

it.each<[string, Partial<MemberData>, string, string | undefined]>([
  ["of a village without streets", {}, "Cotisation 2027, Marie Luyet", "Marie Luyet"],
  ["without a place", { place: "" }, "Cotisation 2027, Marie Luyet", undefined],
  ["with a name that banks cannot read", { firstName: "Юрий", lastName: "" }, "Cotisation 2027", undefined],
  [
    "with a typographic name",
    { lastName: "d’Allèves–Roten" },
    "Cotisation 2027, Marie d'Allèves-Roten",
    "Marie d'Allèves-Roten",
  ],
  [
    "with a long name",
    { lastName: "x".repeat(120) },
    `Cotisation 2027, Marie ${"x".repeat(117)}`,
    `Marie ${"x".repeat(64)}`,
  ],
])("a bill %s keeps to the standard", (_, fields, message, debtor) =>
  expect([billOf(fields)?.message, billOf(fields)?.debtor?.name]).toEqual([message, debtor]),
);

it("there is no bill without an account", () =>
  expect(billOfFee({ ...INITIAL_SETTINGS, iban: "" }, { year: "2027", amount: 1, subject: "m" }, MARIE)).toBeNull());
