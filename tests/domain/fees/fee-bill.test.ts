import { expect, it } from "vitest";
import { qrBillOfFee } from "#domain/fees/fee-bill.ts";
import { EMPTY_MEMBER, type MemberData } from "#domain/register/member.ts";
import { INITIAL_SETTINGS } from "#domain/settings/settings.ts";

const MARIE = { ...EMPTY_MEMBER, firstName: "Marie", lastName: "Luyet", postcode: "1965", place: "Savièse" };
const billOf = (fields: Partial<MemberData>) =>
  qrBillOfFee(INITIAL_SETTINGS, { year: "2027", amount: 5000, subject: "m" }, { ...MARIE, ...fields });

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

it.each<[Partial<MemberData>, string]>([
  [{ street: "Rue du Stade", buildingNumber: "5" }, "Rue du Stade|5"],
  // Browsers fill both into the field of the street.
  [{ street: "Rue du Stade 5" }, "Rue du Stade|5"],
  [{ street: "Rue du Stade 5", buildingNumber: "5" }, "Rue du Stade|5"],
  [{ street: "Rue du Stade 5", buildingNumber: "7" }, "|"],
  [{ street: "app. 12, Rue du Stade", buildingNumber: "5" }, "app. 12, Rue du Stade|5"],
  [{ street: "Rue du Stade, app. 12", buildingNumber: "5" }, "Rue du Stade, app. 12|5"],
  [{ street: "Rue du Stade 5, app. 12", buildingNumber: "5" }, "app. 12, Rue du Stade|5"],
  [{ street: "Case postale 12" }, "Case postale 12|"],
  [{ street: "Rue du Stade 5 à 7" }, "|"],
  [{ street: `${X.repeat(68)} 12` }, `${X.repeat(68)}|12`],
  [{ street: X.repeat(71), buildingNumber: "5" }, "|"],
  [{ street: "Rue du Stade", buildingNumber: "5".repeat(17) }, "|"],
])("the payer's street %j is printed whole or not at all", (fields, printed) => {
  const { street, buildingNumber, place } = billOf(fields)?.debtor ?? {};
  expect([`${street}|${buildingNumber}`, place]).toEqual([printed, "Savièse"]);
});

it("a payer whose place name is too long is left out of the bill", () =>
  expect(billOf({ place: "Savièse ".repeat(5) })?.debtor).toBeUndefined());

it("a fee has no bill while the association has no account", () =>
  expect(qrBillOfFee({ ...INITIAL_SETTINGS, iban: "" }, { year: "2027", amount: 1, subject: "m" }, MARIE)).toBeNull());
