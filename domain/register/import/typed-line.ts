import { countryCodeOf, HOME_COUNTRY, splitPostalAddress } from "../address.ts";
import { IN_GROUP_CHAT, type MemberData } from "../member.ts";
import { LEADING_APOSTROPHE, noteLineOfCell, readEmails, readPhones, type TitledCell } from "./contact-cells.ts";
import { isEmptyDateCell } from "./dates.ts";
import type { ImportField } from "./titles.ts";
import { readYesOrNoCell } from "./yes-or-no.ts";

/** The texts of a line, in the format of the member form. A field without text is absent. */
export type ImportedLine = Partial<Record<Exclude<keyof MemberData, "returnedOn">, string>>;

export type ImportedLineReading = {
  readonly said: ImportedLine;
  /** The text of the cell of each field that has one column. */
  readonly raw: Readonly<Partial<Record<ImportField, string>>>;
  /** Lines for the note: data without a field, such as a second phone number. */
  readonly rest: readonly string[];
  /** French sentences for the user about texts with several possible meanings. */
  readonly doubts: readonly string[];
};

const DATES: ReadonlySet<ImportField> = new Set(["birthDate", "since", "leftOn", "consentOn"]);
const CONTACTS: ReadonlySet<ImportField> = new Set(["phone", "guardianPhone", "email"]);
const NAMES: ReadonlySet<ImportField> = new Set(["firstName", "lastName", "guardianName"]);

/**
 * The texts of a row by field. If several columns have the same field, the first text becomes its value, and the others
 * go into the note. Parts of a name or an address are joined instead.
 */
export function readImportedLine(
  cells: readonly string[],
  columns: readonly (ImportField | null)[],
  header: readonly string[] = [],
): ImportedLineReading {
  const raw: Partial<Record<ImportField, string>> = {};
  const texts: Partial<Record<ImportField, string>> = {};
  const rest: string[] = [];
  for (const [field, all] of cellsByField(cells, columns, header)) {
    const [first] = all;
    if (first && all.length === 1) raw[field] = first.text;
    const read = joinCells(field, all);
    texts[field] = read.value;
    rest.push(...read.rest);
  }
  const { address, street, fullName, lastNameFirst, ...typed } = texts;
  const names = splitName(fullName ?? lastNameFirst ?? "", fullName === undefined);
  const said = {
    ...names.parts,
    ...typed,
    ...addressOf({ address, street, ...typed }, columns),
    ...groupChatOf(typed.inGroupChat),
  };
  return { said, raw, rest: [...new Set(rest)], doubts: [...names.doubts, ...unsureNumbers(said)] };
}

function cellsByField(
  cells: readonly string[],
  columns: readonly (ImportField | null)[],
  header: readonly string[],
): Map<ImportField, TitledCell[]> {
  const found = new Map<ImportField, TitledCell[]>();
  for (const [i, text] of cells.entries()) {
    const field = columns[i];
    if (!field || text === "") continue;
    if ((DATES.has(field) || CONTACTS.has(field)) && isEmptyDateCell(text)) continue;
    if (field === "inGroupChat" && readYesOrNoCell(text) === null && isEmptyDateCell(text)) continue;
    const cell = { title: header[i] ?? "", text };
    const all = found.get(field);
    if (all) all.push(cell);
    else found.set(field, [cell]);
  }
  return found;
}

/** Texts that say neither yes nor no stay: the schema of the form refuses the line. */
function groupChatOf(text: string | undefined): Pick<ImportedLine, "inGroupChat"> {
  const isIn = text === undefined ? null : readYesOrNoCell(text);
  return isIn === null ? {} : { inGroupChat: isIn ? IN_GROUP_CHAT : "" };
}

type JoinedCells = { readonly value: string | undefined; readonly rest: readonly string[] };

function joinCells(field: ImportField, all: readonly TitledCell[]): JoinedCells {
  const [first, ...others] = all;
  const texts = all.map(({ text }) => text);
  const contact = field === "email" ? readEmails(all) : CONTACTS.has(field) ? readPhones(all) : null;
  if (contact) return contact;
  if (NAMES.has(field)) return { value: [...new Set(texts)].join(field === "guardianName" ? " et " : " "), rest: [] };
  if (field === "note")
    return { value: others.length === 0 ? first?.text : all.map(noteLineOfCell).join("\n"), rest: [] };
  if (field === "address") return { value: texts.join(", "), rest: [] };
  return { value: first?.text, rest: others.filter(({ text }) => text !== first?.text).map(noteLineOfCell) };
}

/**
 * Splits a full name: « FAVRE Jean », « Favre, Jean », « Jean Favre ». The last name is in capitals, or before a comma.
 */
function splitName(text: string, isLastNameFirst: boolean): { parts: ImportedLine; doubts: string[] } {
  const [before = "", after] = text.split(/\s*,\s*/, 2);
  if (after) return { parts: { lastName: before, firstName: after }, doubts: [] };
  const words = text.split(/\s+/).filter(Boolean);
  if (words.length === 0) return { parts: {}, doubts: [] };
  if (words.length === 1) return { parts: { lastName: text }, doubts: [] };
  const capitals = words.filter((word) => /\p{Lu}{2}/u.test(word) && word === word.toUpperCase());
  if (capitals.length > 0 && capitals.length < words.length) {
    const firstNames = words.filter((word) => !capitals.includes(word));
    return { parts: { lastName: capitals.join(" "), firstName: firstNames.join(" ") }, doubts: [] };
  }
  const parts = isLastNameFirst
    ? { lastName: words.slice(0, -1).join(" "), firstName: words.at(-1) ?? "" }
    : { firstName: words[0] ?? "", lastName: words.slice(1).join(" ") };
  const doubt = `prénom «\u00a0${parts.firstName}\u00a0», nom «\u00a0${parts.lastName}\u00a0»\u00a0?`;
  return { parts, doubts: words.length > 2 ? [doubt] : [] };
}

type AddressTexts = ImportedLine & { readonly address?: string | undefined; readonly street?: string | undefined };

/** Removes the apostrophes that spreadsheets write in postcodes: `'1965`, `1'965`. */
const plainPostcode = (text: string): string =>
  text.replace(LEADING_APOSTROPHE, "").replace(/^(\d)[\s'’](\d{3})$/, "$1$2");

const POSTCODE_CELL = /^(?:CH|VS)?[\s-]*(\d{4})(?:[.,]0+)?(?:\s+(\p{L}.*))?$/iu;
const PLACE_CELL = /^(?:CH[\s-]*)?(\d{4,5})\s+(\p{L}.*)$/iu;

function addressOf(
  { address, street, ...typed }: AddressTexts,
  columns: readonly (ImportField | null)[],
): ImportedLine {
  const named = typed.country ? countryCodeOf(typed.country) : null;
  const country = named ?? typed.country;
  // The field `street` also contains the house number if no column has it.
  const parts: ImportedLine = columns.includes("buildingNumber")
    ? { ...addressParts([address], named), ...(street && { street }) }
    : addressParts([street, address], named);
  const buildingNumber = typed.buildingNumber?.replace(/^(\d+)\.0+$/, "$1");
  const isOtherNumber = buildingNumber && parts.buildingNumber && parts.buildingNumber !== buildingNumber;
  const isHome = (country ?? parts.country ?? HOME_COUNTRY) === HOME_COUNTRY;
  const [, postcode, place] = (isHome && POSTCODE_CELL.exec(plainPostcode(typed.postcode ?? ""))) || [];
  const [, placeCode, placeName] = (!columns.includes("postcode") && PLACE_CELL.exec(typed.place ?? "")) || [];
  return {
    ...parts,
    ...(isOtherNumber && { street: `${parts.street} ${parts.buildingNumber}` }),
    ...(buildingNumber && { buildingNumber }),
    ...(typed.place && { place: typed.place }),
    ...(typed.postcode && { postcode: typed.postcode }),
    ...(postcode && { postcode }),
    ...(place && !typed.place && { place }),
    ...(placeCode && placeName && { postcode: placeCode, place: placeName }),
    ...(country && { country }),
  };
}

const ADDRESS_MAX = 140;

function addressParts(texts: readonly (string | undefined)[], named: string | null): ImportedLine {
  const whole = texts.filter(Boolean).join(", ");
  // Do not split a text that is too long. The schema of `street` refuses such a text.
  if (whole.length > ADDRESS_MAX) return { street: whole };
  const { country, ...parts } = splitPostalAddress(whole, named);
  const written = Object.fromEntries(Object.entries(parts).filter(([, text]) => text !== ""));
  return country === HOME_COUNTRY ? written : { ...written, country };
}

const HOUSE_NUMBER = /^\d{1,4}\s?(?:[a-z]|bis|ter)?(?:\s?[-–/+]\s?\d{0,4}\s?[a-z]?)?$/i;

/**
 * French questions about doubtful house numbers: a text that is no house number, such as `05-avr` from a spreadsheet;
 * or a street that already ends with another number, because one of the two may be a line number.
 */
function unsureNumbers({ street = "", buildingNumber = "" }: ImportedLine): string[] {
  if (buildingNumber && !HOUSE_NUMBER.test(buildingNumber)) return [`numéro «\u00a0${buildingNumber}\u00a0»\u00a0?`];
  const [, inStreet] = /\s(\d{1,4}\s?[a-z]?)$/i.exec(street.slice(-20)) ?? [];
  if (!inStreet || !buildingNumber || inStreet === buildingNumber) return [];
  return [`rue «\u00a0${street}\u00a0» et numéro «\u00a0${buildingNumber}\u00a0»\u00a0?`];
}
