/** Files as banks send them: the reader returns the transactions that the generator wrote. */
import fc from "fast-check";
import { zipSync } from "fflate";
import { expect, it } from "vitest";
import { readCamtEntries } from "#bank/camt-entries.ts";
import { bankFileFromEntries } from "#bank/camt-transactions.ts";
import { readBankFile } from "#bank/read-bank-file.ts";
import type { BankFile, BankTransaction } from "#domain/bank/bank-file.ts";
import { isMissingValueFiller } from "#domain/bank/filler.ts";
import { feeReference } from "#domain/fees/reference.ts";
import {
  CAMT_IBAN,
  type CamtDetail,
  type CamtEntry,
  type CamtOptions,
  camtFile,
  payment,
} from "#tests/bank/camt-files.ts";

const KINDS = ["053", "054"] as const;
const VERSIONS = ["04", "08"] as const;

const word = fc.string({
  unit: fc.constantFrom("A", "é", "😀", "<", "&", '"', "'", "]]>", "’"),
  minLength: 1,
  maxLength: 9,
});
const words = fc.array(word, { minLength: 1, maxLength: 4 }).map((all) => all.join(" "));
const bankReference = fc.stringMatching(/^[\dA-Z]{1,35}$/);
const amount = fc.integer({ min: 1, max: 1e9 });
const currency = fc.constantFrom(undefined, "CHF", "EUR");
const maybe = <T>(some: fc.Arbitrary<T>) => fc.option(some, { nil: undefined });

const detail: fc.Arbitrary<CamtDetail> = fc.record({
  amount: maybe(amount),
  amountInDetails: fc.boolean(),
  currency,
  debit: maybe(fc.boolean()),
  transactionReference: maybe(bankReference),
  uetr: maybe(fc.uuid({ version: 4 })),
  reference: maybe(bankReference.filter((reference) => !isMissingValueFiller(reference))),
  texts: fc.array(words, { maxLength: 3 }),
  payer: maybe(words),
  ultimatePayer: maybe(words),
  info: maybe(words),
  returned: fc.boolean(),
});

/** The dates of an entry, and the day that the reader shall return. The file is of 2 February. */
const DAYS = [
  { says: { bookingDate: "2027-02-01" }, means: "2027-02-01" },
  { says: { bookingDate: "2027-02-01+01:00", valueDate: "2027-03-01" }, means: "2027-02-01" },
  { says: { bookingDate: "2027-01-31T23:30:00Z" }, means: "2027-02-01" },
  { says: { bookingDate: "2027-01-31T23:30:00" }, means: "2027-01-31" },
  { says: { bookingDate: null, valueDate: "2027-01-30" }, means: "2027-01-30" },
  { says: { bookingDate: null }, means: "2027-02-02" },
];

const entry: fc.Arbitrary<CamtEntry> = fc
  .record({
    amount,
    currency,
    debit: fc.boolean(),
    reversal: maybe(fc.boolean()),
    status: fc.constantFrom(undefined, "BOOK", "PDNG"),
    entryReference: maybe(bankReference),
    info: maybe(words),
    details: maybe(fc.array(detail, { minLength: 1, maxLength: 4 })),
    batchOf: maybe(fc.integer({ min: 2, max: 500 })),
    day: fc.constantFrom(...DAYS),
  })
  .map(({ day, ...rest }) => ({ ...rest, ...day.says }));

const options: fc.Arbitrary<CamtOptions> = fc.record({
  kind: fc.constantFrom(...KINDS),
  version: fc.constantFrom(...VERSIONS),
  prefix: fc.constantFrom("", "camt:"),
  entries: fc.array(entry, { maxLength: 6 }),
});

/** The result that the reader shall return for a generated file. */
function meant({ version, entries }: CamtOptions): BankFile {
  const skipped = { notBooked: 0, otherCurrency: 0 };
  const transactions = entries.flatMap((entry, position): BankTransaction[] => {
    if (entry.status === "PDNG") skipped.notBooked += entry.debit ? 0 : 1;
    else if (entry.currency === "EUR") skipped.otherCurrency += entry.debit ? 0 : 1;
    else return meantBy(entry, position, version, skipped).filter((each) => each.amount > 0);
    return [];
  });
  return { transactions, skipped };
}

function meantBy(
  entry: CamtEntry,
  position: number,
  version: CamtOptions["version"],
  skipped: { otherCurrency: number },
): BankTransaction[] {
  const day = DAYS.find(({ says }) => says.bookingDate === entry.bookingDate && says.valueDate === entry.valueDate);
  const details: readonly CamtDetail[] = entry.details ?? [{}];
  const alone = details.length === 1;
  // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: the rules of the reader a second time, in one piece
  return details.flatMap((one, index) => {
    const returned = Boolean(one.returned || entry.reversal);
    if (Boolean(one.debit ?? entry.debit) !== returned) return [];
    const own = one.amount ?? (version === "04" && entry.details ? entry.amount : undefined);
    const amount = (one.currency === "EUR" ? undefined : own) ?? (alone ? entry.amount : 0);
    if (amount === 0) skipped.otherCurrency++;
    return {
      iban: CAMT_IBAN,
      amount,
      returned,
      date: day?.means ?? "",
      reference: one.reference ?? "",
      text: [...(one.texts ?? []), one.info, alone ? entry.info : ""].filter(Boolean).join(" "),
      payer: [one.ultimatePayer, one.payer].find((name) => name && !isMissingValueFiller(name)) ?? "",
      entryReference: entry.entryReference ?? "",
      transactionReference: one.transactionReference ?? "",
      statement: 0,
      entry: position,
      index: entry.details ? index : null,
      batchSize: entry.details ? 1 : (entry.batchOf ?? 1),
    };
  });
}

const bytesOf = (xml: string) => new TextEncoder().encode(xml);

it("the reader of bank files returns the transactions that the test wrote into a file", () => {
  fc.assert(
    fc.property(options, (file) => {
      expect(bankFileFromEntries(readCamtEntries([bytesOf(camtFile(file))]))).toEqual(meant(file));
    }),
    { numRuns: 300 },
  );
});

const utf16 = (text: string, bigEndian: boolean): Uint8Array => {
  const bytes = Buffer.from(`\ufeff${text}`, "utf16le");
  return bigEndian ? bytes.swap16() : bytes;
};
/** ISO-8859-1 has no typographic apostrophe; readers decode it as Windows-1252, which has one. */
const latin = (text: string): Uint8Array => Buffer.from(text.replaceAll("’", "\u0092"), "latin1");

it.each([
  { encoding: "UTF-8", encode: bytesOf },
  { encoding: "utf-8", encode: (text: string) => bytesOf(`\ufeff${text}`) },
  { encoding: "UTF-16", encode: (text: string) => utf16(text, false) },
  { encoding: "UTF-16", encode: (text: string) => utf16(text, true) },
  { encoding: "ISO-8859-1", encode: latin },
  { encoding: "Windows-1252", encode: latin },
])("a bank file in $encoding is read", async ({ encoding, encode }) => {
  const xml = camtFile({ encoding, entries: [payment({ amount: 50_00, payer: "Zoë’s" })] });
  expect(await readBankFile(encode(xml))).toMatchObject({ ok: true, value: { transactions: [{ payer: "Zoë’s" }] } });
});

it("comments, CDATA, spaces and elements of other namespaces do not change the transactions of a bank file", async () => {
  const reference = "RF18539007547034";
  const xml = camtFile({ entries: [payment({ amount: 50_00, payer: "PAYER", reference: "RF18 5390 0754 7034" })] })
    .replace("PAYER", "\n  L<!-- x -->é<![CDATA[a & ]]>\n Luyet  ")
    .replace("<RmtInf>", '<RmtInf><x:Ustrd xmlns:x="urn:x">no</x:Ustrd>');
  const [read] = bankFileFromEntries(readCamtEntries([bytesOf(xml)])).transactions;
  expect(read).toMatchObject({ payer: "Léa & Luyet", reference, text: "" });
});

const OURS = feeReference("2027", "zoe");
const WITH_BLANKS = OURS.replace(/(.{4})/g, "$1 ").trim();
const [HALF, OTHER_HALF] = [OURS.slice(0, 9), OURS.slice(9)];

it.each<[string, Partial<CamtDetail>, { reference?: string; text?: string }]>([
  ["alone", { reference: OURS }, { reference: OURS, text: "" }],
  ["with blanks, in lower case", { reference: WITH_BLANKS.toLowerCase() }, { reference: OURS, text: "" }],
  ["with dashes", { reference: OURS.replace(/(.{4})/g, "$1-") }, { reference: OURS, text: "" }],
  ["after another reference", { otherReferences: ["RF18539007547034"], reference: OURS }, { reference: OURS }],
  ["before another reference", { otherReferences: [OURS], reference: "RF18 5390 0754 7034" }, { reference: OURS }],
  ["after a filler", { otherReferences: ["NOTPROVIDED"], reference: OURS }, { reference: OURS, text: "" }],
  ["on two lines", { reference: `${HALF}\n ${OTHER_HALF}` }, { reference: OURS, text: "" }],
  ["in the identification of the payer", { endToEnd: OURS }, { reference: "", text: OURS }],
  ["in both", { endToEnd: OURS, reference: OURS }, { reference: OURS, text: "" }],
  ["a filler", { reference: "notprovided", endToEnd: "NONREF" }, { reference: "", text: "" }],
  ["in the payer's name", { payer: `Zoé ${OURS}` }, { text: OURS }],
  [
    "after a long text",
    { texts: [..."12345678"].map((digit) => digit.repeat(140)).concat(OURS) },
    { text: expect.stringContaining(OURS) },
  ],
])("the reference of a fee is found among the structured references of a payment: %s", (_, detail, expected) => {
  const xml = camtFile({ entries: [payment({ amount: 50_00, ...detail })] });
  expect(bankFileFromEntries(readCamtEntries([bytesOf(xml)])).transactions).toMatchObject([expected]);
});

it.each(["MsgId", "PmtInfId", "ClrSysRef", "TxId"])("the reference of a fee is found in %s", (name) => {
  const xml = camtFile({ entries: [payment({ amount: 50_00 })] }).replace("<Refs>", `<Refs><${name}>${OURS}</${name}>`);
  expect(bankFileFromEntries(readCamtEntries([bytesOf(xml)])).transactions).toMatchObject([{ text: OURS }]);
});

it("the reference of a fee is found as the number of an entry with one payment", () => {
  const xml = camtFile({ entries: [payment({ amount: 50_00 })] }).replace("<Ntry>", `<Ntry><NtryRef>${OURS}</NtryRef>`);
  expect(bankFileFromEntries(readCamtEntries([bytesOf(xml)])).transactions).toMatchObject([{ text: OURS }]);
});

it.each<[Partial<CamtDetail>, string]>([
  [{ payer: "Éva Rey", ultimatePayer: "Zoé Rey" }, "Zoé Rey"],
  [{ payer: "Éva Rey", ultimatePayer: "NOTPROVIDED" }, "Éva Rey"],
  [{ payer: "Éva Rey", ultimatePayer: "-" }, "Éva Rey"],
  [{ payer: "Unbekannt" }, ""],
])("the payer of a payment with the fields %j is %j", (detail, payer) => {
  for (const version of VERSIONS) {
    const xml = camtFile({ version, entries: [payment({ amount: 50_00, ...detail })] });
    expect(bankFileFromEntries(readCamtEntries([bytesOf(xml)])).transactions).toMatchObject([{ payer }]);
  }
});

it("each transaction has the position of its account report and of its entry in the upload", () => {
  const xml = camtFile({ entries: [payment({ amount: 1 }), { amount: 4, details: [{ amount: 2 }, { amount: 2 }] }] });
  const { transactions } = bankFileFromEntries(readCamtEntries([bytesOf(xml), bytesOf(xml)]));
  expect(transactions.map(({ statement, entry }) => [statement, entry])).toEqual(
    [[0, 0], [0, 1], [0, 1], [1, 2], [1, 3], [1, 3]], // biome-ignore format: pairs
  );
});

it("all statements of a ZIP are read, and its other files are ignored", async () => {
  const entries = (payer: string) => [payment({ amount: 1, payer }), payment({ amount: 2 }, { status: "PDNG" })];
  const zip = zipSync({
    "a/1.xml": bytesOf(camtFile({ kind: "054", entries: entries("A") })),
    "a/releve.pdf": bytesOf("%PDF-1.7"),
    "__MACOSX/a/._1.xml": bytesOf("\0"),
    "2.XML": bytesOf(camtFile({ version: "04", entries: entries("B") })),
  });
  const read = await readBankFile(zip);
  expect(read).toMatchObject({
    value: { transactions: [{ payer: "A" }, { payer: "B" }], skipped: { notBooked: 2, otherCurrency: 0 } },
  });
});

it("a bank file without entries has no transactions and is not refused", async () => {
  const value = { transactions: [], skipped: { notBooked: 0, otherCurrency: 0 } };
  expect(await readBankFile(bytesOf(camtFile({ entries: [] })))).toEqual({ ok: true, value });
});
