/** The result of an event: what came in and what was paid, a line each (docs/specification.md section 23). */
import { type Day, isDay, swissDay } from "#domain/dates.ts";
import { groupThousands, toSingleLine } from "#domain/fields.ts";
import type { Centimes } from "#domain/money/amount.ts";
import { type Result, refusal, success } from "#domain/result.ts";
import { normaliseUnicode } from "#domain/text/normal-form.ts";

/** `amount`: negative for an expense. `day`: of a correction after the result was closed; empty otherwise. */
export type ResultLine = { readonly label: string; readonly amount: Centimes; readonly day: Day | "" };

/** `closedOn`: the day in Zurich on which the result was closed. Empty: it is open. */
export type ResultFields = { readonly lines: readonly ResultLine[]; readonly closedOn: Day | "" };

/** `label`: in characters. `typed`: characters of the whole text. `corrections`: lines after the result was closed. */
export const RESULT_LIMITS = { lines: 100, corrections: 100, label: 100, typed: 20_000, amount: 1_000_000_00 } as const;

const quoted = (line: string): string => `«\u00a0${line.slice(0, 30)}\u00a0»`;

const RESULT_SENTENCES = {
  form: (line: string) =>
    `${quoted(line)} n’a pas de montant à la fin\u00a0: écrivez par exemple «\u00a0Bar 10’498.–\u00a0» ou «\u00a0Sécurité −988.25\u00a0».`,
  label: (line: string) => `${quoted(line)} n’a pas de nom, ou un nom de plus de ${RESULT_LIMITS.label} caractères.`,
  excess: (line: string) => `${quoted(line)}\u00a0: ce montant est trop grand.`,
  several: (line: string) => `${quoted(line)} a plusieurs montants\u00a0: un seul par ligne, à la fin.`,
  dash: (line: string) =>
    `${quoted(line)}\u00a0: le tiret du début est-il un moins\u00a0? Écrivez «\u00a0Sécurité −988.25\u00a0» si c’est payé, ou enlevez-le.`,
  column: (line: string) =>
    `${quoted(line)}\u00a0: le montant est dans une autre colonne. Écrivez un moins devant ce qui est payé.`,
  sum: (line: string) => `${quoted(line)}\u00a0: enlevez cette ligne, le site fait la somme.`,
  tooMany: `Il y a trop de lignes\u00a0: ${RESULT_LIMITS.lines} au plus.`,
  tooManyCorrections: `Il y a déjà ${RESULT_LIMITS.corrections} corrections, le maximum.`,
} as const;

const CURRENCY = String.raw`(?:CHF\.?|S?Frs?\.?|francs?)`;
const DASH = String.raw`\-\u2212\p{Pd}`;
/** « 10’498 », « 1 200,50 », « 120.– », and what English and German spreadsheets write: « 1,200.50 », « 1.200,50 ». */
const AMOUNT = String.raw`(?:\d{1,3}(?:,\d{3})+\.\d\d|\d{1,3}(?:\.\d{3})+,\d\d|(?:\d{1,3}(?:['’ ]\d{3})+|\d+)(?:[.,](?:\d{1,2}|[${DASH}]{1,2})?)?)`;
/** An amount with a sign and a currency. */
const MONEY = String.raw`(?:${CURRENCY}\s*)?(?<sign>[+${DASH}])?\s*(?:${CURRENCY}\s*)?(?<amount>${AMOUNT})(?:\s*${CURRENCY})?`;
/** One character between a name and an amount. A single full stop belongs to the name: « Div. ». */
const SEPARATOR = String.raw`[\s:=;|>→…_]|\.(?=\.)|(?<=\.)\.`;
const ONLY_MONEY = new RegExp(`^${MONEY}$`, "iu");
const LABEL_FIRST = new RegExp(`^(?<label>.*?)(?:^|${SEPARATOR})+${MONEY}$`, "iu");
const AMOUNT_FIRST = new RegExp(`^${MONEY}(?:${SEPARATOR})+(?<label>.*)$`, "iu");
/** Only money is written so: « 10’498 », « 120.– », « 988.25 », « Fr. 20 ». « 3 caisses » has no amount. */
const LIKE_MONEY = new RegExp(String.raw`['’]\d{3}|[.,](?:\d\d|[${DASH}]{1,2})(?!\d)|${CURRENCY}`, "iu");

/** In characters: the longest name, an amount, and what stands between them. */
const LINE_MAX = 2 * RESULT_LIMITS.label;
const APOSTROPHES = /(?<=\d)[‘`´ʼ′](?=\d{3})/gu;
const BULLET = /^[•*·◦‣▪●]\s*/u;
const LEADING_SIGN = /^([+\-\u2212\p{Pd}])\s*(?=[^\d\s])(?!(?:CHF|S?Fr))/iu;
const AROUND_LABEL = /^[\s\-\u2212\p{Pd}+•|]+(?=[^\d\s])|[\s:=;|>→…_]+$/gu;
/** The names of lines that sum others, as spreadsheets have them. */
const SUM = /^(?:sous-)?(?:total|somme|bénéfice|perte|résultat)(?:\s(?:général|net|final))?$/iu;

/** Reads one line: « Bar 10’498.– », « Sécurité −988.25 », « Boissons: CHF -1'200 ». The reason is a French sentence. */
export function parseResultLine(typed: string): Result<Omit<ResultLine, "day">, string> {
  if (typed.length > LINE_MAX) return tooLong(typed);
  return LEADING_SIGN.test(plainLine(typed)) ? refusal(RESULT_SENTENCES.dash(toSingleLine(typed))) : readLine(typed);
}

const tooLong = (line: string) => refusal(RESULT_SENTENCES.label(toSingleLine(line.slice(0, LINE_MAX))));

const plainLine = (typed: string): string =>
  toSingleLine(normaliseUnicode(typed, "NFC"))
    .replace(APOSTROPHES, "’")
    .replace(BULLET, "")
    .replace(/^[\s|]+|[\s|;,]+$/g, "");

function readLine(typed: string): Result<Omit<ResultLine, "day">, string> {
  const cells = cellsOf(typed);
  const amounts = cells.filter((cell) => ONLY_MONEY.test(cell));
  const line = plainLine(typed);
  if (amounts.length > 1) return refusal(RESULT_SENTENCES.several(line));
  const [found] = amounts;
  const label = cells.filter((cell) => cell !== found).join(" ");
  if (found !== undefined && label !== "") return amountOf(line, { ...ONLY_MONEY.exec(found)?.groups, label });
  const last = LABEL_FIRST.exec(line)?.groups;
  const first = AMOUNT_FIRST.exec(line)?.groups;
  const isFirstMoney = first !== undefined && LIKE_MONEY.test(line.slice(0, line.length - (first.label ?? "").length));
  if (!last) return isFirstMoney ? amountOf(line, first) : refusal(RESULT_SENTENCES.form(line));
  // « 20.– Bar 2 »: either number may be the amount.
  if (isFirstMoney && last.label !== "" && !LIKE_MONEY.test(line.slice((last.label ?? "").length)))
    return refusal(RESULT_SENTENCES.several(line));
  return amountOf(line, last);
}

/** The cells of a pasted row of a spreadsheet. */
const cellsOf = (typed: string): string[] =>
  typed
    .split("\t")
    .map(plainLine)
    .filter((cell) => cell !== "");

type ReadLine = { readonly label?: string; readonly sign?: string; readonly amount?: string };

function amountOf(line: string, { label = "", sign, amount: text = "" }: ReadLine) {
  const name = label.replace(AROUND_LABEL, "");
  if (name === "" || name.length > RESULT_LIMITS.label) return refusal(RESULT_SENTENCES.label(line));
  if (SUM.test(name)) return refusal(RESULT_SENTENCES.sum(line));
  const [, francs = "", centimes = ""] = /^(.*?)(?:[.,](\d{1,2}))?$/u.exec(text) ?? [];
  const amount = Number(francs.replace(/\D/g, "")) * 100 + Number(centimes.padEnd(2, "0"));
  if (amount > RESULT_LIMITS.amount) return refusal(RESULT_SENTENCES.excess(line));
  return success({ label: name, amount: sign === undefined || sign === "+" ? amount : -amount || 0 });
}

/** Reads a result, a line each. Ignores empty lines. The reason is a French sentence about the first line refused. */
export function parseResultLines(typed: string): Result<ResultLine[], string> {
  const texts = typed.split(/\r\n?|\n/).filter((text) => text.trim() !== "");
  const long = texts.find((text) => text.length > LINE_MAX);
  if (long !== undefined) return tooLong(long);
  const signs = texts.map((text) => LEADING_SIGN.exec(plainLine(text))?.[1] ?? "");
  // A dash before each line is a bullet; beside lines with a plus, it is a minus.
  const isSigned = signs.includes("+") && !signs.includes("");
  const isBulleted = texts.length > 1 && !signs.includes("") && !isSigned;
  const hasColumns = texts.some(hasColumnLeftEmpty) && !texts.every(hasColumnLeftEmpty);
  const lines: ResultLine[] = [];
  for (const [index, text] of texts.entries()) {
    const sign = signs[index] ?? "";
    const line = isSigned || isBulleted ? readLine(text.trim().replace(LEADING_SIGN, "")) : parseResultLine(text);
    if (!line.ok) return line;
    // In a table of two columns, what was paid stands in the second one, without a sign.
    if (hasColumns && hasColumnLeftEmpty(text) && line.value.amount > 0)
      return refusal(RESULT_SENTENCES.column(plainLine(text)));
    const isPaid = isSigned && sign !== "+";
    lines.push({ ...line.value, amount: isPaid ? -Math.abs(line.value.amount) || 0 : line.value.amount, day: "" });
  }
  return lines.length > RESULT_LIMITS.lines ? refusal(RESULT_SENTENCES.tooMany) : success(lines);
}

/** Whether a cell before the amount is empty. */
const hasColumnLeftEmpty = (text: string): boolean =>
  text
    .trim()
    .split("\t")
    .some((cell) => cell.trim() === "");

/** The lines as `parseResultLines` reads them. Omits corrections. */
export const resultAsTyped = (lines: readonly ResultLine[]): string =>
  lines
    .filter(({ day }) => day === "")
    // « Bar 2 120.– » would be read as 2’120 francs.
    .map(({ label, amount }) => `${label}${/\d$/.test(label) ? ":" : ""} ${signedAmountInFrench(amount)}`)
    .join("\n");

/** « Bar 10’498.– », « Sécurité −988.25 », with the day of a correction: « Bar −20.– (correction du 03.12.2026) ». */
export function resultLineInFrench({ label, amount, day }: ResultLine): string {
  const line = `${label} ${signedAmountInFrench(amount)}`;
  return day === "" ? line : `${line} (correction du ${swissDay(day)})`;
}

/** « 10’498.– », « −988.25 ». */
export function signedAmountInFrench(amount: Centimes): string {
  const positive = Math.abs(amount);
  const rest = positive % 100;
  const francs = `${groupThousands(Math.floor(positive / 100))}.${rest === 0 ? "–" : String(rest).padStart(2, "0")}`;
  return amount < 0 ? `\u2212${francs}` : francs;
}

const correctionsIn = (lines: readonly ResultLine[]): ResultLine[] => lines.filter(({ day }) => day !== "");

/** Whether « Boucler » can be undone: on the same day, while there is no correction. @param today in Zurich */
export const canReopenResult = ({ closedOn, lines }: ResultFields, today: Day): boolean =>
  closedOn === today && correctionsIn(lines).length === 0;

/** A closed result with a correction. The reason is a French sentence. @param day of the correction, in Zurich */
export function addCorrection(result: ResultFields, typed: string, day: Day): Result<ResultFields, string> {
  const line = parseResultLine(typed);
  if (!line.ok) return line;
  if (correctionsIn(result.lines).length >= RESULT_LIMITS.corrections)
    return refusal(RESULT_SENTENCES.tooManyCorrections);
  return success({ ...result, lines: [...result.lines, { ...line.value, day }] });
}

export const resultSum = (lines: readonly ResultLine[]): Centimes => lines.reduce((sum, { amount }) => sum + amount, 0);

/** The sum in words: « Bénéfice », « Perte », or « Ni bénéfice ni perte » for zero. */
export function resultSumLabel(sum: Centimes): string {
  if (sum === 0) return "Ni bénéfice ni perte";
  return sum > 0 ? "Bénéfice" : "Perte";
}

/** Reads the lines of a stored document. Omits what is no line. */
export function resultLinesIn(value: unknown): ResultLine[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((line: Partial<Record<keyof ResultLine, unknown>> | null) => {
    const { label, amount, day } = line ?? {};
    if (typeof label !== "string" || !Number.isSafeInteger(amount)) return [];
    return [{ label, amount: Number(amount), day: typeof day === "string" && isDay(day) ? day : "" }];
  });
}
