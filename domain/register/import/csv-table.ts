/** Reads CSV files of Excel, ClubDesk and hitobito. Must be fast for any content. */
import { type Result, refusal, success } from "#domain/result.ts";
import { removeCsvApostrophes } from "#domain/text/csv.ts";
import { type CsvEncoding, decodeText, detectCsvEncoding, isUtf8 } from "./encoding.ts";
import { meaningOfColumnTitle } from "./titles.ts";

const MEGABYTES = 2;
export const IMPORT_LIMITS = {
  bytes: MEGABYTES * 1024 * 1024,
  lines: 3000,
  columns: 200,
  /** Includes empty rows. Excel may write thousands of them after the last row. */
  records: 20_000,
  /** Limited, because replacing a million carriage returns would take longer than 0.1 s. */
  carriageReturns: 100_000,
} as const;

export const CSV_TABLE_SENTENCES = {
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
export type CsvRow = { readonly number: number; readonly cells: readonly string[] };

export type CsvTable = {
  readonly encoding: CsvEncoding;
  /** Whether the file contains bytes that are invalid in this encoding. */
  readonly isDamaged: boolean;
  /** Number of the row with the titles. 0 if the file has none. */
  readonly head: number;
  /** One title per column of the widest row. Empty texts if `head` is 0. */
  readonly header: readonly string[];
  /** The rows below the titles. */
  readonly rows: readonly CsvRow[];
  /** The first rows of the file, one of which may contain the titles. */
  readonly top: readonly CsvRow[];
  /** A text of each column, empty for an empty column. */
  readonly samples: readonly string[];
};

/** The user's choices. The site derives an absent choice from the content. */
export type CsvReadingOptions = { readonly encoding?: CsvEncoding | undefined; readonly head?: number | undefined };

/** Number of first rows in which the titles are searched. */
const TOP = 30;

/**
 * Reads CSV in UTF-8, UTF-16, Windows-1252, MacRoman or CP850. Separator: `;`, `,`, tab or `|`. Yields after each row,
 * so that the caller can serve requests. A refusal is a French sentence.
 */
export function* readCsvTable(
  bytes: Uint8Array,
  choices: CsvReadingOptions = {},
): Generator<void, Result<CsvTable, string>> {
  if (bytes.length === 0) return refusal(CSV_TABLE_SENTENCES.missing);
  if (bytes.length > IMPORT_LIMITS.bytes) return refusal(CSV_TABLE_SENTENCES.heavy);
  // A ZIP file, such as an Excel workbook, begins with `PK`.
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return refusal(CSV_TABLE_SENTENCES.workbook);
  const encoding = choices.encoding ?? detectCsvEncoding(bytes);
  yield;
  const decoded = decodeText(bytes, encoding);
  if (decoded.includes("\0")) return refusal(CSV_TABLE_SENTENCES.workbook);
  if (hasTooManyCarriageReturns(decoded)) return refusal(CSV_TABLE_SENTENCES.lines);
  yield;
  const text = decoded.replace(/\r\n?/g, "\n");
  const [mark = "", named] = /^"?sep=(.)"?\n/i.exec(text) ?? [];
  const separator = named ?? separatorOf(text);
  const read = yield* rowsOf(records(text, mark.length, separator), mark === "" ? 0 : 1);
  if (!read.ok) return read;
  const all = read.value;
  const top = all.slice(0, TOP);
  const head = choices.head ?? headOf(top)?.number ?? 0;
  const rows = all.filter((row) => row.number > head);
  if (rows.length === 0) return refusal(CSV_TABLE_SENTENCES.empty);
  if (rows.length > IMPORT_LIMITS.lines) return refusal(CSV_TABLE_SENTENCES.lines);
  const titles = all.find((row) => row.number === head)?.cells ?? [];
  const samples = yield* samplesOf(rows, Math.max(...all.map(({ cells }) => cells.length)));
  const header = samples.map((_, i) => titles[i] ?? "");
  const isDamaged = encoding === "utf-8" && !isUtf8(bytes);
  return success({ encoding, isDamaged, head, header, rows, top, samples });
}

/** The rows that are not empty. @param skipped number of rows before the first record */
function* rowsOf(all: ReturnType<typeof records>, skipped: number): Generator<void, Result<CsvRow[], string>> {
  const rows: CsvRow[] = [];
  let number = skipped;
  for (const cells of all) {
    yield;
    if (typeof cells === "string") return refusal(CSV_TABLE_SENTENCES[cells]);
    number++;
    if (number > IMPORT_LIMITS.records || rows.length > IMPORT_LIMITS.lines + TOP)
      return refusal(CSV_TABLE_SENTENCES.lines);
    if (cells.some((cell) => cell !== "")) rows.push({ number, cells });
  }
  return success(rows);
}

function* samplesOf(rows: readonly CsvRow[], columns: number): Generator<void, string[]> {
  const samples = Array<string>(columns).fill("");
  for (const { cells } of rows) {
    yield;
    for (const [i, cell] of cells.entries()) if (cell !== "" && samples[i] === "") samples[i] = cell;
  }
  return samples;
}

function hasTooManyCarriageReturns(text: string): boolean {
  let count = 0;
  for (let at = text.indexOf("\r"); at >= 0 && count <= IMPORT_LIMITS.carriageReturns; at = text.indexOf("\r", at + 1))
    count++;
  return count > IMPORT_LIMITS.carriageReturns;
}

const titlesIn = (cells: readonly string[]) =>
  new Set(cells.map(meaningOfColumnTitle).filter((meaning) => meaning !== null));

/** The first row that names columns. If there is none, the first row: the user sees it and can choose another. */
function headOf(top: readonly CsvRow[]): CsvRow | undefined {
  const known = top.map(({ cells }) => titlesIn(cells));
  const isHead = (titles: Set<string> | undefined) =>
    ["firstName", "lastName", "name", "fullName", "lastNameFirst"].some((name) => titles?.has(name));
  const of = (least: number) => top.find((_, i) => isHead(known[i]) && (known[i]?.size ?? 0) >= least);
  return of(2) ?? of(1) ?? top.find((_, i) => (known[i]?.size ?? 0) >= 2) ?? top[0];
}

const SAMPLE = 10_000;

/** The separator with which a row names most columns, otherwise the separator that divides most rows into the same number of fields. */
function separatorOf(text: string): string {
  const sample = text.slice(0, SAMPLE);
  const rank = (separator: string) => {
    const widths = new Map<number, number>();
    let titles = 0;
    let rows = 0;
    for (const cells of records(sample, 0, separator)) {
      if (typeof cells === "string" || ++rows > TOP) break;
      titles = Math.max(titles, titlesIn(cells).size);
      if (cells.length > 1) widths.set(cells.length, (widths.get(cells.length) ?? 0) + cells.length);
    }
    return [titles, Math.max(0, ...widths.values())] as const;
  };
  const ranked = [";", ",", "\t", "|"].map((separator) => ({ separator, rank: rank(separator) }));
  return ranked.reduce((best, other) => {
    const [titles, width] = other.rank;
    const isBetter = titles > best.rank[0] || (titles === best.rank[0] && width > best.rank[1]);
    return isBetter ? other : best;
  }).separator;
}

/** Yields the records (RFC 4180), or why the file is refused. Text after a closing quote belongs to the cell. */
function* records(text: string, start: number, separator: string): Generator<string[] | "quote" | "columns"> {
  let record: string[] = [];
  const endOfCell = cellEnds(text, separator);
  for (let at = start; at < text.length; at++) {
    let cell = "";
    const isQuoted = text[at] === '"';
    if (isQuoted) {
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
    const isLast = text[at] !== separator || at === text.length - 1;
    const raw = cell + text.slice(from, at);
    record.push(!isQuoted && NO_VALUE.has(raw) ? "" : cleanCell(raw, isLast));
    if (record.length > IMPORT_LIMITS.columns) return yield "columns";
    if (!isLast) continue;
    yield record;
    record = [];
  }
}

/** What exports of phpMyAdmin and MySQL write for an absent value, without quotes. They quote texts. */
const NO_VALUE: ReadonlySet<string> = new Set(["NULL", "\\N"]);

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

/** Maximum length of a cell in characters, longer than any field of a member. */
const CELL_MAX = 10_000;

/** `="079…"`: the form in which exports keep a number as text in Excel. */
const TEXT_FORMULA = /^="([^"]*)"$/;

function cleanCell(cell: string, isLast: boolean): string {
  const text = cell.trim().slice(0, CELL_MAX);
  const [, formula] = TEXT_FORMULA.exec(text) ?? [];
  return formula?.trim() ?? removeCsvApostrophes(text, isLast);
}
