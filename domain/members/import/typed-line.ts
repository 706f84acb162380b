import { type Day, isDay } from "#domain/dates.ts";
import { foldText } from "#domain/text/search.ts";
import { countryNamed, HOME_COUNTRY, splitAddress } from "../address.ts";
import type { ImportField } from "./columns.ts";

/** The texts of a line, in the format of the member form. A field without text is absent. */
export type TypedLine = Partial<Record<Exclude<ImportField, "address">, string>>;

const MONTHS = "jan|fev|mar|avr|mai|juin|juil|aou|sep|oct|nov|dec".split("|");
const NUMBERS = /^(\d{1,2})\s?[./-]\s?(\d{1,2})\s?[./-]\s?(\d{4}|\d{2})$/;
const YEAR_FIRST = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/;
const IN_WORDS = /^(\d{1,2})(?:er)? (\p{L}{3,9}) (\d{4})$/u;
const CLOCK = /[T ]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?Z?$/;
const DATE_MAX = 40;

/**
 * Reads `05.08.2008`, `5/8/08`, `2008-08-05` or `5 août 2008`. Null for any other text.
 * @param day today, to find the century of a year of two digits
 */
export function readDate(typed: string, day: Day): Day | null {
  const text = typed.slice(0, DATE_MAX).replace(CLOCK, "");
  const [, y, m, d] = YEAR_FIRST.exec(text) ?? [];
  if (y) return dayOf(y, m, d);
  const [, date, month, year = ""] = NUMBERS.exec(text) ?? [];
  if (date) return dayOf(year.length === 2 ? fullYear(year, day) : year, month, date);
  const [, number, word = "", ofYear = ""] = IN_WORDS.exec(foldText(text)) ?? [];
  const index = MONTHS.findIndex((start) => word.startsWith(start));
  return number && index >= 0 ? dayOf(ofYear, String(index + 1), number) : null;
}

function dayOf(year: string, month = "", date = ""): Day | null {
  const text = `${year}-${month.padStart(2, "0")}-${date.padStart(2, "0")}`;
  return isDay(text) ? text : null;
}

const fullYear = (year: string, day: Day): string => (year > day.slice(2, 4) ? `19${year}` : `20${year}`);

/** A phone number whose leading zero Excel has dropped. */
const WITHOUT_ZERO = /^[1-9]\d{8}$/;

/** The texts of a row by field. If several `columns` have the same field, the first text counts. */
export function typedLine(cells: readonly string[], columns: readonly (ImportField | null)[]): TypedLine {
  const said: Partial<Record<ImportField, string>> = {};
  for (const [i, cell] of cells.entries()) {
    const field = columns[i];
    if (!field || cell === "") continue;
    if (said[field] === undefined) said[field] = cell;
    else if (field === "address") said.address += `, ${cell}`;
  }
  const { address, street, ...typed } = said;
  for (const field of ["phone", "guardianPhone"] as const)
    if (typed[field] && WITHOUT_ZERO.test(typed[field])) typed[field] = `0${typed[field]}`;
  const country = typed.country ? countryNamed(typed.country) : null;
  if (country) typed.country = country;
  if (columns.includes("buildingNumber"))
    return { ...addressParts([address], country), ...(street && { street }), ...typed };
  // Without a column for the building number, the street also contains the number.
  return { ...addressParts([street, address], country), ...typed };
}

const ADDRESS_MAX = 140;

function addressParts(texts: readonly (string | undefined)[], named: string | null): TypedLine {
  const whole = texts.filter(Boolean).join(", ");
  // Do not split a text that is too long. The schema of `street` refuses such a text.
  if (whole.length > ADDRESS_MAX) return { street: whole };
  const { country, ...parts } = splitAddress(whole, named);
  const written = Object.fromEntries(Object.entries(parts).filter(([, text]) => text !== ""));
  return country === HOME_COUNTRY ? written : { ...written, country };
}
