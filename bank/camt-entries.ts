import { SaxesParser } from "saxes";
import { BANK_TRANSACTIONS_MAX, type BankFileRefusal } from "#domain/bank/bank-file.ts";

const CHUNK_BYTES = 65_536;
/** The XML declaration must be within these first bytes. */
const HEAD_BYTES = 200;
const UTF_8 = /^(?:utf-?8|us-ascii)$/i;
const LATIN_1 = /^(?:iso-8859-1|windows-1252)$/i;
const NAMESPACE = /^urn:iso:std:iso:20022:tech:xsd:camt\.05[34]\.001\.0[48]$/;
/** Maximum depth of elements and number of attributes: three times what the camt schemas need. */
const DEPTH_MAX = 64;
const ATTRIBUTES_MAX = 32;
/** Maximum length of a text in characters. The camt schemas allow 500. */
const TEXT_MAX = 1_000;
/**
 * Maximum length in characters of the joined texts of a repeated element, the last of which may contain our reference.
 */
const TEXTS_MAX = 5 * TEXT_MAX;

export class RefusedBankFile extends Error {
  readonly reason: BankFileRefusal;

  constructor(reason: BankFileRefusal) {
    super(reason);
    this.reason = reason;
  }
}

/** Texts by path, each in one line. Texts of repeated elements become lines of one text. `Amt@Ccy`: an attribute. */
export type CamtValues = ReadonlyMap<string, string>;

export type CamtEntry = Readonly<Record<"file" | "account" | "values", CamtValues>> & {
  readonly details: readonly CamtValues[];
};

/** Paths to read in each record. Paths of camt 001.04 precede the paths of 001.08. */
const FILE = ["GrpHdr/CreDtTm"];
const ACCOUNT = ["Acct/Id/IBAN"];
const ENTRY = [
  "Amt",
  "CdtDbtInd",
  "RvslInd",
  "Sts",
  "Sts/Cd",
  "BookgDt/Dt",
  "BookgDt/DtTm",
  "ValDt/Dt",
  "ValDt/DtTm",
  "NtryRef",
  "AcctSvcrRef",
  "AddtlNtryInf",
  "NtryDtls/Btch/NbOfTxs",
];
const DETAIL = [
  "Refs/AcctSvcrRef",
  "Refs/EndToEndId",
  "Refs/InstrId",
  "Refs/TxId",
  "Refs/MsgId",
  "Refs/PmtInfId",
  "Refs/ClrSysRef",
  "Refs/Prtry/Ref",
  "RltdRmtInf/RmtId",
  "Amt",
  "CdtDbtInd",
  "AmtDtls/TxAmt/Amt",
  "RtrInf",
  "AddtlTxInf",
  "RltdPties/Dbtr/Nm",
  "RltdPties/Dbtr/Pty/Nm",
  "RltdPties/UltmtDbtr/Nm",
  "RltdPties/UltmtDbtr/Pty/Nm",
  "RmtInf/Ustrd",
  "RmtInf/Strd/CdtrRefInf/Ref",
  "RmtInf/Strd/RfrdDocInf/Nb",
  "RmtInf/Strd/AddtlRmtInf",
];

/** `key`: path under which the text is stored. `scope`: kind of record that begins with the element. */
type Element = { readonly children: Map<string, Element>; key?: string; scope?: "account" | "entry" | "detail" };

const document: Element = { children: new Map() };
for (const account of ["BkToCstmrStmt/Stmt", "BkToCstmrDbtCdtNtfctn/Ntfctn"]) {
  place(account.replace(/[/].*/, ""), FILE);
  place(account, ACCOUNT).scope = "account";
  place(`${account}/Ntry`, ENTRY).scope = "entry";
  place(`${account}/Ntry/NtryDtls/TxDtls`, DETAIL).scope = "detail";
}

function place(path: string, keys: readonly string[]): Element {
  for (const key of keys) elementAt(`${path}/${key}`).key = key;
  return elementAt(path);
}

function elementAt(path: string): Element {
  return path.split("/").reduce((parent, name) => {
    const child = parent.children.get(name) ?? { children: new Map() };
    parent.children.set(name, child);
    return child;
  }, document);
}

/** Yields the entries of XML files. Throws `RefusedBankFile`. */
export function* readCamtEntries(files: readonly Uint8Array[]): Generator<CamtEntry> {
  for (const bytes of files) {
    const parser = new CamtParser();
    for (const chunk of decoded(bytes)) {
      parser.write(chunk);
      yield* parser.finished.splice(0);
    }
    parser.close();
  }
}

class CamtParser extends SaxesParser<{ xmlns: true; position: false }> {
  readonly finished: CamtEntry[] = [];
  readonly #open: { readonly element: Element | undefined; text: string }[] = [];
  /** Values of the open records: file, account, entry, detail. */
  readonly #records: Map<string, string>[] = [new Map()];
  #namespace = "";
  #attributes = 0;
  #details: CamtValues[] = [];

  constructor() {
    super({ xmlns: true, position: false });
    const addText = (text: string) => {
      const frame = this.#open.at(-1);
      if (frame?.element?.key) frame.text += text;
    };
    // Attach at most six handlers. With seven, V8 makes the parser four times as slow.
    this.on("text", addText);
    this.on("cdata", addText);
    this.on("attribute", () => {
      if (++this.#attributes > ATTRIBUTES_MAX) throw new RefusedBankFile("damaged");
    });
    this.on("opentag", ({ local, uri, attributes }) => this.#start(local, uri, attributes.Ccy?.value));
    this.on("closetag", () => this.#end());
    this.on("doctype", () => {
      throw new RefusedBankFile("entities");
    });
  }

  override fail(): this {
    throw new RefusedBankFile(this.#namespace ? "damaged" : "format");
  }

  #start(name: string, namespace: string, currency: string | undefined): void {
    this.#attributes = 0;
    if (this.#open.length >= DEPTH_MAX) throw new RefusedBankFile("damaged");
    const parent = this.#open.at(-1);
    if (!parent) {
      if (name !== "Document" || !NAMESPACE.test(namespace)) throw new RefusedBankFile("version");
      this.#namespace = namespace;
    }
    const known = parent && namespace === this.#namespace ? parent.element?.children.get(name) : undefined;
    const element = parent ? known : document;
    this.#open.push({ element, text: "" });
    if (element?.scope) this.#records.push(new Map());
    if (element?.key && currency !== undefined) this.#set(`${element.key}@Ccy`, currency);
  }

  #end(): void {
    const { element, text = "" } = this.#open.pop() ?? {};
    if (element?.key) this.#set(element.key, text);
    const [values = new Map()] = element?.scope ? this.#records.splice(-1) : [];
    if (element?.scope === "detail") this.#details.push(values);
    if (this.#details.length > BANK_TRANSACTIONS_MAX) throw new RefusedBankFile("many");
    if (element?.scope === "entry") {
      const [file = new Map(), account = new Map()] = this.#records;
      this.finished.push({ file, account, values, details: this.#details });
      this.#details = [];
    }
  }

  #set(key: string, text: string): void {
    const record = this.#records.at(-1);
    const before = record?.get(key);
    const value = text.trim().slice(0, TEXT_MAX).replace(/\s+/g, " ");
    if (before === undefined) record?.set(key, value);
    else if (before.length < TEXTS_MAX) record?.set(key, `${before}\n${value}`);
  }
}

function* decoded(bytes: Uint8Array): Generator<string> {
  const decoder = new TextDecoder(encodingOf(bytes), { fatal: true });
  let reason: BankFileRefusal = "encoding";
  try {
    for (let start = 0; start < bytes.length; start += CHUNK_BYTES)
      yield decoder.decode(bytes.subarray(start, start + CHUNK_BYTES), { stream: true });
    reason = "damaged"; // Only the end of the file can fail below: its last character is incomplete.
    yield decoder.decode();
  } catch {
    throw new RefusedBankFile(reason);
  }
}

function encodingOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  const head = String.fromCharCode(...bytes.subarray(0, HEAD_BYTES));
  if (!/^(?:\u00ef\u00bb\u00bf)?\s*</.test(head)) throw new RefusedBankFile("format");
  if (first === 0xef) return "utf-8";
  const [, declared = "utf-8"] = /^<\?xml\s[^>]*\bencoding\s*=\s*["']([^"']*)["']/.exec(head) ?? [];
  if (UTF_8.test(declared)) return "utf-8";
  if (LATIN_1.test(declared)) return "windows-1252";
  throw new RefusedBankFile("encoding");
}
