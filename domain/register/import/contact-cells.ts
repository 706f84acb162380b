/** Phone numbers and e-mail addresses as spreadsheets, address books and people write them. */
import * as z from "zod/mini";
import { formatPhone, readPhone } from "#domain/fields.ts";
import { foldText } from "#domain/text/search.ts";

/** A cell with the title of its column. */
export type TitledCell = { readonly title: string; readonly text: string };

/**
 * `value`: text for the member's field; an unreadable text too, which the schema then refuses. `rest`: lines for the
 * note, so that nothing is lost.
 */
export type ContactCell = { readonly value: string; readonly rest: readonly string[] };

/** Spreadsheets put an apostrophe before a number to keep it as text. */
export const LEADING_APOSTROPHE = /^['’`]+\s*/;

const SEPARATORS = /\s*(?:[;|\n]|:::|,(?!\d)|\s\/\s|\s[-–—]\s|\s(?:ou|et|oder|und|or|and|oppure)\s)\s*/iu;
const NUMBER_IN_TEXT = /(?:\+\s?|\b)\d[\d\s./()'’-]{6,}\d/gu;
const CELL_MAX = 200;
const EMAILS_MAX = 2000;

/** A Swiss number without its leading zero: nine digits, of which the first is from 2 to 9. */
const SWISS_WITHOUT_ZERO = /^[2-9]\d{8}$/;
/** International numbers without `+`, of Switzerland, its neighbours and Portugal. */
const WITHOUT_PLUS = /^(?:41(?:0?[2-9]\d{8})|33[1-9]\d{8}|39\d{8,10}|49\d{9,11}|43\d{9,11}|423\d{7}|351[29]\d{8})$/;
const SCIENTIFIC = /^(\d)(?:[.,](\d+))?E\+?(\d{1,2})$/i;

/** Whether a spreadsheet has rounded a number, so that digits are lost: `7.91E+08`. */
export const isRoundedNumber = (text: string): boolean => {
  const [, first, decimals = "", exponent] = SCIENTIFIC.exec(text.trim()) ?? [];
  return first !== undefined && decimals.length < Number(exponent);
};

/**
 * Restores the form in which a person writes a number: with its leading zero, or with `+`. Spreadsheets remove both.
 */
function undoSpreadsheet(text: string): string {
  const plain = text
    .trim()
    .replace(LEADING_APOSTROPHE, "")
    .replace(/^tel:\s*/i, "")
    .replace(/^(\+?\d+)[.,]0+$/, "$1")
    .replace(/^\d{2,3}(?:,\d{3}){2,3}$/, (grouped) => grouped.replaceAll(",", ""));
  const [, first, decimals = "", exponent] = SCIENTIFIC.exec(plain) ?? [];
  const whole = first && !isRoundedNumber(plain) ? `${first}${decimals.slice(0, Number(exponent))}` : plain;
  const digits = whole.replace(/[\s.()/'’\p{Pd}\p{Cf}]/gu, "");
  if (SWISS_WITHOUT_ZERO.test(digits)) return `0${digits}`;
  return WITHOUT_PLUS.test(digits) ? `+${digits}` : whole;
}

/** Ten digits that do not begin with 0 may be a number of any country, but never a Swiss one. */
const isNoSwissNumber = (text: string) => /^[1-9]\d{9}$/.test(text.replace(/[\s.()/'’\p{Pd}\p{Cf}]/gu, ""));

function numberIn(text: string): string | null {
  if (text.length > CELL_MAX) return null;
  const plain = undoSpreadsheet(text);
  return isNoSwissNumber(plain) ? null : readPhone(plain) || null;
}

/** The phone numbers in a cell. `isAll`: whether the cell contains nothing else. */
function numbersIn(text: string): { readonly numbers: readonly string[]; readonly isAll: boolean } {
  const whole = numberIn(text);
  if (whole !== null) return { numbers: [whole], isAll: true };
  const parts = text.slice(0, CELL_MAX).split(SEPARATORS).filter(Boolean);
  const found = parts.map((part) => {
    const number = numberIn(part);
    if (number !== null) return { numbers: [number], isAll: true };
    const inText = [...part.matchAll(NUMBER_IN_TEXT)].map(([each]) => twoNumbers(each) ?? numberIn(each));
    const isAll = inText.length > 0 && !inText.includes(null) && part.replace(NUMBER_IN_TEXT, "").trim() === "";
    return { numbers: inText.flatMap((each) => each ?? []), isAll };
  });
  return { numbers: found.flatMap(({ numbers }) => numbers), isAll: found.every(({ isAll }) => isAll) };
}

/** Two numbers in one cell: « 079 123 45 67 027 395 11 22 ». */
function twoNumbers(text: string): string[] | null {
  const digits = text.replace(/\D/g, "");
  const halves = [digits.slice(0, 10), digits.slice(10)];
  const isTwo = digits.length === 20 && halves.every((half) => /^0[2-9]/.test(half));
  return isTwo ? halves.flatMap((half) => numberIn(half) ?? []) : null;
}

const MOBILE = /^(?:07[4-9]|\+(?:33[67]|393|491[567]|436|3519|346|447))/;
const MOBILE_TITLE = /mobil|portable|natel|handy|cell|gsm|whatsapp/;

/** Assigns the mobile number to the member. The other numbers go into the note, with the title of their column. */
export function readPhones(cells: readonly TitledCell[]): ContactCell | null {
  if (cells.length === 0) return null;
  const read = cells.map((cell) => ({ ...cell, ...numbersIn(cell.text) }));
  const all = read.flatMap(({ title, numbers }) => numbers.map((number) => ({ title, number })));
  const mobiles = all.filter(({ number }) => MOBILE.test(number));
  const ofMobileTitle = ({ title }: { title: string }) => MOBILE_TITLE.test(foldText(title.slice(0, CELL_MAX)));
  const best = mobiles.find(ofMobileTitle) ?? mobiles[0] ?? all.find(ofMobileTitle) ?? all[0];
  // No number is readable: return the first text, so that the refusal of the line quotes it.
  if (!best) return { value: cells[0]?.text ?? "", rest: cells.slice(1).map(noteLineOfCell) };
  const rest = read.flatMap(({ title, text, numbers, isAll }) => {
    if (!isAll) return [noteLineOfCell({ title, text })];
    const others = numbers.filter((number) => number !== best.number);
    return [...new Set(others)].map((number) => noteLineOfCell({ title, text: formatPhone(number) }));
  });
  return { value: best.number, rest: [...new Set(rest)] };
}

const TITLE_MAX = 40;

/** A line of the note: « Tél. privé : 027 395 11 22 ». */
export const noteLineOfCell = ({ title, text }: TitledCell): string => {
  const name = title
    .slice(0, TITLE_MAX)
    .replace(/[\s:*]+/g, " ")
    .trim();
  return name ? `${name}\u00a0: ${text}` : text;
};

const ADDRESS_IN_TEXT = /[^\s<>,;:"()[\]|#/]+@[^\s<>,;:"()[\]|#/]+/g;

/** Assigns the first address to the member. The others go into the note. Also reads « Léa <lea@exemple.ch> ». */
export function readEmails(cells: readonly TitledCell[]): ContactCell | null {
  const [first] = cells;
  if (!first) return null;
  const read = cells.map(({ title, text }) => {
    const plain = text
      .trim()
      .replace(LEADING_APOSTROPHE, "")
      .replace(/^mailto:/i, "");
    const isOne = plain.length <= CELL_MAX && z.regexes.html5Email.test(plain);
    const emails = isOne ? [plain] : (plain.slice(0, EMAILS_MAX).match(ADDRESS_IN_TEXT) ?? []);
    const words = isOne ? "" : plain.replace(ADDRESS_IN_TEXT, "").replace(/^[^<>]*<>$/, "");
    return { title, text, emails, isAll: !/\p{L}/u.test(words) };
  });
  const best = read.flatMap(({ emails }) => emails)[0];
  if (best === undefined) return { value: first.text, rest: cells.slice(1).map(noteLineOfCell) };
  const rest = read.flatMap(({ title, text, emails, isAll }) => {
    if (!isAll) return [noteLineOfCell({ title, text })];
    return emails
      .filter((email) => email.toLowerCase() !== best.toLowerCase())
      .map((email) => noteLineOfCell({ title, text: email }));
  });
  return { value: best, rest: [...new Set(rest)] };
}
