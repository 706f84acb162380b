/** Reads CSV files of Excel, ClubDesk and hitobito. Must be fast for any content. */
import { type Result, refusal, success } from "#domain/result.ts";

const MEGABYTES = 2;
export const IMPORT_LIMITS = {
  bytes: MEGABYTES * 1024 * 1024,
  lines: 3000,
  columns: 200,
  /** Includes empty lines. Excel may write thousands after the last row. */
  records: 20_000,
  /** Replacing a million carriage returns would take longer than 0.1 s. */
  carriageReturns: 100_000,
} as const;

export const TABLE_SENTENCES = {
  missing: "Choisissez un fichier CSV.",
  heavy: `Ce fichier dépasse ${MEGABYTES}\u00a0Mo. Partagez la liste en deux.`,
  workbook:
    "Ce n’est pas un fichier CSV. Dans Excel\u00a0: «\u00a0Enregistrer sous\u00a0», puis «\u00a0CSV UTF-8\u00a0».",
  empty: "Ce fichier ne contient aucune ligne sous les titres des colonnes.",
  columns: `Ce fichier a plus de ${IMPORT_LIMITS.columns} colonnes. Gardez celles des membres.`,
  lines: `Ce fichier a plus de ${IMPORT_LIMITS.lines} lignes. Partagez la liste en deux.`,
  quote: "Un guillemet ouvert n’est pas refermé dans ce fichier. Enregistrez-le de nouveau comme CSV.",
} as const;

/** `number`: row number in a spreadsheet. */
export type TableRow = { readonly number: number; readonly cells: readonly string[] };
type CsvTable = { readonly header: readonly string[]; readonly rows: readonly TableRow[] };

/** Reads CSV in UTF-8, UTF-16 or Windows-1252. Separator: `;`, `,`, tab or `|`. A refusal is a French sentence. */
export function readTable(bytes: Uint8Array): Result<CsvTable, string> {
  if (bytes.length === 0) return refusal(TABLE_SENTENCES.missing);
  if (bytes.length > IMPORT_LIMITS.bytes) return refusal(TABLE_SENTENCES.heavy);
  const decoded = decode(bytes);
  if (decoded.includes("\0")) return refusal(TABLE_SENTENCES.workbook);
  if (hasTooManyCarriageReturns(decoded)) return refusal(TABLE_SENTENCES.lines);
  const text = decoded.replace(/\r\n?/g, "\n");
  const [mark = "", named] = /^sep=(.)\n/i.exec(text) ?? [];
  const rows: TableRow[] = [];
  let number = mark === "" ? 0 : 1;
  for (const cells of records(text, mark.length, named ?? separatorOf(text))) {
    if (typeof cells === "string") return refusal(TABLE_SENTENCES[cells]);
    number++;
    if (number > IMPORT_LIMITS.records || rows.length > IMPORT_LIMITS.lines) return refusal(TABLE_SENTENCES.lines);
    if (cells.some((cell) => cell !== "")) rows.push({ number, cells });
  }
  const [first, ...others] = rows;
  return first && others.length > 0 ? success({ header: first.cells, rows: others }) : refusal(TABLE_SENTENCES.empty);
}

function hasTooManyCarriageReturns(text: string): boolean {
  let count = 0;
  for (let at = text.indexOf("\r"); at >= 0 && count <= IMPORT_LIMITS.carriageReturns; at = text.indexOf("\r", at + 1))
    count++;
  return count > IMPORT_LIMITS.carriageReturns;
}

/** `PK` begins a ZIP file, such as an Excel workbook. The NUL character makes `readTable` refuse the file. */
function decode(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0x50 && second === 0x4b) return "\0";
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

const HEADER_MAX = 10_000;

function separatorOf(text: string): string {
  const start = text.trimStart().slice(0, HEADER_MAX);
  const [header = ""] = start.replace(/"[^"]*"/g, "").split("\n", 1);
  const count = (separator: string) => header.split(separator).length;
  return [";", ",", "\t", "|"].reduce((best, other) => (count(other) > count(best) ? other : best));
}

/** Yields the records (RFC 4180), or why the file is refused. Text after a closing quote belongs to the cell. */
function* records(text: string, start: number, separator: string): Generator<string[] | "quote" | "columns"> {
  let record: string[] = [];
  const endOfCell = cellEnds(text, separator);
  for (let at = start; at < text.length; at++) {
    let cell = "";
    if (text[at] === '"') {
      const end = closingQuote(text, at + 1);
      if (end < 0) return yield "quote";
      // Much faster than `replaceAll` for a million matches.
      cell = text
        .slice(at + 1, end)
        .split('""')
        .join('"');
      at = end + 1;
    }
    const from = at;
    at = endOfCell(at);
    record.push(cleanCell(cell + text.slice(from, at)));
    if (record.length > IMPORT_LIMITS.columns) return yield "columns";
    if (text[at] === separator && at < text.length - 1) continue;
    yield record;
    record = [];
  }
}

/** `from` must not decrease from call to call, because the function remembers the next separator and line end. */
function cellEnds(text: string, separator: string): (from: number) => number {
  let [nextSeparator, nextLine] = [-1, -1];
  const find = (searched: string, from: number) => {
    const at = text.indexOf(searched, from);
    return at < 0 ? text.length : at;
  };
  return (from) => {
    if (nextSeparator < from) nextSeparator = find(separator, from);
    if (nextLine < from) nextLine = find("\n", from);
    return Math.min(nextSeparator, nextLine);
  };
}

function closingQuote(text: string, from: number): number {
  let at = text.indexOf('"', from);
  // Skip adjacent escaped quotes directly, because a million calls of `indexOf` would be slow.
  while (at >= 0 && text[at + 1] === '"') at = text[at + 2] === '"' ? at + 2 : text.indexOf('"', at + 2);
  return at;
}

/** In characters. Longer than any field of a member. */
const CELL_MAX = 10_000;

/** Removes the apostrophes that exports write before text that looks like a formula. */
function cleanCell(cell: string): string {
  const text = cell.trim().slice(0, CELL_MAX);
  if (!text.includes("'")) return text;
  return text
    .replace(/^'(?=[\s"]*[=+\-@＝＋－＠])/, "")
    .replace(/([,;\n\t](?:[^\S\t\n]|")*)'(?=[=+\-@＝＋－＠])/g, "$1");
}
