/** Dates as people, spreadsheets and exports write them. */
import { addDays, type Day, dayInZurich, isDay, timeInZurich } from "#domain/dates.ts";
import { foldText } from "#domain/text/search.ts";
import { LEADING_APOSTROPHE } from "./contact-cells.ts";

/** Order of day and month in a column. `mixed`: in some dates the day comes first, in others the month. */
type DateOrder = "day" | "month" | "mixed";
/**
 * The order of a column's dates with dots, and of its other dates. American dates rarely have dots, so one column may
 * contain both `5.8.2004` and `8/5/2004`.
 */
export type DateOrders = { readonly dots: DateOrder; readonly others: DateOrder };
/** The year from which a spreadsheet counts the days: 1904 in old files of Excel for Mac. */
export type SpreadsheetEpoch = "1900" | "1904";

/** Months in French, German, Italian and English. « Mrz » is German. */
const MONTHS = [
  "janvier|january|januar|janner|gennaio",
  "fevrier|february|februar|febbraio",
  "mars|march|marz|marzo|mrz|maerz",
  "avril|april|aprile",
  "mai|may|maggio",
  "juin|june|juni|giugno",
  "juillet|july|juli|luglio",
  "aout|august|agosto",
  "septembre|september|settembre",
  "octobre|october|oktober|ottobre",
  "novembre|november",
  "decembre|december|dezember|dicembre",
].map((names) => names.split("|"));
const ROMAN = "i|ii|iii|iv|v|vi|vii|viii|ix|x|xi|xii".split("|");

const NUMBERS = /^(\d{1,2})\s?([./-]|\s)\s?(\d{1,2})\s?(?:[./-]|\s)\s?['’]?(\d{4}|\d{2})\.?$/;
const YEAR_FIRST = /^(\d{4})[-/.\s](\d{1,2})[-/.\s](\d{1,2})$/;
const DAY_FIRST_IN_WORDS = /^(\d{1,2})(?:er|e|o|st|nd|rd|th|°)? (?:of |de |di )?(\p{L}+) (\d{4}|\d{2})$/u;
const MONTH_FIRST_IN_WORDS = /^(\p{L}+) (\d{1,2})(?:st|nd|rd|th)? (\d{4}|\d{2})$/u;
const WEEKDAY =
  /^(?:(?:lun|mar|mer|jeu|ven|sam|dim|mon|tue|wed|thu|fri|sat|sun|mon|die|mit|don|fre|son|gio|sab|dom)\p{L}*|mo|di|mi|do|fr|sa|so|le|ne le|nee le) (?=\d|\p{L})/u;
const DIGITS = /^\d{7,8}$/;
/** Five digits are a number of days, for dates since about 1927. A year has four digits. */
const SERIAL = /^(\d{5})(?:[.,]\d+)?$/;
/** A time, with whatever follows: seconds, AM or PM, a time zone. */
const CLOCK = /[T\s,]+\d{1,2}[:h]\d{2}.*$/i;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?Z$/;
/** Words before a date: « ven. 05.08.2004 », « né le 5.8.2004 ». */
const WORDS_BEFORE_NUMBERS = /^(?:\p{L}{2,9}\.?,?\s+){1,2}(?=\d{1,2}\s?[./-])/u;
const DATE_MAX = 60;

export type DateReadingOptions = {
  readonly orders?: DateOrders | undefined;
  readonly epoch?: SpreadsheetEpoch | undefined;
};
const DAY_FIRST: DateOrders = { dots: "day", others: "day" };

/** Characters that spreadsheets add: direction marks in dates, an apostrophe before a text. */
const plainCell = (text: string): string =>
  text
    .slice(0, DATE_MAX)
    .replace(/\p{Cf}/gu, "")
    .trim()
    .replace(LEADING_APOSTROPHE, "");

const withoutWords = (text: string): string => text.replace(CLOCK, "").replace(WORDS_BEFORE_NUMBERS, "");

/**
 * Reads a date in one of many formats: `05.08.2008`, `5/8/08`, `2008-08-05`, `5 août 2008`, `Aug 5, 2008`, `20080805`,
 * `39665`. Null for any other text.
 * @param day today, to find the century of a two-digit year
 */
export function readImportedDate(
  typed: string,
  day: Day,
  { orders = DAY_FIRST, epoch = "1900" }: DateReadingOptions = {},
): Day | null {
  const whole = plainCell(typed);
  if (INSTANT.test(whole)) return dayOfInstant(whole);
  const text = withoutWords(whole);
  const [, y, m, d] = YEAR_FIRST.exec(text) ?? [];
  if (y) return dayOf(y, m, d);
  const [, serial] = SERIAL.exec(text) ?? [];
  if (serial) return dayOfSerial(serial, epoch, day);
  if (DIGITS.test(text)) return dayOfDigits(text.padStart(8, "0"));
  const [, first = "", separator, second = "", year = ""] = NUMBERS.exec(text) ?? [];
  if (first) {
    const order = separator === "." ? orders.dots : orders.others;
    const written = fullYear(year, day);
    const [dayFirst, monthFirst] = [dayOf(written, second, first), dayOf(written, first, second)];
    if (order === "mixed") return dayFirst && monthFirst && dayFirst !== monthFirst ? null : (dayFirst ?? monthFirst);
    return order === "month" ? monthFirst : dayFirst;
  }
  return readDayInWords(text, day);
}

function readDayInWords(text: string, day: Day): Day | null {
  const folded = foldText(text);
  // « mar. » is a weekday in French (mardi) and a month in English (March).
  for (const words of [folded.replace(WEEKDAY, ""), folded]) {
    const [, number = "", word = "", year = ""] = DAY_FIRST_IN_WORDS.exec(words) ?? [];
    if (number) return dayOf(fullYear(year, day), monthOf(word), number);
    const [, name = "", date, ofYear = ""] = MONTH_FIRST_IN_WORDS.exec(words) ?? [];
    if (date) return dayOf(fullYear(ofYear, day), monthOf(name), date);
  }
  return null;
}

/** The number of a month. Empty if the word names no month, or could name several, such as « jui ». */
function monthOf(word: string): string {
  const roman = ROMAN.indexOf(word);
  if (roman >= 0) return String(roman + 1);
  const found = MONTHS.flatMap((names, i) => (names.some((name) => name.startsWith(word)) ? [i + 1] : []));
  return word.length >= 3 && found.length === 1 ? String(found[0]) : "";
}

function dayOf(year: string, month = "", date = ""): Day | null {
  const text = `${year}-${month.padStart(2, "0")}-${date.padStart(2, "0")}`;
  return isDay(text) ? text : null;
}

const fullYear = (year: string, day: Day): string =>
  year.length !== 2 ? year : year > day.slice(2, 4) ? `19${year}` : `20${year}`;

/** Google's scripts write midnight in Zurich as a time in UTC, on the evening before. */
function dayOfInstant(text: string): Day | null {
  const instant = new Date(text);
  const date = text.slice(0, 10);
  if (Number.isNaN(instant.getTime()) || !isDay(date)) return null;
  return timeInZurich(instant) === "00:00" ? dayInZurich(instant) : date;
}

const DAYS_BETWEEN_EPOCHS = 1462;

function dayOfSerial(serial: string, epoch: SpreadsheetEpoch, day: Day): Day | null {
  const found = addDays("1899-12-30", Number(serial) + (epoch === "1904" ? DAYS_BETWEEN_EPOCHS : 0));
  return found <= day ? found : null;
}

/** Reads eight digits without separators: `20080805` or `05082008`. Null if both readings are possible. */
function dayOfDigits(text: string): Day | null {
  const yearFirst = dayOf(text.slice(0, 4), text.slice(4, 6), text.slice(6));
  const dayFirst = dayOf(text.slice(4), text.slice(2, 4), text.slice(0, 2));
  return yearFirst && dayFirst ? null : (yearFirst ?? dayFirst);
}

/**
 * Reads a month or a year as its first day: `2004`, `08.2004`, `août 2004`. Used for the day of entry. Null for any
 * other text.
 */
export function readImportedEntryDay(typed: string, day: Day): Day | null {
  const text = plainCell(typed);
  const [, year] = /^(?:depuis |dès |seit |dal )?((?:19|20)\d{2})(?:[.,]0+)?$/i.exec(text) ?? [];
  if (year) return dayOf(year, "1", "1");
  const [, month, ofYear = ""] = /^(\d{1,2})\s?[./-]\s?((?:19|20)\d{2})$/.exec(text) ?? [];
  if (month) return dayOf(ofYear, month, "1");
  const [, yearBefore, ofMonth] = /^((?:19|20)\d{2})[./-](\d{1,2})$/.exec(text) ?? [];
  if (yearBefore) return dayOf(yearBefore, ofMonth, "1");
  return readDayInWords(`1 ${text}`, day);
}

export const isSerialDate = (text: string): boolean => SERIAL.test(plainCell(text));

const TWO_NUMBERS = /^(\d{1,2})\s?([./-])\s?(\d{1,2})\s?[./-]\s?(?:\d{4}|\d{2})(?=$|[\sT,])/;

/** A second number above 12 must be a day, so the dates of this column begin with the month. */
export function detectDateOrders(texts: Iterable<string>): DateOrders {
  const seen = { dots: { days: false, months: false }, others: { days: false, months: false } };
  for (const text of texts) {
    const [, first = "", separator, second = ""] = TWO_NUMBERS.exec(withoutWords(plainCell(text))) ?? [];
    const kind = seen[separator === "." ? "dots" : "others"];
    kind.days ||= Number(first) > 12;
    kind.months ||= Number(second) > 12;
  }
  const order = ({ days, months }: typeof seen.dots) => (months ? (days ? "mixed" : "month") : "day");
  return { dots: order(seen.dots), others: order(seen.others) };
}

/** Whether a text contains two numbers, the first of which is the month. */
export function isMonthFirst(text: string, orders: DateOrders): boolean {
  const [found, , separator] = TWO_NUMBERS.exec(withoutWords(plainCell(text))) ?? [];
  return found !== undefined && (separator === "." ? orders.dots : orders.others) === "month";
}

/** Cells that contain no value: « 0000-00-00 », « - », « n/a ». */
const NOTHING =
  /^(?:[\s\p{P}0]*|null|n\/?a|nan|none|aucun|aucune|n[ée]ant|inconnu|inconnue|unbekannt|kein|keine|nessuno)$/iu;
export const isEmptyDateCell = (text: string): boolean => text.length < 40 && NOTHING.test(text.replace(CLOCK, ""));
