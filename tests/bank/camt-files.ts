/**
 * Makes files of a bank: camt.053 and camt.054 in the versions 001.04 and 001.08. `xmllint --schema` found them valid
 * against the schemas of ISO 20022, which are not in the repository. For a test through HTTP or a browser:
 *
 *     const xml = camtFile({ entries: [payment({ amount: 50_00, reference: feeReference("2027", member.id), payer: "Léa Luyet" })] });
 *     form.append("file", new File([xml], "releve.xml"));             // through HTTP
 *     await input.setInputFiles({ name: "releve.xml", mimeType: "text/xml", buffer: Buffer.from(xml) }); // in a browser
 *
 * The same entries as 053 and 054, in another order or version: `camtFile({ kind: "054", version: "04", entries })`.
 * A batch of a 053 without details, and its 054: `batchOf` instead of `details`, with the same `reference`.
 */
import type { Centimes } from "#domain/money/amount.ts";

export type CamtDetail = {
  /** By default, that of the entry; only version 04, which requires one, then writes it. */
  readonly amount?: Centimes;
  /** Whether the amount is in `AmtDtls/TxAmt/Amt` instead of `Amt`; only in version 08. */
  readonly amountInDetails?: boolean;
  readonly currency?: string;
  readonly debit?: boolean;
  /** The bank's reference of the transaction. */
  readonly transactionReference?: string;
  /** `NOTPROVIDED` by default. */
  readonly endToEnd?: string;
  /** Version 4 UUID; version 04 of camt has no such element and omits it. */
  readonly uetr?: string;
  /** Structured creditor reference. */
  readonly reference?: string;
  /** Further structured creditor references, each in a `Strd` of its own, before `reference`. */
  readonly otherReferences?: readonly string[];
  /** Free text, each at most 140 characters. */
  readonly texts?: readonly string[];
  readonly payer?: string;
  readonly ultimatePayer?: string;
  readonly info?: string;
  /** Whether the detail has a return reason. */
  readonly returned?: boolean;
};

export type CamtEntry = {
  readonly amount: Centimes;
  readonly currency?: string;
  readonly debit?: boolean;
  readonly reversal?: boolean;
  /** `BOOK` by default; `PDNG`: announced, but not booked. */
  readonly status?: string;
  /** A day, or a date and time. Null: only the value date. */
  readonly bookingDate?: string | null;
  readonly valueDate?: string;
  /** The bank's reference of the entry. */
  readonly entryReference?: string;
  readonly info?: string;
  readonly details?: readonly CamtDetail[];
  /** Without details: the number of transactions that the entry sums up. */
  readonly batchOf?: number;
};

export type CamtOptions = {
  readonly kind?: "053" | "054";
  readonly version?: "04" | "08";
  readonly iban?: string;
  /** Namespace prefix of all elements, with its colon. */
  readonly prefix?: string;
  /** Encoding that the XML declaration names; the caller encodes the text. */
  readonly encoding?: string;
  readonly entries: readonly CamtEntry[];
};

export const CAMT_IBAN = "CH9300762011623852957";

/** An entry of one payment, as most are. */
export const payment = (
  { amount, ...detail }: CamtDetail & { amount: Centimes },
  entry?: Partial<CamtEntry>,
): CamtEntry => ({
  amount,
  details: [{ amount, ...detail }],
  ...entry,
});

export const namespaceOf = (kind: string, version: string): string =>
  `urn:iso:std:iso:20022:tech:xsd:camt.${kind}.001.${version}`;

const ESCAPED: Record<string, string> = { "<": "&lt;", ">": "&gt;", "&": "&amp;", '"': "&quot;" };
const escaped = (text: string) => text.replace(/[<>&"]/g, (char) => ESCAPED[char] ?? char);

/** @returns XML with one account, whose first entry is the first of `entries` */
export function camtFile(options: CamtOptions): string {
  const { kind = "053", version = "08", iban = CAMT_IBAN, prefix = "", encoding = "UTF-8", entries } = options;
  const statement = kind === "053";

  const element = (name: string, content: string, attributes = "") =>
    `<${prefix}${name}${attributes}>${content}</${prefix}${name}>`;
  const text = (name: string, content: string | undefined) =>
    content === undefined ? "" : element(name, escaped(content));
  const money = (amount: Centimes, currency = "CHF") =>
    element("Amt", `${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, "0")}`, ` Ccy="${currency}"`);
  const when = (name: string, date: string | null | undefined) =>
    date ? element(name, text(date.includes("T") ? "DtTm" : "Dt", date)) : "";
  const direction = (debit: boolean | undefined) => text("CdtDbtInd", debit ? "DBIT" : "CRDT");
  const party = (name: string, person: string | undefined) =>
    person === undefined
      ? ""
      : element(name, version === "08" ? element("Pty", text("Nm", person)) : text("Nm", person));
  const domain = element("Domn", text("Cd", "PMNT") + element("Fmly", text("Cd", "RCDT") + text("SubFmlyCd", "VCOM")));
  const code = element("BkTxCd", domain);

  // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one template, with a condition per optional element
  const detail = (one: CamtDetail, entry: CamtEntry) => {
    const amount = one.amount ?? (version === "04" ? entry.amount : undefined);
    const inDetails = version === "08" && one.amountInDetails;
    const refs = [
      text("AcctSvcrRef", one.transactionReference),
      text("EndToEndId", one.endToEnd ?? "NOTPROVIDED"),
      version === "08" ? text("UETR", one.uetr) : "",
    ];
    const structured = (reference: string) =>
      element(
        "Strd",
        element("CdtrRefInf", element("Tp", element("CdOrPrtry", text("Cd", "SCOR"))) + text("Ref", reference)),
      );
    const references = [...(one.otherReferences ?? []), ...(one.reference === undefined ? [] : [one.reference])];
    const remittance = [...(one.texts ?? []).map((each) => text("Ustrd", each)), ...references.map(structured)].join(
      "",
    );
    return element(
      "TxDtls",
      [
        element("Refs", refs.join("")),
        amount === undefined || inDetails ? "" : money(amount, one.currency),
        version === "04" || one.debit !== undefined ? direction(one.debit ?? entry.debit) : "",
        amount !== undefined && inDetails ? element("AmtDtls", element("TxAmt", money(amount, one.currency))) : "",
        element("RltdPties", party("Dbtr", one.payer) + party("UltmtDbtr", one.ultimatePayer)),
        remittance && element("RmtInf", remittance),
        one.returned ? element("RtrInf", element("Rsn", text("Cd", "AC04"))) : "",
        text("AddtlTxInf", one.info),
      ].join(""),
    );
  };

  const written = (entry: CamtEntry) => {
    const batch = element("Btch", text("NbOfTxs", String(entry.batchOf ?? entry.details?.length)));
    const status = entry.status ?? "BOOK";
    return element(
      "Ntry",
      [
        money(entry.amount, entry.currency),
        direction(entry.debit),
        entry.reversal === undefined ? "" : text("RvslInd", String(entry.reversal)),
        version === "08" ? element("Sts", text("Cd", status)) : text("Sts", status),
        when("BookgDt", entry.bookingDate === undefined ? "2027-02-01" : entry.bookingDate),
        when("ValDt", entry.valueDate),
        text("AcctSvcrRef", entry.entryReference),
        code,
        entry.details || entry.batchOf
          ? element("NtryDtls", batch + (entry.details ?? []).map((each) => detail(each, entry)).join(""))
          : "",
        text("AddtlNtryInf", entry.info),
      ].join("\n"),
    );
  };

  const created = text("CreDtTm", "2027-02-02T06:00:00+01:00");
  const balance = (type: string) =>
    element(
      "Bal",
      element("Tp", element("CdOrPrtry", text("Cd", type))) + money(0) + direction(false) + when("Dt", "2027-02-01"),
    );
  const account =
    text("Id", "1") +
    created +
    element("Acct", element("Id", text("IBAN", iban)) + text("Ccy", "CHF")) +
    (statement ? balance("OPBD") + balance("CLBD") : "");
  const body = element(statement ? "Stmt" : "Ntfctn", account + entries.map(written).join("\n"));
  const root = statement ? "BkToCstmrStmt" : "BkToCstmrDbtCdtNtfctn";
  const header = element("GrpHdr", text("MsgId", "1") + created);
  const xmlns = ` xmlns${prefix && `:${prefix.slice(0, -1)}`}="${namespaceOf(kind, version)}"`;
  return `<?xml version="1.0" encoding="${encoding}"?>\n${element("Document", element(root, header + body), xmlns)}\n`;
}
