/** Plans the import of a CSV file. A filled cell replaces the member's value. An empty cell changes nothing. */
import type { Day } from "#domain/dates.ts";
import { errorsByField } from "#domain/fields.ts";
import { type Result, refusal, success } from "#domain/result.ts";
import { foldText } from "#domain/text/search.ts";
import { postalAddressState } from "../address.ts";
import { EMPTY_MEMBER, joinedOn, MEMBER_LABELS, type MemberData, samePersonKey } from "../member.ts";
import { leavingSchema, MEMBER_SENTENCES, memberAsTyped, memberSchema } from "../member-form.ts";
import { memberFieldInFrench } from "../proposal.ts";
import { isRoundedNumber } from "./contact-cells.ts";
import type { CsvRow } from "./csv-table.ts";
import {
  type DateOrders,
  detectDateOrders,
  isMonthFirst,
  isSerialDate,
  readImportedDate,
  readImportedEntryDay,
  type SpreadsheetEpoch,
} from "./dates.ts";
import type { ImportField } from "./titles.ts";
import { type ImportedLine, type ImportedLineReading, readImportedLine } from "./typed-line.ts";

type Listed = MemberData & { readonly id: string };

/** `id`: null for a new member. `fields`: the changed fields, or all fields of a new member. */
export type ImportedMember = { readonly id: string | null; readonly fields: Partial<MemberData> };

export type PlannedImportLine = {
  readonly number: number;
  readonly name: string;
  readonly is: "new" | "changed" | "same" | "refused";
  readonly detail: string;
  /** French sentences about what the user should check. Empty if `is` is `same` or `refused`. */
  readonly doubts: readonly string[];
  /** Absent if `is` is `same` or `refused`. */
  readonly member?: ImportedMember;
};

/** `since`: default day of entry for new members. `day`: today in Zurich. */
type Options = {
  readonly columns: readonly (ImportField | null)[];
  readonly header?: readonly string[];
  readonly since: Day;
  readonly day: Day;
  readonly dates?: ColumnDateFormats;
  /** Whether the file contains bytes that are invalid in its encoding. */
  readonly isDamaged?: boolean;
};

const DATES = ["birthDate", "since", "leftOn", "consentOn"] as const;
type DateField = (typeof DATES)[number];
const ADDRESS = ["street", "postcode", "place"] as const;
const SHOWN_MAX = 40;
const shorten = (text: string) => (text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)}…` : text);
/** Maximum number of characters of a name to compare. Limits the cost of very long cells. */
const COMPARED = 480;
const nameKey = ({ firstName = "", lastName = "" }: Partial<Pick<MemberData, "firstName" | "lastName">>) =>
  `${foldText(lastName.slice(0, COMPARED))}|${foldText(firstName.slice(0, COMPARED))}`;

/** How to read the dates of a file. */
export type ColumnDateFormats = {
  readonly orders: Readonly<Partial<Record<DateField, DateOrders>>>;
  readonly epoch: SpreadsheetEpoch;
  /** An example of a date that the file writes as a number of days. Empty if there is none. */
  readonly serial: string;
  /** By field: an example of a date in the file that would mean another day if the day came first. */
  readonly monthFirst: Readonly<Partial<Record<DateField, string>>>;
};

/**
 * Finds the formats of the dates in each column. Yields after each column.
 * @param choices the user's choices, for all columns; an absent choice is detected from the dates of each column
 */
export function* findDateFormats(
  rows: readonly CsvRow[],
  columns: readonly (ImportField | null)[],
  {
    order,
    epoch = "1900",
  }: { readonly order?: "day" | "month" | undefined; readonly epoch?: SpreadsheetEpoch | undefined },
): Generator<void, ColumnDateFormats> {
  let serial = "";
  const orders: Partial<Record<DateField, DateOrders>> = {};
  const monthFirst: Partial<Record<DateField, string>> = {};
  for (const [column, field] of columns.entries()) {
    if (!isDateField(field)) continue;
    yield;
    const texts = rows.map(({ cells }) => cells[column] ?? "");
    serial ||= texts.find(isSerialDate) ?? "";
    orders[field] ??= order ? { dots: order, others: order } : detectDateOrders(texts);
    const { [field]: found } = orders;
    const example = found && texts.find((text) => isMonthFirst(text, found));
    if (example) monthFirst[field] ??= example;
  }
  return { orders, epoch, serial, monthFirst };
}

const isDateField = (field: ImportField | null): field is DateField => DATES.some((date) => date === field);

const REPLACEMENT = "\ufffd";
const TOTAL = /^(?:total|totaux|totale|totali|summe|gesamt|somme)\b/;

/** The returned function plans one row. Call the function for each row, in order. `members` includes former members. */
export function createImportPlanner(members: readonly Listed[], options: Options): (row: CsvRow) => PlannedImportLine {
  const { columns, header = [], since, day } = options;
  const byName = Map.groupBy(members, nameKey);
  const planned = new Map<string, number>();
  const schemas = schemasOf(day);
  return ({ number, cells }) => {
    const read = readImportedLine(cells, columns, header);
    const name = shorten(`${read.said.firstName ?? ""} ${read.said.lastName ?? ""}`.trim());
    const line = { number, name, detail: "", doubts: [] };
    const refused = (detail: string): PlannedImportLine => ({ ...line, is: "refused", detail });
    const typed = interpretLine(read, cells, byName, options);
    if (!typed.ok) return refused(typed.reason);
    const { said, found } = typed.value;
    const after = readLine(said, found, found ?? { ...EMPTY_MEMBER, since }, schemas);
    if (typeof after === "string") return refused(after);
    const person = found?.id ?? samePersonKey(after);
    const earlier = planned.get(person);
    if (earlier !== undefined) return refused(`Cette personne est déjà à la ligne ${earlier}.`);
    planned.set(person, number);
    const doubts = doubtsOf(read, said, after);
    if (!found) return { ...line, doubts, is: "new", member: { id: null, fields: after } };
    const changes = (Object.keys(said) as (keyof ImportedLine)[]).filter((field) => after[field] !== found[field]);
    if (changes.length === 0) return { ...line, is: "same" };
    const fields = Object.fromEntries(changes.map((field) => [field, after[field]]));
    return { ...line, doubts, is: "changed", detail: changesInFrench(found, fields), member: { id: found.id, fields } };
  };
}

/** The texts of a line that may change the member whom it means. A refusal is a French sentence. */
function interpretLine(
  read: ImportedLineReading,
  cells: readonly string[],
  byName: ReadonlyMap<string, readonly Listed[]>,
  { header = [], day, dates, isDamaged = false }: Options,
): Result<{ said: ImportedLine; found: Listed | null }, string> {
  const said: ImportedLine = { ...read.said };
  if (header.length > 0 && header.every((title, i) => title === (cells[i] ?? "")))
    return refusal("Cette ligne répète les titres des colonnes.");
  const dateRefusal = replaceDates(said, dates, day);
  if (dateRefusal) return refusal(dateRefusal);
  const found = samePerson(byName.get(nameKey(said)) ?? [], said.birthDate ?? "");
  if (found === "several")
    return refusal("Plusieurs membres ont ce nom\u00a0: ajoutez la date de naissance, ou corrigez leur fiche.");
  if (!found && isTotal(cells, said)) return refusal("Cette ligne a l’air d’un total.");
  if (found) forgetUnchanged(said, read, found);
  addToNote(said, read.rest, found);
  const illegible = illegibleText(said);
  return illegible && isDamaged ? refusal(`${illegible}.`) : success({ said, found });
}

function doubtsOf(read: ImportedLineReading, said: ImportedLine, after: MemberData): string[] {
  const isAddressUnsure = ADDRESS.some((field) => said[field]) && postalAddressState(after) === "unsure";
  const illegible = illegibleText(said);
  return [
    ...read.doubts,
    ...(isAddressUnsure ? ["adresse à vérifier"] : []),
    ...read.rest.map((text) => `dans la note «\u00a0${shorten(text)}\u00a0»`),
    ...(illegible ? [illegible] : []),
  ];
}

/**
 * Replaces the dates of a line by days (`Day`).
 * @returns a French sentence about a text that is no date; null if all are dates
 */
function replaceDates(said: ImportedLine, dates: ColumnDateFormats | undefined, day: Day): string | null {
  for (const field of DATES) {
    const text = said[field] ?? "";
    if (text === "") continue;
    const reading = { orders: dates?.orders[field], epoch: dates?.epoch };
    const date = readImportedDate(text, day, reading) ?? (field === "since" ? readImportedEntryDay(text, day) : null);
    if (date === null) return unreadableDate(field, text, reading.orders);
    said[field] = date;
  }
  return null;
}

/** Whether a line is a total of other lines, without any data that only a person has. */
function isTotal(cells: readonly string[], said: ImportedLine): boolean {
  const first = cells.find((cell) => cell !== "")?.slice(0, SHOWN_MAX) ?? "";
  return TOTAL.test(foldText(first)) && !["birthDate", "since", "email", "phone", "place"].some((one) => one in said);
}

/** @returns French words about the first text with a character that could not be decoded; null if there is none */
function illegibleText(said: ImportedLine): string | null {
  const field = (Object.keys(said) as (keyof ImportedLine)[]).find((name) => said[name]?.includes(REPLACEMENT));
  return field ? `${quoted(field, said[field] ?? "")}\u00a0: une lettre est illisible` : null;
}

function unreadableDate(field: DateField, text: string, orders: DateOrders | undefined): string {
  const said = quoted(field, text);
  if (orders?.dots === "mixed" || orders?.others === "mixed")
    return `${said}\u00a0: le jour ou le mois d’abord\u00a0? Choisissez l’ordre des dates, ou écrivez 05.08.2008.`;
  return `${said}\u00a0: écrivez 05.08.2008.`;
}

/** The text of a member's field in an exported list. The import reads the country's code, not its name. */
export const fieldForExport = (field: keyof MemberData, text: string): string =>
  field === "country" ? text : memberFieldInFrench(field, text);

/** A cell that equals the exported value changes nothing, even if the form would now refuse its text. */
function forgetUnchanged(said: ImportedLine, { raw }: ImportedLineReading, found: Listed): void {
  for (const field of Object.keys(said) as (keyof ImportedLine)[])
    if (field !== "firstName" && field !== "lastName" && raw[field] === fieldForExport(field, found[field]))
      delete said[field];
  // A new street replaces the house number too: with the old number, the address would be wrong.
  if (said.street && said.street !== found.street) said.buildingNumber ??= "";
}

/** Adds lines to the note of the file, or else to the member's note, unless the note already contains them. */
function addToNote(said: ImportedLine, rest: readonly string[], found: Listed | null): void {
  const before = said.note ?? found?.note ?? "";
  const added = rest.filter((text) => !before.includes(text));
  if (added.length > 0) said.note = [before, ...added].filter(Boolean).join("\n");
}

/**
 * Finds the member of a line among members with the same name. A missing birth date matches any date.
 * @returns `several` if more than one member matches; null if none matches
 */
function samePerson(candidates: readonly Listed[], birthDate: string): Listed | "several" | null {
  const exact = candidates.find((member) => member.birthDate === birthDate);
  if (exact) return exact;
  const possible = birthDate === "" ? candidates : candidates.filter((member) => member.birthDate === "");
  return possible.length > 1 ? "several" : (possible[0] ?? null);
}

/** Create each schema once: creating one takes ten times as long as planning a line. */
function schemasOf(day: Day) {
  const ofCountries = new Map<string, ReturnType<typeof memberSchema>>();
  return {
    leaving: leavingSchema(day, ""),
    member(country: string) {
      const schema = ofCountries.get(country) ?? memberSchema(day, country);
      ofCountries.set(country, schema);
      return schema;
    },
    /** Valid values for the fields that a line leaves out. */
    neutral: memberAsTyped({ ...EMPTY_MEMBER, since: day }),
  };
}

/** Returns the changed record, or why the line is refused. Does not check the fields that the line leaves out. */
function readLine(
  said: ImportedLine,
  found: Listed | null,
  before: MemberData,
  schemas: ReturnType<typeof schemasOf>,
): MemberData | string {
  // Keep the register's spelling of a name, because many lists are in capitals.
  const { firstName, lastName } = found ?? said;
  const { postcode, country } = before;
  const place = said.postcode !== undefined || said.country !== undefined ? { postcode, country } : {};
  const typed = { ...schemas.neutral, ...place, ...said, firstName, lastName };
  const read = schemas.member(before.country).safeParse(typed);
  if (!read.success) return reasonOf(errorsByField(read.error), said);
  const fields = Object.entries(read.data).filter(([field]) => said[field as keyof ImportedLine] !== undefined);
  const names = found ? { firstName: before.firstName, lastName: before.lastName } : read.data;
  const after: MemberData = {
    ...before,
    ...Object.fromEntries(fields),
    firstName: names.firstName,
    lastName: names.lastName,
  };
  const leftOn = said.leftOn ?? (said.leftReason === undefined ? "" : before.leftOn);
  if (!leftOn) return { ...after, leftReason: before.leftReason };
  const left = schemas.leaving.safeParse({ leftOn, leftReason: said.leftReason ?? before.leftReason });
  if (!left.success) return reasonOf(errorsByField(left.error), said);
  if (leftOn < joinedOn(after)) return reasonOf({ leftOn: MEMBER_SENTENCES.beforeEntry }, said);
  return { ...after, ...left.data };
}

const ROUNDED = "un tableur a arrondi ce numéro. Retapez-le.";

function reasonOf(errors: Readonly<Record<string, string>>, said: ImportedLine): string {
  const [[field, refusal] = ["", ""]] = Object.entries(errors);
  const isPhone = field === "phone" || field === "guardianPhone";
  const sentence = isPhone && isRoundedNumber(said[field] ?? "") ? ROUNDED : refusal;
  return `${quoted(field as keyof ImportedLine, said[field as keyof ImportedLine] ?? "")}\u00a0: ${sentence}`;
}

const quoted = (field: keyof ImportedLine, text: string): string =>
  MEMBER_LABELS[field] + (text && ` «\u00a0${shorten(memberFieldInFrench(field, text))}\u00a0»`);

function changesInFrench(before: MemberData, fields: Partial<MemberData>): string {
  const nothing = (field: keyof MemberData) => (field === "inGroupChat" ? "non" : "rien");
  const shown = (field: keyof MemberData, text: string) => shorten(memberFieldInFrench(field, text)) || nothing(field);
  return (Object.entries(fields) as [keyof MemberData, string][])
    .map(([field, text]) => `${MEMBER_LABELS[field]}\u00a0: ${shown(field, before[field])} → ${shown(field, text)}`)
    .join(", ");
}
