import { expect, it } from "vitest";
import { addBankDecisionLine, type BankPayment } from "#domain/bank/payment.ts";
import { sortIntoPaymentLists } from "#domain/bank/payment-list.ts";
import { finish } from "#tests/steps.ts";

const aPayment = (id: string, date: string, fields: Partial<BankPayment> = {}): BankPayment => ({
  id,
  identity: { own: id, entry: "", whole: false, rank: 0 },
  iban: "CH56",
  amount: 5000,
  returned: false,
  date,
  reference: "",
  text: "",
  payer: "",
  lines: [],
  awaits: "",
  awaitsName: "",
  toRefund: false,
  ...fields,
});
const decided = addBankDecisionLine(
  aPayment("d", "2027-01-01"),
  { kind: "gift", amount: 5000 },
  { by: null, at: new Date(0) },
);

it("payments are listed oldest first, by what the committee has to do about them", () => {
  const awaits = { awaits: "RF2028", awaitsName: "Zoé Héritier" };
  const payments = [
    aPayment("a", "2027-03-01"),
    aPayment("b", "2026-12-31"),
    aPayment("c", "2027-02-01", awaits),
    decided,
    aPayment("e", "2027-01-15", { ...awaits, toRefund: true }),
  ];
  const ids = (year?: string) =>
    Object.values(finish(sortIntoPaymentLists(payments, year))).map((list) => list.map(({ id }) => id).join(""));
  expect(ids("2027")).toEqual(["bea", "c", "deca"]);
  expect(ids()).toEqual(["bea", "c", ""]);
});
