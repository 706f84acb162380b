import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { camtEntries } from "#bank/camt-entries.ts";
import { bankFileOf } from "#bank/camt-transactions.ts";
import { type IdentifiedTransaction, identifyTransactions, identityKey } from "#domain/bank/identity.ts";
import { type Ledger, matchTransactions, referencesIn } from "#domain/bank/match.ts";
import type { BankPayment } from "#domain/bank/payment.ts";
import { type Fee, type FeeLine, feeId } from "#domain/fees/fee.ts";
import { feeReference } from "#domain/fees/reference.ts";
import { EMPTY_MEMBER } from "#domain/members/member.ts";
import { type CamtEntry, type CamtOptions, camtFile, payment } from "#tests/bank/camt-files.ts";

const NAMES = ["Zoé Héritier", "Marc Varone", "Ana Debons", "Luc Debons"];
const members = NAMES.map((name, i) => {
  const [firstName = "", lastName = ""] = name.split(" ");
  const guardianName = i === 1 ? "Éva Rey" : "";
  return { ...EMPTY_MEMBER, firstName, lastName, guardianName, id: `m${i}`, signUps: [`s${i}`] };
});
const feeOf = (i: number, lines: Fee["lines"] = []): Fee => ({
  ...{ id: feeId("2027", `m${i}`), year: "2027", member: `m${i}`, name: NAMES[i] ?? "", amount: 5000 },
  ...{ sendings: [], lines },
});
const PAID: FeeLine = {
  ...{ id: "x", kind: "payment", amount: 5000, date: "2027-01-02", way: "cash", reference: "", reason: "" },
  ...{ corrects: null, afterClosing: false, at: new Date(0), by: null },
};
const LEDGER: Ledger = {
  ...{ members, years: ["2027"], signUps: [{ id: "new", name: "Léa Luyet" }] },
  fees: [feeOf(0), feeOf(1), feeOf(2, [PAID]), feeOf(3)],
};
const referenceOf = (subject: string, year = "2027") => feeReference(year, subject);

/** @returns the transactions of a file, which is written as XML and read again */
const read = (options: CamtOptions): IdentifiedTransaction[] =>
  identifyTransactions(bankFileOf(camtEntries([Buffer.from(camtFile(options))])).transactions);
const kept = (found: IdentifiedTransaction): BankPayment => ({
  ...found,
  ...{ id: identityKey(found), lines: [], awaits: "", awaitsName: "", toRefund: false },
});

function matched(...args: Parameters<typeof matchTransactions>) {
  const matching = matchTransactions(...args);
  for (;;) {
    const step = matching.next();
    if (step.done) return step.value;
  }
}

describe("matching", () => {
  const one = (fields: Parameters<typeof payment>[0], entry?: Partial<CamtEntry>) =>
    matched(read({ entries: [payment(fields, { entryReference: "E1", ...entry })] }), LEDGER, [])[0];

  const pays = (...members: string[]) => ({ is: "recognised", fees: members.map((member) => `2027-${member}`) });
  const TWO = `Ana ${referenceOf("m0").replace(/(.{4})/g, "$1 ")}et ${referenceOf("m1").toLowerCase()}`;
  const NEXT_YEAR = referenceOf("m0", "2028");

  it.each([
    ["a structured reference", { reference: referenceOf("m0") }, pays("m0")],
    ["the reference of the accepted sign-up", { reference: referenceOf("s1") }, pays("m1")],
    ["two references with spaces in free text", { amount: 10_000, texts: [TWO] }, pays("m0", "m1")],
    ["the reference of a settled fee", { reference: referenceOf("m2") }, { is: "unclear", fees: [] }],
    ["the reference of a year that is not open yet", { reference: NEXT_YEAR }, { awaits: NEXT_YEAR }],
    ["the reference of a new sign-up", { reference: referenceOf("new") }, { ...pays(), awaitsName: "Léa Luyet" }],
    ["the reference of an unknown subject", { reference: referenceOf("nobody") }, { is: "unclear" }],
    ["the name and amount of a fee", { payer: "VARONE MARC" }, { is: "proposed", fees: [] }],
    ["the name of a legal representative", { payer: "Eva Rey-Varone", texts: ["Éva Rey"] }, { is: "proposed" }],
    ["the name of a member with another amount", { payer: "Marc Varone", amount: 3700 }, { is: "unrelated" }],
    ["a family name alone", { payer: "Jean Varone" }, { is: "unrelated" }],
    ["neither a reference nor a name", { payer: "Migros" }, { is: "unrelated" }],
  ])("judges a payment with %s", (_, fields, expected) => {
    expect(one({ amount: 5000, payer: "X", transactionReference: "T1", ...fields })).toMatchObject(expected);
  });

  it("proposes to reopen the fee of a return, and only proposes without a reference of the bank", () => {
    const returned = { amount: 5000, reference: referenceOf("m2"), returned: true, debit: true };
    expect(one({ ...returned, transactionReference: "T1" }, { debit: true })?.is).toBe("proposed");
    expect(one({ amount: 5000, reference: referenceOf("m0") }, { entryReference: "" })?.is).toBe("proposed");
  });

  it("pays a fee with the first of two payments, and leaves the second one to the committee", () => {
    const entries = ["T1", "T2"].map((transactionReference) =>
      payment({ amount: 5000, reference: referenceOf("m0"), transactionReference }),
    );
    expect(matched(read({ entries }), LEDGER, []).map(({ is }) => is)).toEqual(["recognised", "proposed"]);
  });

  it("asks whether a payment is new if it looks like a known one and one of them has no reference of the bank", () => {
    const file = read({ entries: [payment({ amount: 5000, payer: "Marc Varone" })] });
    const again = matched(file, LEDGER, file.map(kept));
    expect(again[0]).toMatchObject({ is: "perhaps", rank: 1 });
    const referred = read({ entries: [payment({ amount: 5000, payer: "Marc Varone", transactionReference: "T1" })] });
    expect(matched(referred, LEDGER, file.map(kept))[0]?.is).toBe("perhaps");
    const twice = read({ entries: [1, 2].map(() => payment({ amount: 5000, payer: "Marc Varone" })) });
    expect(matched(twice, LEDGER, file.map(kept)).map(({ is }) => is)).toEqual(["perhaps", "proposed"]);
  });

  it("finds references in a long text in linear time", () => {
    expect(referencesIn({ reference: "", text: "RF".repeat(500_000) })).toEqual([]);
  });
});

type Paid = { readonly subject: number; readonly named: boolean; readonly batch: number };
type File = {
  kind: "053" | "054";
  version: "04" | "08";
  uetr: boolean;
  own: boolean;
  reversed: boolean;
  summed: boolean;
};

/** The entries of a file with these payments; `File` says in which order and form. A batch is one entry. */
function entriesOf(paid: readonly Paid[], { uetr, own, reversed, summed }: File): CamtEntry[] {
  const batches = Map.groupBy(
    paid.map((one, i) => ({ ...one, i })),
    ({ batch }) => batch,
  );
  const order = <T>(all: readonly T[]) => (reversed ? all.toReversed() : [...all]);
  return order([...batches]).map(([batch, all]) => ({
    ...{ amount: all.length * 5000, entryReference: `E${batch}` },
    ...(summed && all.length > 1
      ? { batchOf: all.length }
      : {
          details: order(all).map(({ subject, named, i }) => ({
            ...{ amount: 5000, payer: NAMES[subject] ?? "" },
            ...(named ? {} : { reference: referenceOf(`m${subject}`) }),
            ...(own ? { transactionReference: `T${i}` } : {}),
            ...(uetr ? { uetr: `00000000-0000-4000-8000-${String(i).padStart(12, "0")}` } : {}),
          })),
        }),
  }));
}

it("counts each payment once, although several files of different kinds, orders and forms contain it", () => {
  const aPayment = fc.record({ ...{ subject: fc.nat(NAMES.length - 1), named: fc.boolean(), batch: fc.nat(4) } });
  const aFile = fc.record({
    ...{ kind: fc.constantFrom("053", "054"), version: fc.constantFrom("04", "08"), uetr: fc.boolean() },
    ...{ own: fc.boolean(), reversed: fc.boolean(), summed: fc.boolean() },
  }) as fc.Arbitrary<File>;
  const aHistory = fc.tuple(
    fc.array(aPayment, { minLength: 1, maxLength: 9 }),
    fc.array(fc.array(aFile, { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 4 }),
  );
  fc.assert(
    fc.property(aHistory, ([paid, uploads]) => {
      const known = new Map<string, BankPayment>();
      for (const files of uploads) {
        // Several files of a ZIP are judged together.
        const found = files.flatMap(
          (file) =>
            bankFileOf(camtEntries([Buffer.from(camtFile({ ...file, entries: entriesOf(paid, file) }))])).transactions,
        );
        const all = identifyTransactions(found);
        const verdicts = matched(all, LEDGER, [...known.values()]);
        for (const [i, transaction] of all.entries())
          if (verdicts[i]?.is !== "known" && verdicts[i]?.is !== "batch")
            known.set(identityKey(transaction), kept(transaction));
      }
      const alone = new Set(
        [...Map.groupBy(paid, ({ batch }) => batch)].filter(([, all]) => all.length === 1).map(([batch]) => batch),
      );
      const detailed = uploads.flat().some(({ summed }) => !summed);
      const expected = detailed ? paid : paid.filter(({ batch }) => alone.has(batch));
      expect([...known.values()].map(({ payer }) => payer).sort()).toEqual(
        expected.map(({ subject }) => NAMES[subject]).sort(),
      );
    }),
    { numRuns: 500 },
  );
});
