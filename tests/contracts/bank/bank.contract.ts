import { describe, expect, it } from "vitest";
import { type IdentifiedTransaction, identifyTransactions } from "#domain/bank/identity.ts";
import type { PaymentVerdict } from "#domain/bank/match.ts";
import { bankPaymentState, undecidedAmount } from "#domain/bank/payment.ts";
import { feeBalance } from "#domain/fees/fee.ts";
import { feeReference } from "#domain/fees/reference.ts";
import { createBankPaymentStore } from "#stores/bank/payments.ts";
import { createFeeStore } from "#stores/fees/fees.ts";
import { createInboxStore } from "#stores/inbox.ts";
import { createRegisterStore } from "#stores/register/register.ts";
import { openPayments } from "#tests/bank/open-payments.ts";
import { ELODIE } from "#tests/contracts/bin/deletions.ts";
import type { MakeDocuments } from "#tests/contracts/documents/documents.contract.ts";
import { aMember, saveMember, saveMembers } from "#tests/contracts/register/register.contract.ts";
import { aSignUp } from "#tests/contracts/stores/samples.ts";
import { finish } from "#tests/steps.ts";

const NOW = new Date("2027-02-03T12:00:00Z");
const DAY = "2027-02-01";
const YEAR = { year: "2027", amount: 5000, joinedBy: "2027-10-01" };

/** A credit of CHF 50.– without a reference of a fee. `own`: the bank's reference of the transaction. */
export const aTransaction = (own: string, fields: Partial<IdentifiedTransaction> = {}): IdentifiedTransaction => {
  const transactions = [
    {
      iban: "CH9300762011623852957",
      amount: 5000,
      returned: false,
      date: DAY,
      reference: "",
      text: "Merci",
      payer: "Eva Rey",
      entryReference: "",
      transactionReference: own,
      index: 0,
      batchSize: 1,
      statement: 0,
      entry: 0,
      ...fields,
    },
  ];
  const [found] = finish(identifyTransactions(transactions));
  return found as IdentifiedTransaction;
};

export const aVerdict = (fields: Partial<PaymentVerdict> = {}): PaymentVerdict => ({
  is: "recognised",
  fees: [],
  settled: [],
  awaits: "",
  awaitsName: "",
  rank: 0,
  ...fields,
});

export function bankContract(make: MakeDocuments): void {
  const openOne = async (...names: string[]) => {
    const documents = await (await make())();
    const now = () => NOW;
    const [bank, fees] = [createBankPaymentStore(documents, now), createFeeStore(documents, now)];
    const [register, inbox] = [createRegisterStore(documents, now), createInboxStore(documents)];
    const ids = await saveMembers(register, ...names.map((firstName) => aMember({ firstName })));
    await fees.open(YEAR, ELODIE);
    const feeIds = ids.map((id) => `2027-${id}`);
    const payment = async () => {
      const [found] = await bank.listBetween(DAY, DAY);
      if (!found) throw new Error("Nothing is kept.");
      return { ...found, rest: undecidedAmount(found), state: bankPaymentState(found), seen: found.lines.length };
    };
    const decide = async (decision: Parameters<typeof bank.decide>[2]) => {
      const { id, seen } = await payment();
      return (await bank.decide(id, seen, decision, ELODIE)) !== null;
    };
    const paid = async (member = "") => (await fees.listOfMember(member)).map((fee) => feeBalance(fee).paid);
    return { inbox, bank, fees, register, ids, feeIds, payment, decide, paid };
  };

  describe("the store of bank payments", () => {
    it("keeps a payment once with the fee that it pays, and leaves the rest to the committee", async () => {
      const { bank, feeIds, ids, payment, paid } = await openOne("Zoé");
      const found = aTransaction("T1", { amount: 7000 });
      const verdict = aVerdict({ fees: feeIds });
      expect(await Promise.all([1, 2].map(() => bank.keep(found, verdict, ELODIE)))).toEqual([true, false]);
      expect(await bank.keep(aTransaction("T1", { amount: 7000, entryReference: "E" }), verdict, null)).toBe(false);
      const lines = [{ kind: "fee", name: "Zoé Héritier" }];
      expect(await payment()).toMatchObject({ rest: 2000, state: "open", lines });
      expect([await paid(ids[0]), (await openPayments(bank)).length]).toEqual([[5000], 1]);
    });

    it("keeps a payment once if one file has only its entry and another one its details, for ten years", async () => {
      const { bank } = await openOne();
      const entry = { entryReference: "E1", amount: 5000 };
      expect(await bank.keep(aTransaction("", { ...entry, index: null }), aVerdict(), null)).toBe(true);
      expect(await bank.keep(aTransaction("T1", entry), aVerdict(), null)).toBe(false);
      expect([await bank.purge("2037-12-31"), await bank.purge("2038-01-01")]).toEqual([0, 1]);
    });

    it("splits a payment over several members, and takes each decision back by a dated correction", async () => {
      const { bank, fees, feeIds, ids, payment, decide, paid } = await openOne("Zoé", "Ana");
      await bank.keep(aTransaction("T1", { amount: 10_000 }), aVerdict({ fees: feeIds.slice(0, 1) }), null);
      const { id, seen } = await payment();
      expect(await decide({ is: "fees", fees: [String(feeIds[1])] })).toBe(true);
      expect(await bank.decide(id, seen, { is: "gift" }, ELODIE)).toBeNull();
      expect([await paid(ids[0]), await paid(ids[1]), (await payment()).state]).toEqual([[5000], [5000], "settled"]);
      expect(await decide({ is: "undo", lines: [`${id}.1`] })).toBe(true);
      expect(await decide({ is: "undo", lines: [`${id}.1`] })).toBe(false);
      expect([await paid(ids[1]), (await payment()).rest]).toEqual([[0], 5000]);
      const [fee] = await fees.listOfMember(String(ids[1]));
      expect(fee?.lines.map(({ kind, date }) => [kind, date])).toEqual([
        ["payment", DAY],
        ["correction", "2027-02-03"],
      ]);
      expect(await decide({ is: "refunded", date: "2027-02-02" })).toBe(true);
      expect(await openPayments(bank)).toHaveLength(0);
    });

    it("pays the fees of a family with one decision, only with the exact sum, and takes all of it back at once", async () => {
      const { bank, fees, feeIds, ids, payment, decide, paid } = await openOne("Zoé", "Ana", "Luc");
      await fees.settle([String(feeIds[0])], { is: "partly", before: 0, paid: 2000, way: "cash", date: DAY }, ELODIE);
      await bank.keep(aTransaction("T1", { amount: 13_000 }), aVerdict({ is: "proposed" }), null);
      const all = { is: "fees", fees: feeIds } as const;
      expect(await decide({ ...all, fees: feeIds.slice(1) })).toBe(false);
      const { id, seen } = await payment();
      const twice = await Promise.all([1, 2].map(() => bank.decide(id, seen, all, ELODIE)));
      expect(twice.map((one) => one !== null)).toEqual([true, true]);
      const sums = () => Promise.all(ids.map(async (member) => (await paid(member))[0]));
      expect([await sums(), (await payment()).state]).toEqual([[5000, 5000, 5000], "settled"]);
      const lines = [0, 1, 2].map((index) => `${id}.${index}`);
      expect(await decide({ is: "undo", lines: [...lines, "unknown"] })).toBe(false);
      expect(await decide({ is: "undo", lines })).toBe(true);
      expect(await decide({ is: "undo", lines })).toBe(false);
      expect([await sums(), (await payment()).rest]).toEqual([[2000, 0, 0], 13_000]);
      await fees.settle([String(feeIds[1])], { is: "paid", way: "cash", date: DAY }, ELODIE);
      expect(await decide(all)).toBe(false);
      expect([await sums(), (await payment()).rest]).toEqual([[2000, 5000, 0], 13_000]);
    });

    it("leaves a payment to the committee again when the fee is taken back on the member's page", async () => {
      const { bank, fees, feeIds, payment, decide } = await openOne("Zoé");
      await bank.keep(aTransaction("T1"), aVerdict({ fees: feeIds }), null);
      await fees.settle(feeIds, { is: "due", reason: "", date: DAY }, ELODIE);
      expect(await payment()).toMatchObject({ rest: 5000, state: "open" });
      expect(await decide({ is: "fees", fees: [String(feeIds[0])] })).toBe(true);
      expect(await payment()).toMatchObject({ rest: 0, state: "settled" });
    });

    it("reopens the fee when the bank returns its payment, and can undo that", async () => {
      const { bank, fees, feeIds, ids, decide, payment, paid } = await openOne("Zoé");
      await fees.settle(feeIds, { is: "paid", way: "bank", date: DAY }, ELODIE);
      await bank.keep(aTransaction("R1", { returned: true }), aVerdict({ is: "proposed" }), null);
      expect(await decide({ is: "fees", fees: [String(feeIds[0])] })).toBe(true);
      expect(await paid(ids[0])).toEqual([0]);
      await decide({ is: "undo", lines: [String((await payment()).lines[0]?.id)] });
      expect(await paid(ids[0])).toEqual([5000]);
    });

    it("keeps a payment waiting for a sign-up: accepting it pays the fee, refusing it asks for a refund", async () => {
      const { inbox, bank, register, payment, paid } = await openOne();
      const { entry } = await inbox.add(aSignUp(), NOW);
      const awaits = feeReference("2027", entry.id);
      await bank.keep(aTransaction("T1", { amount: 6000 }), aVerdict({ awaits, awaitsName: "Léa" }), null);
      expect(await payment()).toMatchObject({ state: "waiting", rest: 6000 });
      await inbox.refuse(entry.id, "", { by: ELODIE, at: NOW });
      expect(await payment()).toMatchObject({ state: "open", toRefund: true });
      const member = await saveMember(register, aMember(), { signUp: entry.id });
      expect(await paid(member)).toEqual([5000]);
      expect(await payment()).toMatchObject({ state: "open", rest: 1000, toRefund: false, awaits: "" });
    });

    it("leaves a payment to the committee if the accepted sign-up owes nothing for its year", async () => {
      const { inbox, bank, register, payment } = await openOne();
      const { entry } = await inbox.add(aSignUp(), NOW);
      const awaits = feeReference("2027", entry.id);
      await bank.keep(aTransaction("T1"), aVerdict({ awaits, awaitsName: "Léa" }), null);
      await register.save([{ id: null, data: aMember({ since: "2027-11-01" }), signUp: entry.id }], ELODIE);
      expect(await payment()).toMatchObject({ state: "open", awaits: "" });
    });

    it("pays the fee of a year with a payment that waited for the year to be opened", async () => {
      const { bank, fees, ids, decide, paid } = await openOne("Zoé");
      const [id = ""] = ids;
      await bank.keep(aTransaction("T1"), aVerdict({ is: "unclear" }), null);
      expect(await decide({ is: "wait", awaits: feeReference("2028", id), awaitsName: "Zoé" })).toBe(true);
      await fees.open({ ...YEAR, year: "2028", joinedBy: "2028-10-01" }, null);
      expect(await paid(id)).toEqual([0, 5000]);
    });

    it("pays the fee of a renewed member with a new name, when the sign-up is accepted for which the payment waited", async () => {
      const { inbox, bank, fees, register, ids, paid } = await openOne("Zoé");
      const [id = ""] = ids;
      const { entry } = await inbox.add(aSignUp(), NOW);
      await bank.keep(aTransaction("T2"), aVerdict({ awaits: feeReference("2027", entry.id) }), null);
      const { version = "" } = (await register.get(id)) ?? {};
      await register.save([{ id, version, data: aMember({ lastName: "Rey" }), signUp: entry.id }], null);
      expect(await paid(id)).toEqual([5000]);
      expect((await fees.listOfMember(id)).map((fee) => fee.name)).toEqual(["Zoé Rey"]);
    });
  });
}
