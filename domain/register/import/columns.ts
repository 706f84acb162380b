import type { TypedValues } from "#domain/fields.ts";
import { MEMBER_LABELS } from "../member.ts";
import { IMPORT_LIMITS } from "./csv-table.ts";
import { type ImportField, meaningOfColumnTitle, type TitleMeaning } from "./titles.ts";
import { readYesOrNoCell } from "./yes-or-no.ts";

const { returnedOn: _computed, ...LABELS } = MEMBER_LABELS;
export const IMPORT_FIELD_LABELS: Record<ImportField, string> = {
  ...LABELS,
  address: "Adresse en une colonne",
  fullName: "Prénom et nom en une colonne",
  lastNameFirst: "Nom et prénom en une colonne",
};

/** Fields whose columns are combined. Of each other field, only one column is recognised. */
const SEVERAL: ReadonlySet<ImportField> = new Set([
  "address",
  "phone",
  "email",
  "guardianName",
  "guardianPhone",
  "note",
]);

/**
 * The field of each column, by its title. Null for an unknown title.
 * @param samples a text of each column, empty for an empty column
 */
export function matchColumns(header: readonly string[], samples: readonly string[] = header): (ImportField | null)[] {
  // A column « WhatsApp » contains phone numbers, or ticks for members of the group chat.
  const ofWhatsApp = (sample = "") => (readYesOrNoCell(sample) === null ? "phone" : "inGroupChat");
  const meanings = header.map((title, i) => {
    const meaning = meaningOfColumnTitle(title);
    return meaning === "whatsapp" ? ofWhatsApp(samples[i]) : meaning;
  });
  const named = (field: TitleMeaning) => meanings.some((meaning, i) => meaning === field && samples[i] !== "");
  const hasBothNames = named("firstName") && (named("lastName") || named("name"));
  const fields = meanings.map((meaning, i): ImportField | null => {
    if (meaning === "number") return isHouseNumber(meanings, i, samples) ? "buildingNumber" : null;
    if (meaning === "fullName" || meaning === "lastNameFirst") return hasBothNames ? null : meaning;
    if (meaning !== "name") return meaning;
    if (named("lastName")) return null;
    // A single column with both names: « Nom », with cells such as « Favre Jean ».
    return !named("firstName") && /\p{L}[\s,]+\p{L}/u.test(samples[i] ?? "") ? "lastNameFirst" : "lastName";
  });
  return fields.map((field, i) => {
    if (field === null || SEVERAL.has(field)) return field;
    const filled = fields.findIndex((other, n) => other === field && samples[n] !== "");
    return i === (filled < 0 ? fields.indexOf(field) : filled) ? field : null;
  });
}

/**
 * « N° » is a house number after a street, or before a street without numbers. In the first column of a list, « N° » is
 * the number of the line or of the member.
 */
function isHouseNumber(meanings: readonly (TitleMeaning | null)[], i: number, samples: readonly string[]): boolean {
  if (meanings.includes("buildingNumber")) return false;
  const before = meanings[i - 1];
  if (before === "street" || before === "address") return true;
  return i > 0 && meanings[i + 1] === "street" && !/\d/.test(samples[i + 1] ?? "");
}

/** Whether the columns name the person of a line. */
export const hasNameColumns = (columns: readonly (ImportField | null)[]): boolean =>
  columns.some((field) => field === "fullName" || field === "lastNameFirst") ||
  (columns.includes("firstName") && columns.includes("lastName"));

/** Names of the form fields that select the field of each column. */
export const COLUMN_FIELD_NAMES = Array.from({ length: IMPORT_LIMITS.columns }, (_, column) => `column-${column}`);

const fieldOf = (text = ""): ImportField | null =>
  Object.hasOwn(IMPORT_FIELD_LABELS, text) ? (text as ImportField) : null;

/** The field that the user has selected for each column. Null for an ignored column. */
export const selectedColumnFields = (typed: TypedValues): (ImportField | null)[] =>
  COLUMN_FIELD_NAMES.map((name) => fieldOf(typed[name]));
