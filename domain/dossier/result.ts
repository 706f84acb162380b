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

const RESULT_SENTENCES = {
  form: (line: string) =>
    `«\u00a0${line.slice(0, 30)}\u00a0» n’a pas de montant à la fin\u00a0: écrivez par exemple «\u00a0Bar 10’498.–\u00a0» ou «\u00a0Sécurité −988.25\u00a0».`,
  label: (line: string) =>
    `«\u00a0${line.slice(0, 30)}\u00a0» n’a pas de nom, ou un nom de plus de ${RESULT_LIMITS.label} caractères.`,
  excess: (line: string) => `«\u00a0${line.slice(0, 30)}\u00a0»\u00a0: ce montant est trop grand.`,
  tooMany: `Il y a trop de lignes\u00a0: ${RESULT_LIMITS.lines} au plus.`,
  tooManyCorrections: `Il y a déjà ${RESULT_LIMITS.corrections} corrections, le maximum.`,
} as const;

const CURRENCY = String.raw`(?:CHF|S?Fr\.?|francs?)`;
const AMOUNT = String.raw`(\d{1,3}(?:['’  ]\d{3})+|\d+)(?:[.,](?:(\d{1,2})|[\p{Pd}\u2212]{1,2})?)?`;
/** A name, an optional sign and an amount, with an optional currency before or after it. */
const LINE = new RegExp(
  String.raw`^(.*?)[\s:=;]*(?:(?<=^|[\s:=;])${CURRENCY}\s*)?(?:(?<=^|[\s:=;.])([+\-\u2212\p{Pd}])\s*)?(?:${CURRENCY}\s*)?(?<![\d'’.,])${AMOUNT}\s*${CURRENCY}?$`,
  "iu",
);

/** Reads one line: « Bar 10’498.– », « Sécurité −988.25 », « Boissons: CHF -1'200 ». The reason is a French sentence. */
export function parseResultLine(typed: string): Result<Omit<ResultLine, "day">, string> {
  const line = toSingleLine(normaliseUnicode(typed, "NFC"));
  const [, label = "", sign = "", francs, centimes = ""] = LINE.exec(line) ?? [];
  if (francs === undefined) return refusal(RESULT_SENTENCES.form(line));
  const name = label.trim();
  if (name === "" || name.length > RESULT_LIMITS.label) return refusal(RESULT_SENTENCES.label(line));
  const amount = Number(francs.replace(/\D/g, "")) * 100 + Number(centimes.padEnd(2, "0"));
  if (amount > RESULT_LIMITS.amount) return refusal(RESULT_SENTENCES.excess(line));
  return success({ label: name, amount: sign === "" || sign === "+" ? amount : -amount || 0 });
}

/** Reads a result, a line each. Ignores empty lines. The reason is a French sentence about the first line refused. */
export function parseResultLines(typed: string): Result<ResultLine[], string> {
  const lines: ResultLine[] = [];
  for (const text of typed.split(/\r\n?|\n/)) {
    if (text.trim() === "") continue;
    const line = parseResultLine(text);
    if (!line.ok) return line;
    lines.push({ ...line.value, day: "" });
  }
  return lines.length > RESULT_LIMITS.lines ? refusal(RESULT_SENTENCES.tooMany) : success(lines);
}

/** The lines as `parseResultLines` reads them. Omits corrections. */
export const resultAsTyped = (lines: readonly ResultLine[]): string =>
  lines
    .filter(({ day }) => day === "")
    .map(resultLineInFrench)
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
