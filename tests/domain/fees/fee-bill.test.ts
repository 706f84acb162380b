import { expect, it } from "vitest";
import { billOfFee } from "#domain/fees/fee-bill.ts";
import { EMPTY_MEMBER, type MemberData } from "#domain/members/member.ts";
import { INITIAL_SETTINGS } from "#domain/settings/settings.ts";

const MARIE = { ...EMPTY_MEMBER, firstName: "Marie", lastName: "Luyet", postcode: "1965", place: "Savièse" };
const billOf = (fields: Partial<MemberData>) =>
  billOfFee(INITIAL_SETTINGS, { year: "2027", amount: 5000, subject: "m" }, { ...MARIE, ...fields });

const X = "x";

it.each<[string, Partial<MemberData>, string, string | undefined]>([
  ["without a street", {}, "Cotisation 2027, Marie Luyet", "Marie Luyet"],
  ["without a place", { place: "" }, "Cotisation 2027, Marie Luyet", undefined],
  ["whose name banks cannot read", { firstName: "Юрий", lastName: "" }, "Cotisation 2027", undefined],
  ["with typographic characters", { lastName: "d’Az–R" }, "Cotisation 2027, Marie d'Az-R", "Marie d'Az-R"],
  ["with a long name", { lastName: X.repeat(120) }, `Cotisation 2027, Marie ${X.repeat(117)}`, `Marie ${X.repeat(64)}`],
])("the bill of a member %s has only what the standard allows", (_, fields, message, debtor) =>
  expect([billOf(fields)?.message, billOf(fields)?.debtor?.name]).toEqual([message, debtor]),
);

it("a fee has no bill while the association has no account", () =>
  expect(billOfFee({ ...INITIAL_SETTINGS, iban: "" }, { year: "2027", amount: 1, subject: "m" }, MARIE)).toBeNull());
