import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readCamtEntries } from "#bank/camt-entries.ts";
import { bankFileFromEntries } from "#bank/camt-transactions.ts";
import { bankPaymentId, type IdentifiedTransaction, identifyTransactions } from "#domain/bank/identity.ts";
import {
  type BankLedger,
  createFeeMatcher,
  feeReferencesOfPayment,
  feesByReference,
  matchTransactions,
} from "#domain/bank/match.ts";
import { addBankDecisionLine, type BankPayment, correctBankDecisionLines } from "#domain/bank/payment.ts";
import { type Fee, type FeeLine, feeId } from "#domain/fees/fee.ts";
import { feeReference } from "#domain/fees/reference.ts";
import { EMPTY_MEMBER, type MemberData } from "#domain/register/member.ts";
import { type CamtEntry, type CamtOptions, camtFile, payment } from "#tests/bank/camt-files.ts";
import { finish } from "#tests/steps.ts";

const NAMES = ["Zoé Héritier", "Marc Varone", "Ana Debons", "Luc Debons"];
const members = NAMES.map((name, i) => {
  const [firstName = "", lastName = ""] = name.split(" ");
  const guardianName = i === 1 ? "Éva Rey" : "";
  return { ...EMPTY_MEMBER, firstName, lastName, guardianName, id: `m${i}`, signUps: [`s${i}`] };
});
const feeOf = (i: number, lines: Fee["lines"] = []): Fee => ({
  id: feeId("2027", `m${i}`),
  year: "2027",
  member: `m${i}`,
  name: NAMES[i] ?? "",
  amount: 5000,
  sendings: [],
  lines,
});
const PAID: FeeLine = {
  id: "x",
  kind: "payment",
  amount: 5000,
  date: "2027-01-02",
  way: "cash",
  reference: "",
  reason: "",
  corrects: null,
  afterClosing: false,
  at: new Date(0),
  by: null,
};
const LEDGER: BankLedger = {
  members,
  years: ["2027"],
  signUps: [{ id: "new", name: "Léa Luyet" }],
  fees: [feeOf(0), feeOf(1), feeOf(2, [PAID]), feeOf(3)],
};
const referenceOf = (subject: string, year = "2027") => feeReference(year, subject);

/** @returns the transactions of the files of one upload, which are written as XML and read again */
const read = (...files: CamtOptions[]): IdentifiedTransaction[] =>
  finish(
    identifyTransactions(
      bankFileFromEntries(readCamtEntries(files.map((file) => Buffer.from(camtFile(file))))).transactions,
    ),
  );
const kept = (found: IdentifiedTransaction): BankPayment => ({
  ...found,
  id: bankPaymentId(found),
  lines: [],
  awaits: "",
  awaitsName: "",
  toRefund: false,
});

const matchedNew = (...[found, ledger, known]: Parameters<typeof matchTransactions>) =>
  matched(found, ledger, known, () => true);

const matched = (...args: Parameters<typeof matchTransactions>) => finish(matchTransactions(...args));

describe("the bank import", () => {
  const one = (fields: Parameters<typeof payment>[0], entry?: Partial<CamtEntry>) =>
    matched(read({ entries: [payment(fields, { entryReference: "E1", ...entry })] }), LEDGER, [])[0];

  const pays = (...members: string[]) => ({ is: "recognised", fees: members.map((member) => `2027-${member}`) });
  const TWO = `Ana ${referenceOf("m0").replace(/(.{4})/g, "$1 ")}et ${referenceOf("m1").toLowerCase()}`;
  const NEXT_YEAR = referenceOf("m0", "2028");
  const SETTLED = { year: "2027", member: "m2", name: "Ana Debons", isWaived: false };
  const LATE = { is: "unclear", settled: [SETTLED] };

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
    ["two references for less than both fees", { texts: [TWO] }, { is: "proposed", fees: [] }],
    ["two references for an amount of neither", { amount: 7000, texts: [TWO] }, { is: "unclear", fees: [] }],
    ["two references for more than both fees", { amount: 12_000, texts: [TWO] }, pays("m0", "m1")],
    ["two references, one of a settled fee", { texts: [`${referenceOf("m0")}/${referenceOf("m2")}`] }, pays("m0")],
    ["two references of one fee", { texts: [`${referenceOf("m0")} ${referenceOf("s0")}`] }, pays("m0")],
    ["a smaller amount than the fee", { amount: 2000, reference: referenceOf("m0") }, pays("m0")],
    [
      "a fee and a new sign-up for one amount",
      { texts: [referenceOf("m0"), referenceOf("new")] },
      { is: "proposed", awaits: "" },
    ],
    ["a payer's name and a settled fee", { payer: "Ana Debons" }, { is: "unclear", settled: [SETTLED] }],
    ["the reference of a settled fee and another amount", { amount: 20, reference: referenceOf("m2") }, LATE],
    ["the name of a settled member and another amount", { payer: "Ana Debons", amount: 3700 }, { is: "unrelated" }],
  ])("judges a payment with %s", (_, fields, expected) => {
    expect(one({ amount: 5000, payer: "X", transactionReference: "T1", ...fields })).toMatchObject(expected);
  });

  it("proposes to reopen the fee of a return", () => {
    const returned = { amount: 5000, reference: referenceOf("m2"), returned: true, debit: true };
    expect(one({ ...returned, transactionReference: "T1" }, { debit: true })?.is).toBe("proposed");
  });

  it("pays a fee with the first of two payments, and leaves the second one to the committee", () => {
    const entries = ["T1", "T2"].map((transactionReference) =>
      payment({ amount: 5000, reference: referenceOf("m0"), transactionReference }),
    );
    const verdicts = matched(read({ entries }), LEDGER, []);
    expect(verdicts.map(({ is, settled }) => [is, settled.map(({ name }) => name)])).toEqual([
      ["recognised", []],
      ["proposed", ["Zoé Héritier"]],
    ]);
  });

  it("takes a name for the half of a double name only if no member has that name alone", () => {
    const double = { ...EMPTY_MEMBER, firstName: "Ana", lastName: "Debons-Rey", id: "m4", signUps: [] };
    const ledger = { ...LEDGER, members: [...members, double] };
    const settledBy = (payer: string) => {
      const found = read({ entries: [payment({ amount: 5000, payer, transactionReference: "T1" })] });
      const fees = [...LEDGER.fees, { ...feeOf(4, [PAID]), name: "Ana Debons-Rey" }];
      return matched(found, { ...ledger, fees }, [])[0]?.settled.map(({ name }) => name);
    };
    expect(settledBy("ANA DEBONS")).toEqual(["Ana Debons"]);
    expect(settledBy("ANA REY")).toEqual(["Ana Debons-Rey"]);
    expect(settledBy("ANA DEBONS-REY")).toEqual(["Ana Debons", "Ana Debons-Rey"]);
  });

  it("proposes a relative for the rest of a payment that has paid the fee of its reference", () => {
    const [rest] = read({ entries: [payment({ amount: 10_000, payer: "Jean Debons", reference: referenceOf("m2") })] });
    const found = rest as IdentifiedTransaction;
    const match = finish(createFeeMatcher(LEDGER, finish(feesByReference(LEDGER, [found]))));
    const openOf = (paid?: Set<string>) => match(found, paid).open.map(({ fee }) => fee.member);
    expect(openOf(new Set([feeId("2027", "m2")]))).toEqual(["m3"]);
    expect(openOf()).toEqual([]);
  });

  describe("of a payment by a family, proposes the fees with exactly its sum", () => {
    const PARENT = { guardianName: "Jean Dubuis", guardianPhone: "0791234567" };
    const person = (name: string, fields: Partial<MemberData> = {}, amount = 5000, year = "2027") => ({
      ...EMPTY_MEMBER,
      firstName: name.split(" ")[0] ?? "",
      lastName: name.split(" ").slice(1).join(" "),
      ...fields,
      fees: [{ year, amount }],
    });
    const LEA = person("Léa Dubuis", PARENT);
    const TOM = person("Tom Dubuis", PARENT);
    const HOME = { street: "Rue du Moulin", buildingNumber: "3", postcode: "1965" };
    const namesOf = (people: ReturnType<typeof person>[], payer: string, amount: number, text = "") => {
      const members = people.map((one, i) => ({ ...one, id: `f${i}`, signUps: [] }));
      const fees = members.flatMap(({ id, firstName, lastName, fees: owed }) =>
        owed.map((fee) => ({
          ...feeOf(0),
          ...fee,
          id: feeId(fee.year, id),
          member: id,
          name: `${firstName} ${lastName}`,
        })),
      );
      const ledger = { ...LEDGER, members, fees };
      const [found] = read({ entries: [payment({ amount, payer, texts: [text], transactionReference: "T1" })] });
      const one = found as IdentifiedTransaction;
      const { together } = finish(createFeeMatcher(ledger, finish(feesByReference(ledger, [one]))))(one);
      const proposed = together.map(({ names }) => names);
      // Only a reference pays without the committee.
      expect(matched([one], ledger, [])[0]).toMatchObject(proposed.length > 0 ? { is: "proposed", fees: [] } : {});
      return proposed;
    };
    const both = ["Léa et Tom Dubuis"];
    const others = (...names: string[]) => names.map((name) => person(name));

    it.each([
      ["the legal representative of two", [LEA, TOM], "JEAN DUBUIS", 10_000, both],
      ["of three", [LEA, TOM, person("Zoé Rey", PARENT)], "Jean Dubuis", 15_000, ["Léa Dubuis, Tom Dubuis et Zoé Rey"]],
      ["with different amounts", [LEA, person("Tom Dubuis", PARENT, 3000)], "Jean Dubuis", 8000, both],
      ["two of three, who can be three pairs", [LEA, TOM, person("Zoé Dubuis", PARENT)], "Jean Dubuis", 10_000, 3],
      ["two named ones of three", [LEA, TOM, person("Zoé Dubuis", PARENT)], "M. Dubuis", 10_000, both, "Léa et Tom"],
      ["a parent of one address", [person("Léa Dubuis", HOME), person("Tom Rey", HOME)], "Eva Dubuis", 10_000, 1],
      ["a member who pays for a sister too", [LEA, TOM], "Léa Dubuis", 10_000, both],
      ["two of one name, without more", [person("Léa Dubuis"), person("Tom Dubuis")], "Eva Dubuis", 10_000, both],
      ["too many of one name", others("A Luyet", "B Luyet", "C Luyet", "D Luyet"), "Eva Luyet", 10_000, 0],
      ["another sum", [LEA, TOM], "Jean Dubuis", 9000, 0],
      ["one fee", [LEA, person("Tom Dubuis", PARENT, 10_000), TOM], "Tom Dubuis", 10_000, 0],
      ["strangers", [LEA, TOM], "Migros", 10_000, 0],
    ] as const)("%s", (_, people, payer, amount, expected, text?: string) => {
      const names = namesOf([...people], payer, amount, text);
      expect(typeof expected === "number" ? names.length : names).toEqual(expected);
    });

    it("two years of one member, and no old fee of a sister if both owe one year", () => {
      const twoYears = { ...LEA, fees: [2026, 2027].map((year) => ({ year: String(year), amount: 5000 })) };
      expect(namesOf([twoYears], "Léa Dubuis", 10_000)).toEqual(["Léa Dubuis"]);
      expect(namesOf([twoYears, TOM], "Jean Dubuis", 10_000)).toEqual(both);
    });
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
    expect(feeReferencesOfPayment({ reference: "", text: "RF".repeat(500_000) })).toEqual([]);
  });
});

describe("repeated payments", () => {
  const FILLERS = `NOTPROVIDED NotProvided notprovided NOTPROVIDED/NONREF NONREF N/A NOREF KEINE 0 0000000000 - UNKNOWN
    XXXX ???`.split(/\s+/);
  const named = (name: string, ...more: Partial<CamtEntry>[]) =>
    Object.assign({}, payment({ amount: 5000, payer: name }), ...more) as CamtEntry;
  const pays = (member: string, refs: { own?: string; entry?: string; payer?: string }, day = "2027-02-01") =>
    payment(
      { amount: 5000, payer: refs.payer ?? "X", reference: referenceOf(member), ...own(refs.own) },
      { entryReference: refs.entry ?? "", bookingDate: day },
    );
  const own = (transactionReference?: string) => (transactionReference === undefined ? {} : { transactionReference });
  const CONSTANT = { details: [{ amount: 5000, payer: "Zoé Héritier", transactionReference: "C7" }] };
  /** Keeps what is neither known nor to be ticked. @returns the verdicts on each upload */
  const upload = (...uploads: CamtEntry[][][]) => {
    const known: BankPayment[] = [];
    return uploads.map((files) => {
      const found = read(...files.map((entries) => ({ entries })));
      return matched(found, LEDGER, known).map(({ is, rank }, i) => {
        const one = found[i] as IdentifiedTransaction;
        if (!["known", "perhaps", "batch"].includes(is))
          known.push(kept({ ...one, identity: { ...one.identity, rank } }));
        return is;
      });
    });
  };

  it.each(FILLERS)("are told apart although the bank wrote %s as reference", (filler) => {
    for (const refs of [{ own: filler }, { entry: filler }, { own: filler, entry: filler }]) {
      const [first, second] = [pays("m0", refs), pays("m1", refs, "2027-02-02")];
      const pair = ["recognised", "recognised"];
      expect(upload([[first, second]])).toEqual([pair]);
      expect(upload([[first], [second]])).toEqual([pair]);
      expect(upload([[first]], [[second]])).toEqual([["recognised"], ["recognised"]]);
      expect(upload([[first, second]], [[first, second]])[1]).toEqual(["perhaps", "perhaps"]);
    }
  });

  it.each<[string, CamtEntry[][], CamtEntry[][], string[]]>([
    ["a constant on two fees", [[pays("m0", { own: "C7" })]], [[pays("m1", { own: "C7" })]], ["recognised"]],
    ["a constant on two days", [[pays("m0", { own: "C7" })]], [[pays("m0", { own: "C7" }, "2027-02-02")]], ["recognised"]],
    ["a number per day", [[pays("m0", { entry: "12" })]], [[pays("m1", { entry: "12" }, "2027-02-02")]], ["recognised"]],
    ["a number per day and one payer", [[named("Migros", { entryReference: "12", bookingDate: "2027-01-30" })]],
      [[named("Migros", { entryReference: "12" })]], ["unrelated"]],
    ["one payer in two equal bookings", [[named("Zoé Héritier")]], [[named("Zoé Héritier"), named("Zoé Héritier")]],
      ["perhaps", "proposed"]],
    ["siblings on one day", [[named("Luc Debons")]], [[named("Zoé Héritier")]], ["proposed"]],
    ["a constant on two payers of one day", [[named("Luc Debons", { entryReference: "C7" })]],
      [[named("Zoé Héritier", { entryReference: "C7" })]], ["proposed"]],
    ["the same payment without its payer", [[pays("m0", { entry: "E1", payer: "Zoé" })]],
      [[pays("m0", { entry: "E1", payer: "" })]], ["known"]],
    ["a payer in another spelling", [[pays("m0", { own: "T1", payer: "Müller Hans-Peter" })]],
      [[pays("m0", { own: "T1", payer: "MUELLER H-P" })]], ["known"]],
    ["no references and no payer", [[pays("m0", {})]], [[pays("m0", { payer: "" })]], ["perhaps"]],
    ["another reference in the same entry", [[pays("m0", { own: "T1", entry: "E1" })]],
      [[pays("m0", { own: "C7", entry: "E1" })]], ["perhaps"]],
    ["two trusted references", [[pays("m0", { own: "T1" })]], [[pays("m0", { own: "T2" })]], ["recognised"]],
    ["a reference of the whole batch", [], [[{ amount: 10_000, entryReference: "B1", details: [
      { amount: 5000, transactionReference: "B1", payer: "X", reference: referenceOf("m0") },
      { amount: 5000, transactionReference: "B1", payer: "X", reference: referenceOf("m1") } ] }]],
      ["recognised", "recognised"]],
    ["numbers within each entry", [], [[1, 3].map((n) => ({ amount: 10_000, entryReference: `B${n}`, details: [
      { amount: 5000, transactionReference: "11", payer: "Zoé Héritier" },
      { amount: 5000, transactionReference: "12", payer: "Luc Debons" } ] }))],
      ["proposed", "proposed", "proposed", "proposed"]],
    [
      "a constant on one payment of a file and on several of another file",
      [],
      [[named("", CONSTANT)], [named("", CONSTANT), named("", CONSTANT)]],
      ["proposed", "perhaps", "proposed"],
    ],
    ["an entry without details that equals a payment of it", [[pays("m0", { entry: "E1" })]],
      [[{ amount: 5000, entryReference: "E1" }]], ["known"]],
    ["an entry without details that is the sum of two", [[pays("m0", { entry: "E1" })]],
      [[{ amount: 10_000, entryReference: "E1" }]], ["perhaps"]],
    ["an entry without details for another sum", [[pays("m0", { entry: "C7" })]],
      [[{ amount: 3700, entryReference: "C7" }]], ["unrelated"]],
  ])("%s", (_, before, after, expected) => {
    expect(upload(before, after)[1]).toEqual(expected);
  }); // biome-ignore format: a table

  it("remain repeated after a decision about the stored payment was booked and taken back", () => {
    const [found] = read({ entries: [pays("m0", { own: "N/A" })] });
    const stored = kept(found as IdentifiedTransaction);
    const author = { by: null, at: new Date(0) };
    const booked = addBankDecisionLine(stored, { kind: "gift", amount: 5000 }, author);
    const undone = correctBankDecisionLines(booked, new Set(booked.lines.map(({ id }) => id)), author);
    for (const payment of [booked, undone])
      expect(matched([found as IdentifiedTransaction], LEDGER, [payment])[0]?.is).toBe("perhaps");
  });

  it("pay their fee if the user says that they are new", () => {
    const file = read({ entries: [pays("m0", {})] });
    expect(matchedNew(file, LEDGER, file.map(kept))[0]).toMatchObject({ is: "recognised", rank: 1 });
  });
});

type Paid = { readonly subject: number; readonly named: boolean; readonly batch: number; readonly day: number };
/** What a bank writes as reference, in all its files. `daily`: numbers that begin anew each day, or in each entry. */
type References = "unique" | "filler" | "constant" | "daily";
type Bank = { own: References; entry: References };
type File = {
  kind: "053" | "054";
  version: "04" | "08";
  uetr: boolean;
  /** The references that the file has. */
  has: "both" | "entry" | "none";
  payers: boolean;
  reversed: boolean;
  summed: boolean;
};

type Upload = { files: File[]; until: number };
type History = [Bank, Paid[], Upload[]];

const DAYS = ["2027-02-01", "2027-02-02"];
const refer = (references: References, unique: string, number: number): string =>
  ({ unique, filler: "NOTPROVIDED", constant: "CONST-77", daily: String(number + 11) })[references];

/** The entries of a file with the batches up to `until`, and which payment is which. A batch is one entry of one day. */
function entriesOf(paid: readonly Paid[], bank: Bank, file: File, until = Number.POSITIVE_INFINITY) {
  const { uetr, has, payers, reversed, summed } = file;
  const all = paid.map((one, i) => ({ ...one, i })).filter(({ batch }) => batch <= until);
  const batches = Map.groupBy(all, ({ batch, day }) => `${batch}-${day}`);
  const order = <T>(list: readonly T[]) => (reversed ? list.toReversed() : [...list]);
  const listed = order([...batches]);
  const isSum = (ofBatch: readonly unknown[]) => summed && ofBatch.length > 1;
  const entries = listed.map(([batch, ofBatch]): CamtEntry => {
    const day = DAYS[ofBatch[0]?.day ?? 0] ?? "";
    const reference = has !== "none" && refer(bank.entry, `E${batch}`, ofBatch[0]?.batch ?? 0);
    return {
      amount: ofBatch.length * 5000,
      bookingDate: day,
      ...(reference && { entryReference: reference }),
      ...(isSum(ofBatch)
        ? { batchOf: ofBatch.length }
        : {
            details: order(ofBatch.map((one, n) => ({ ...one, n }))).map(({ subject, named, i, n }) => {
              const transactionReference = has === "both" && refer(bank.own, `T${i}`, n);
              return {
                amount: 5000,
                ...(payers && { payer: NAMES[subject] ?? "" }),
                ...(named ? {} : { reference: referenceOf(`m${subject}`) }),
                ...(transactionReference && { transactionReference }),
                ...(uetr ? { uetr: `00000000-0000-4000-8000-${String(i).padStart(12, "0")}` } : {}),
              };
            }),
          }),
    };
  });
  const truth = listed.flatMap(([, ofBatch]) => (isSum(ofBatch) ? [null] : order(ofBatch)));
  return { entries, truth };
}

it("the bank import counts no payment twice and drops none, although files have other forms, orders and fillers", () => {
  const aPayment = fc.record({
    subject: fc.nat(NAMES.length - 1),
    named: fc.boolean(),
    batch: fc.nat(4),
    day: fc.nat(DAYS.length - 1),
  });
  const references = fc.constantFrom<References>("unique", "filler", "constant", "daily");
  const aBank = fc.record({ own: references, entry: references });
  const aFile: fc.Arbitrary<File> = fc.record({
    kind: fc.constantFrom("053", "054"),
    version: fc.constantFrom("04", "08"),
    uetr: fc.boolean(),
    has: fc.constantFrom("both", "entry", "none"),
    payers: fc.boolean(),
    reversed: fc.boolean(),
    summed: fc.boolean(),
  });
  // A file has the batches up to `until`: a later file may have more batches than an earlier one.
  const anUpload = fc.record({
    files: fc.array(aFile, { minLength: 1, maxLength: 2 }),
    until: fc.nat(4),
  });
  const aHistory = fc.tuple(
    aBank,
    fc.array(aPayment, { minLength: 1, maxLength: 9 }),
    fc.array(anUpload, { minLength: 1, maxLength: 4 }),
  );
  const PLAIN = { kind: "053", version: "04", uetr: false, has: "both", payers: false, reversed: false } as const;
  const [listed, summed] = [false, true].map((summed): File => ({ ...PLAIN, summed })) as [File, File];
  const [named, referred] = [true, false].map((named): Paid => ({ subject: 0, named, batch: 0, day: 0 })) as [
    Paid,
    Paid,
  ];
  /** Payments with one number in two entries: the second file lists only the second entry. */
  const numberedWithinEntries: History = [
    { own: "daily", entry: "constant" },
    [{ ...named, batch: 1 }, referred, referred],
    [
      { files: [listed], until: 0 },
      { files: [summed], until: 1 },
    ],
  ];
  /** Two payments of one entry, of which the first upload stores one and asks about the other. */
  const partlyStored: History = [
    { own: "unique", entry: "unique" },
    [named, referred],
    [
      { files: [listed, { ...listed, has: "entry", payers: true }], until: 0 },
      { files: [listed, listed], until: 0 },
    ],
  ];
  fc.assert(
    // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one bank, upload after upload, with what is known so far
    fc.property(aHistory, ([bank, paid, uploads]) => {
      const isAnonymous = uploads.some(({ files }) => files.some(({ payers }) => !payers));
      /** Equal for payments that a file may not tell apart. */
      const alikeKey = ({ subject, named, day }: Paid) => `${day} ${named && isAnonymous ? "" : subject} ${named}`;
      const known: { readonly payment: BankPayment; readonly key: string }[] = [];
      /** The payments that any upload so far listed, and those about which the committee was asked. */
      const [everListed, everShown] = [new Set<Paid>(), new Set<Paid>()];
      for (const { files, until } of uploads) {
        const sent = files.map((file) => ({ file, ...entriesOf(paid, bank, file, until) }));
        const found = read(...sent.map(({ file, entries }) => ({ ...file, entries })));
        const truth = sent.flatMap((one) => one.truth);
        const shown = new Map<string, number>();
        const add = (map: Map<string, number>, key: string) => map.set(key, (map.get(key) ?? 0) + 1);
        for (const [i, verdict] of matched(
          found,
          LEDGER,
          known.map(({ payment }) => payment),
        ).entries()) {
          const [one, real] = [found[i], truth[i]];
          if (!one || !real) continue;
          const listedPayment = paid[real.i] as Paid;
          everListed.add(listedPayment);
          if (verdict.is === "perhaps") {
            add(shown, alikeKey(real));
            everShown.add(listedPayment);
          }
          if (["known", "perhaps", "batch"].includes(verdict.is)) continue;
          const identity = { ...one.identity, rank: verdict.rank };
          known.push({ payment: kept({ ...one, identity }), key: alikeKey(real) });
        }
        const listed = new Set(truth.map((real) => real?.i));
        const seen = paid.filter((_, i) => listed.has(i)).map(alikeKey);
        for (const key of new Set(paid.map(alikeKey))) {
          const stored = known.filter((one) => one.key === key).length;
          expect(stored, "counted twice").toBeLessThanOrEqual(paid.filter((one) => alikeKey(one) === key).length);
          expect(stored + (shown.get(key) ?? 0), "dropped").toBeGreaterThanOrEqual(
            seen.filter((one) => one === key).length,
          );
          const alike = (all: ReadonlySet<Paid>) => [...all].filter((one) => alikeKey(one) === key).length;
          expect(stored + alike(everShown), "neither stored nor asked").toBeGreaterThanOrEqual(alike(everListed));
        }
        expect(new Set(known.map(({ payment }) => payment.id)).size).toBe(known.length);
      }
    }),
    {
      numRuns: 500,
      examples: [[numberedWithinEntries], [partlyStored]],
    },
  );
});

it("the bank import asks nothing if the bank writes unique references", () => {
  const files: File[] = (["053", "054"] as const).map((kind) => ({
    kind,
    version: "08",
    uetr: false,
    has: "both",
    payers: kind === "054",
    reversed: kind === "053",
    summed: false,
  }));
  const paid = [0, 0, 1, 3].map((subject, i) => ({ subject, named: i > 1, batch: i % 2, day: 0 }));
  const [first, second] = files.map((file) => ({
    ...file,
    entries: entriesOf(paid, { own: "unique", entry: "unique" }, file).entries,
  }));
  if (!first || !second) throw new Error("No files.");
  const known = read(first).map(kept);
  expect(matched(read(second), LEDGER, known).map(({ is }) => is)).toEqual(paid.map(() => "known"));
});
