/** Plans the import of a CSV file. A filled cell replaces the member's value. An empty cell changes nothing. */
import type { Day } from "#domain/dates.ts";
import { errorsByField } from "#domain/fields.ts";
import { foldText } from "#domain/text/search.ts";
import { addressState } from "../address.ts";
import { EMPTY_MEMBER, joinedOn, MEMBER_LABELS, type MemberData, samePersonKey } from "../member.ts";
import { leavingSchema, MEMBER_SENTENCES, memberAsTyped, memberSchema } from "../member-form.ts";
import { fieldInWords } from "../proposal.ts";
import type { ImportField } from "./columns.ts";
import type { TableRow } from "./csv-table.ts";
import { readDate, type TypedLine, typedLine } from "./typed-line.ts";

type Listed = MemberData & { readonly id: string };

/** `id`: null for a new member. `fields`: the changed fields, or all fields of a new member. */
export type ImportedMember = { readonly id: string | null; readonly fields: Partial<MemberData> };

export type PlannedLine = {
  readonly number: number;
  readonly name: string;
  readonly is: "new" | "changed" | "same" | "refused";
  readonly detail: string;
  /** Absent if `is` is `same` or `refused`. */
  readonly member?: ImportedMember;
};

/** `since`: default day of entry for new members. `day`: today in Zurich. */
type Options = { readonly columns: readonly (ImportField | null)[]; readonly since: Day; readonly day: Day };

const DATES = ["birthDate", "since", "leftOn", "consentOn"] as const;
const ADDRESS = ["street", "postcode", "place"] as const;
const ADDRESS_TO_CHECK = "adresse à vérifier";
const SHOWN_MAX = 40;
const shorten = (text: string) => (text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)}…` : text);
/** Characters of a name that are compared. Limits the cost of very long cells. */
const COMPARED = 480;
const nameKey = ({ firstName = "", lastName = "" }: Partial<Pick<MemberData, "firstName" | "lastName">>) =>
  `${foldText(lastName.slice(0, COMPARED))}|${foldText(firstName.slice(0, COMPARED))}`;

/** The returned function plans one row. Call the function for each row, in order. `members` includes former members. */
export function importPlanner(
  members: readonly Listed[],
  { columns, since, day }: Options,
): (row: TableRow) => PlannedLine {
  const byName = Map.groupBy(members, nameKey);
  const planned = new Map<string, number>();
  // Creating a schema takes ten times as long as planning a line.
  const schemas = { member: memberSchema(day), leaving: leavingSchema(day, "") };
  return ({ number, cells }) => {
    const typed = typedLine(cells, columns);
    const line = { number, name: shorten(`${typed.firstName ?? ""} ${typed.lastName ?? ""}`.trim()), detail: "" };
    const refused = (detail: string): PlannedLine => ({ ...line, is: "refused", detail });
    const said = { ...typed };
    for (const field of DATES) {
      const text = typed[field] ?? "";
      const date = text && readDate(text, day);
      if (date === null) return refused(`${quoted(field, text)}\u00a0: écrivez 05.08.2008.`);
      if (date) said[field] = date;
    }
    const found = samePerson(byName.get(nameKey(said)) ?? [], said.birthDate ?? "");
    if (found === "several")
      return refused("Plusieurs membres ont ce nom\u00a0: ajoutez la date de naissance, ou corrigez leur fiche.");
    // A new street with the number of the old one would be wrong.
    if (said.street && found && said.street !== found.street) said.buildingNumber ??= "";
    const after = readLine(said, found, found ?? { ...EMPTY_MEMBER, since }, schemas);
    if (typeof after === "string") return refused(after);
    const person = found?.id ?? samePersonKey(after);
    const earlier = planned.get(person);
    if (earlier !== undefined) return refused(`Cette personne est déjà à la ligne ${earlier}.`);
    planned.set(person, number);
    const unsure = ADDRESS.some((field) => said[field]) && addressState(after) === "unsure" && ADDRESS_TO_CHECK;
    if (!found) return { ...line, is: "new", detail: unsure || "", member: { id: null, fields: after } };
    const changes = (Object.keys(said) as (keyof TypedLine)[]).filter((field) => after[field] !== found[field]);
    if (changes.length === 0) return { ...line, is: "same" };
    const fields = Object.fromEntries(changes.map((field) => [field, after[field]]));
    return {
      ...line,
      is: "changed",
      detail: [changesInWords(found, fields), unsure].filter(Boolean).join(", "),
      member: { id: found.id, fields },
    };
  };
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

type Schemas = { member: ReturnType<typeof memberSchema>; leaving: ReturnType<typeof leavingSchema> };

/** Returns the changed record, or why the line is refused. */
function readLine(said: TypedLine, found: Listed | null, before: MemberData, schemas: Schemas): MemberData | string {
  // Keep the register's spelling of a name, because many lists are in capitals.
  const { firstName, lastName } = found ?? said;
  const read = schemas.member.safeParse({ ...memberAsTyped(before), ...said, firstName, lastName });
  if (!read.success) return reasonOf(errorsByField(read.error), said);
  const after = { ...before, ...read.data };
  if (!said.leftOn) return after;
  const left = schemas.leaving.safeParse({ leftOn: said.leftOn, leftReason: said.leftReason });
  if (!left.success) return reasonOf(errorsByField(left.error), said);
  if (said.leftOn < joinedOn(after)) return reasonOf({ leftOn: MEMBER_SENTENCES.beforeEntry }, said);
  return { ...after, ...left.data };
}

function reasonOf(errors: Readonly<Record<string, string>>, said: TypedLine): string {
  const [[field, sentence] = ["", ""]] = Object.entries(errors);
  return `${quoted(field as keyof TypedLine, said[field as keyof TypedLine] ?? "")}\u00a0: ${sentence}`;
}

const quoted = (field: keyof TypedLine, text: string): string =>
  MEMBER_LABELS[field] + (text && ` «\u00a0${shorten(fieldInWords(field, text))}\u00a0»`);

function changesInWords(before: MemberData, fields: Partial<MemberData>): string {
  const shown = (field: keyof MemberData, text: string) => shorten(fieldInWords(field, text)) || "rien";
  return (Object.entries(fields) as [keyof MemberData, string][])
    .map(([field, text]) => `${MEMBER_LABELS[field]}\u00a0: ${shown(field, before[field])} → ${shown(field, text)}`)
    .join(", ");
}
