import { SaxesParser } from "saxes";
import { BANK_TRANSACTIONS_MAX } from "#domain/bank/bank-file.ts";
import { RefusedFile } from "./refused-file.ts";

const NAMESPACE = /^urn:iso:std:iso:20022:tech:xsd:camt\.05[34]\.001\.0[48]$/;
/** The schemas need a third of these. */
const DEPTH_MAX = 64;
const ATTRIBUTES_MAX = 32;
/** Of the text that repeated elements have together. */
const REPEATED_MAX = 1_000;

/** Text by path within its record, without spaces around it; repeated elements are lines. `Amt@Ccy` is an attribute. */
export type Values = ReadonlyMap<string, string>;

export type CamtEntry = {
  readonly file: Values;
  readonly account: Values;
  readonly values: Values;
  readonly details: readonly Values[];
};

/** What is read of each record. Parties and `Sts`: the path in 001.04, then that in 001.08. */
const FILE = ["GrpHdr/CreDtTm"];
const ACCOUNT = ["Acct/Id/IBAN"];
const ENTRY = [
  ...["Amt", "CdtDbtInd", "RvslInd", "Sts", "Sts/Cd", "BookgDt/Dt", "BookgDt/DtTm", "ValDt/Dt", "ValDt/DtTm"],
  ...["AcctSvcrRef", "AddtlNtryInf", "NtryDtls/Btch/NbOfTxs"],
];
const DETAIL = [
  ...["Refs/AcctSvcrRef", "Refs/UETR", "Amt", "CdtDbtInd", "AmtDtls/TxAmt/Amt", "RtrInf", "AddtlTxInf"],
  ...["RltdPties/Dbtr/Nm", "RltdPties/Dbtr/Pty/Nm", "RltdPties/UltmtDbtr/Nm", "RltdPties/UltmtDbtr/Pty/Nm"],
  ...["RmtInf/Ustrd", "RmtInf/Strd/CdtrRefInf/Ref", "RmtInf/Strd/AddtlRmtInf"],
];

type Scope = "account" | "entry" | "detail";

/** An element that is read, begins a record, or has descendants that do. */
type Element = { readonly children: Map<string, Element>; key?: string; scope?: Scope };

const document: Element = { children: new Map() };
for (const [message, account] of [
  ["BkToCstmrStmt", "Stmt"],
  ["BkToCstmrDbtCdtNtfctn", "Ntfctn"],
]) {
  place(`${message}`, FILE);
  place(`${message}/${account}`, ACCOUNT, "account");
  place(`${message}/${account}/Ntry`, ENTRY, "entry");
  place(`${message}/${account}/Ntry/NtryDtls/TxDtls`, DETAIL, "detail");
}

function place(path: string, keys: readonly string[], scope?: Scope): void {
  if (scope) elementAt(path).scope = scope;
  for (const key of keys) elementAt(`${path}/${key}`).key = key;
}

function elementAt(path: string): Element {
  return path.split("/").reduce((parent, name) => {
    const child = parent.children.get(name) ?? { children: new Map() };
    parent.children.set(name, child);
    return child;
  }, document);
}

/** The entries of one XML file. Throws `RefusedFile`. saxes knows no entity but the five of XML. */
export function* camtEntries(chunks: Iterable<string>): Generator<CamtEntry> {
  const read = new CamtRead();
  for (const chunk of chunks) {
    read.write(chunk);
    yield* read.finished.splice(0);
  }
  read.close();
}

class CamtRead {
  readonly finished: CamtEntry[] = [];
  readonly #parser = new SaxesParser({ xmlns: true, position: false });
  readonly #open: { readonly element: Element | undefined; text: string }[] = [];
  /** Of the file, the account, the entry and the detail that are open. */
  readonly #records: Map<string, string>[] = [new Map()];
  #namespace = "";
  #attributes = 0;
  #details: Values[] = [];

  constructor() {
    const parser = this.#parser;
    const addText = (text: string) => {
      const frame = this.#open.at(-1);
      if (frame?.element?.key) frame.text += text;
    };
    parser.on("text", addText);
    parser.on("cdata", addText);
    parser.on("opentagstart", () => this.#limit());
    parser.on("attribute", () => {
      if (++this.#attributes > ATTRIBUTES_MAX) throw new RefusedFile("damaged");
    });
    parser.on("opentag", ({ local, uri, attributes }) => this.#start(local, uri, attributes.Ccy?.value));
    parser.on("closetag", () => this.#end());
    parser.on("doctype", () => {
      throw new RefusedFile("entities");
    });
    parser.on("error", () => {
      throw new RefusedFile(this.#namespace ? "damaged" : "format");
    });
  }

  write(chunk: string): void {
    this.#parser.write(chunk);
  }

  close(): void {
    this.#parser.close();
  }

  #limit(): void {
    this.#attributes = 0;
    if (this.#open.length >= DEPTH_MAX) throw new RefusedFile("damaged");
  }

  #start(name: string, namespace: string, currency: string | undefined): void {
    const parent = this.#open.at(-1);
    if (!parent) {
      if (name !== "Document" || !NAMESPACE.test(namespace)) throw new RefusedFile("version");
      this.#namespace = namespace;
    }
    const known = parent && namespace === this.#namespace ? parent.element?.children.get(name) : undefined;
    const element = parent ? known : document;
    this.#open.push({ element, text: "" });
    if (element?.scope) this.#records.push(new Map());
    if (element?.key && currency !== undefined) this.#set(`${element.key}@Ccy`, currency);
  }

  #end(): void {
    const { element, text } = this.#open.pop() ?? { element: undefined, text: "" };
    if (element?.key) this.#set(element.key, text.trim());
    if (!element?.scope) return;
    const values = this.#records.pop() ?? new Map<string, string>();
    if (element.scope === "detail") {
      this.#details.push(values);
      if (this.#details.length > BANK_TRANSACTIONS_MAX) throw new RefusedFile("many");
    }
    if (element.scope === "entry") {
      const [file, account] = this.#records as [Values, Values];
      this.finished.push({ file, account, values, details: this.#details });
      this.#details = [];
    }
  }

  #set(key: string, text: string): void {
    const record = this.#records.at(-1);
    const before = record?.get(key);
    if (before === undefined) record?.set(key, text);
    else if (before.length < REPEATED_MAX) record?.set(key, `${before}\n${text}`);
  }
}
