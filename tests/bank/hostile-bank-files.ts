/** Files that are no statement, and files that shall overload the site. */
import { deflateRawSync } from "node:zlib";
import { zipSync } from "fflate";
import { BANK_FILE_MAX_BYTES, type BankFile, type BankFileRefusal } from "#domain/bank/bank-file.ts";
import type { Result } from "#domain/result.ts";
import { camtFile, namespaceOf, payment } from "#tests/bank/camt-files.ts";

const MANY = 100_000;
const FILE_BYTES = 20e6;
export const bytesOf = (text: string) => new TextEncoder().encode(text);

/** A statement of one payment, with `parts` replaced. */
export const statement = (parts: Record<string, string> = {}): string =>
  Object.entries(parts).reduce(
    (xml, [part, other]) => xml.replaceAll(part, () => other),
    camtFile({ entries: [payment({ amount: 50_00, payer: "PAYER", texts: ["TEXT"] }, { info: "INFO" })] }),
  );
const withPayer = (payer: string) => bytesOf(statement({ PAYER: payer }));
const withDoctype = (doctype: string, payer = "PAYER") =>
  bytesOf(statement({ "?>": `?><!DOCTYPE Document [${doctype}]>`, PAYER: payer }));
/** @param start the rest of the start tag, and elements after it */
const withRemittance = (start: string) => bytesOf(statement({ "<RmtInf>": `<RmtInf${start}` }));
const withReference = (reference: string) =>
  withRemittance(`><Strd><CdtrRefInf><Ref>${reference}</Ref></CdtrRefInf></Strd>`);
const withEntries = (entries: string) => bytesOf(statement({ "<Ntry>": `${entries}<Ntry>` }));
export const padded = (length: number) => bytesOf(statement().padEnd(length, " "));

const LAUGHS = Array.from({ length: 9 }, (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`).join("");
const DETAIL = '<TxDtls><Amt Ccy="CHF">1.00</Amt></TxDtls>';
const ENTRY = '<Ntry><Amt Ccy="CHF">1</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts></Ntry>';

/** A ZIP whose only file claims to be small and unpacks to 20 GB: four repeats of 258 zeros in each byte. */
function lyingBomb(): Uint8Array {
  const zeros = deflateRawSync(new Uint8Array(4e6)).toString("latin1");
  const repeats = /(.)\1{1000}/s.exec(zeros)?.[0] ?? "";
  const stream = Buffer.from(
    zeros.replace(repeats, () => repeats.charAt(0).repeat(FILE_BYTES)),
    "latin1",
  );
  const zip = Buffer.from(zipSync({ "a.xml": [stream, { level: 0 }] }));
  const DEFLATED = 8;
  zip.writeUInt16LE(DEFLATED, 8);
  const directory = zip.readUInt32LE(zip.length - 6);
  zip.writeUInt16LE(DEFLATED, directory + 10);
  zip.writeUInt32LE(1000, directory + 24);
  return zip;
}

/** A ZIP with 99 files that share the same stored bytes. */
function overlapping(): Uint8Array {
  const zip = Buffer.from(zipSync({ "a.xml": [padded(1e6), { level: 0 }] }));
  const directory = zip.subarray(zip.readUInt32LE(zip.length - 6), -22);
  const end = zip.subarray(-22);
  end.writeUInt16LE(99, 8);
  return Buffer.concat([zip.subarray(0, -22 - directory.length), ...Array<Buffer>(99).fill(directory), end]);
}

type Case = readonly [name: string, make: () => Uint8Array, fate: BankFileRefusal | number];

/** `fate`: the reason of the refusal, or the number of transactions that are read. */
export const REFUSED: readonly Case[] = [
  ["a PDF", () => bytesOf("%PDF-1.7\n%âãÏÓ"), "format"],
  ["a picture", () => Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0, 16), "format"],
  ["a table", () => bytesOf("Date;Montant\n01.02.2027;50.00\n"), "format"],
  ["a page", () => bytesOf("<html><body>Connexion</body></html>"), "version"],
  ["another message", () => bytesOf(statement({ [namespaceOf("053", "08")]: namespaceOf("052", "08") })), "version"],
  ["another version", () => bytesOf(statement({ [namespaceOf("053", "08")]: namespaceOf("053", "02") })), "version"],
  ["no namespace", () => bytesOf(statement({ ' xmlns="': ' other="' })), "version"],
  ["an external entity", () => withDoctype('<!ENTITY x SYSTEM "file:///etc/passwd">', "&x;"), "entities"],
  ["an external subset", () => bytesOf('<!DOCTYPE D SYSTEM "http://127.0.0.1/x.dtd"><D/>'), "entities"],
  ["an entity without DOCTYPE", () => withPayer("&lol;"), "damaged"],
  ...Array.from({ length: 20 }, (_, i): Case => {
    const whole = bytesOf(statement());
    return [`${i} of 20 parts`, () => whole.subarray(0, (whole.length * i) / 20), i < 2 ? "format" : "damaged"];
  }),
  ["Latin-1 that says UTF-8", () => Buffer.from(statement({ PAYER: "Zoé" }), "latin1"), "encoding"],
  ["UTF-16 without a mark", () => Buffer.from(statement(), "utf16le"), "format"],
  ["UTF-8 that says UTF-16", () => bytesOf(statement({ "UTF-8": "UTF-16" })), "encoding"],
  ["EBCDIC", () => bytesOf(statement({ "UTF-8": "IBM037" })), "encoding"],
  ["UTF-7", () => bytesOf(statement({ "UTF-8": "UTF-7" })), "encoding"],
  ["NUL in a name", () => withPayer("a\0b"), "damaged"],
  ["NUL by reference", () => withPayer("&#0;"), "damaged"],
  ["half a surrogate", () => Buffer.from(statement({ PAYER: "\u00ed\u00a0\u00bd" }), "latin1"), "encoding"],
  ["an amount in words", () => bytesOf(statement({ "50.00": "NaN" })), "damaged"],
  ["an amount below zero", () => bytesOf(statement({ "50.00": "-50.00" })), "damaged"],
  ["an amount of a thousandth", () => bytesOf(statement({ "50.00": "0.001" })), "damaged"],
  ["a day that is none", () => bytesOf(statement({ "01</Dt></BookgDt>": "30</Dt></BookgDt>" })), "damaged"],
  ["neither credit nor debit", () => bytesOf(statement({ "<CdtDbtInd>CRDT": "<CdtDbtInd>X" })), "damaged"],
  ["a ZIP in a ZIP", () => zipSync({ "a.zip": zipSync({ "a.xml": bytesOf(statement()) }) }), "no-xml"],
  ["a ZIP in a ZIP that says XML", () => zipSync({ "a.xml": zipSync({ "a.xml": bytesOf(statement()) }) }), "format"],
  ["a ZIP of nothing", () => zipSync({}), "no-xml"],
  ["a ZIP of a PDF", () => zipSync({ "a.pdf": bytesOf("%PDF") }), "no-xml"],
  ["half a ZIP", () => zipSync({ "a.xml": bytesOf(statement()) }).subarray(0, 400), "archive"],
  ["a ZIP with a damaged file", () => zipSync({ "a.xml": bytesOf(statement()) }).fill(0xff, 40, 80), "archive"],
  ["an empty file", () => new Uint8Array(), "format"],
  ["zeros", () => new Uint8Array(1e6), "format"],
  ["billion laughs", () => withDoctype(`<!ENTITY l0 "lol">${LAUGHS}`, "&l9;"), "entities"],
  ["one more element", () => bytesOf(`${statement()}<a/>`), "damaged"],
];

/** Files that could overload the site, read in a thread. */
export const HOSTILE: readonly Case[] = [
  ["20 MB", () => padded(BANK_FILE_MAX_BYTES), 1],
  ["20 MB and a byte", () => padded(BANK_FILE_MAX_BYTES + 1), "size"],
  ["nearly as many payments as a file may hold", () => camtFileOf(2_900), 2_900],
  ["a huge name", () => withPayer("é".repeat(FILE_BYTES / 2)), 1],
  ["a reference of 20 MB", () => withReference("1\n".repeat(FILE_BYTES / 2 - 1e3)), 1],
  ["an element with a huge name", () => withRemittance(`><${"a".repeat(FILE_BYTES)}/>`), 1],
  ["a huge comment", () => withPayer(`<!--${"x".repeat(FILE_BYTES)}-->`), 1],
  // saxes adds one text per entity, which take 128 MB.
  ["a huge text of &amp;", () => withPayer("&amp;".repeat(FILE_BYTES / 5)), "heavy"],
  ["very many texts", () => withRemittance(`>${"<Ustrd>a</Ustrd>".repeat(FILE_BYTES / 20)}`), 1],
  ["very many elements", () => withPayer("<a/>".repeat(FILE_BYTES / 4)), 1],
  [
    "a million attributes",
    () => withRemittance(` ${Array.from({ length: FILE_BYTES / 20 }, (_, i) => `a${i}=""`).join(" ")}>`),
    "damaged",
  ],
  ["very many elements in each other", () => withPayer("<a>".repeat(MANY)), "damaged"],
  ["very many entries", () => withEntries(ENTRY.repeat(MANY)), "many"],
  ["very many debits", () => withEntries(ENTRY.replace("CRDT", "DBIT").repeat(MANY)), 1],
  ["very many details", () => bytesOf(statement({ "<TxDtls>": `${DETAIL.repeat(MANY)}<TxDtls>` })), "many"],
  ["a ZIP bomb", () => zipSync({ "a.xml": new Uint8Array(BANK_FILE_MAX_BYTES + 1) }), "unpacked"],
  ["a ZIP bomb of many files", () => zipOf(99, new Uint8Array(300_000)), "unpacked"],
  ["a ZIP bomb of overlapping files", overlapping, "unpacked"],
  ["a ZIP bomb that lies", lyingBomb, "heavy"],
  ["a ZIP of 101 files", () => zipOf(101, bytesOf("x")), "unpacked"],
  ["a ZIP of 20 MB", () => zipSync({ "a.xml": [padded(BANK_FILE_MAX_BYTES - 1000), { level: 0 }] }), 1],
];

function zipOf(files: number, content: Uint8Array): Uint8Array {
  return zipSync(Object.fromEntries(Array.from({ length: files }, (_, i) => [`${i}.xml`, content])));
}

function camtFileOf(payments: number): Uint8Array {
  const long = "Cotisation ".repeat(12);
  const one = { payer: long, texts: [long, long, long], info: long.repeat(3), reference: "RF18539007547034" };
  return bytesOf(camtFile({ entries: Array.from({ length: payments }, (_, i) => payment({ amount: i + 1, ...one })) }));
}

/** @returns the number of transactions, or the reason of the refusal */
export const outcomeOf = (result: Result<BankFile, BankFileRefusal>): number | string =>
  result.ok ? result.value.transactions.length : result.reason;
