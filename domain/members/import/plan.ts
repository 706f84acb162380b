/** What importing a line would do. What the file says wins, what it does not say stays, and nothing is deleted. */
import { type Day, swissDay } from "#domain/dates.ts";
import { errorsByField } from "#domain/fields.ts";
import { foldText } from "#domain/text/search.ts";
import { EMPTY_MEMBER, joinedOn, MEMBER_LABELS, type MemberData, samePersonKey } from "../member.ts";
import { leavingSchema, MEMBER_SENTENCES, memberAsTyped, memberSchema } from "../member-form.ts";
import type { ImportField } from "./columns.ts";
import type { TableRow } from "./csv-table.ts";
import { readDate, type TypedLine, typedLine } from "./typed-line.ts";

type Listed = MemberData & { readonly id: string };

/** `id`: null for a new member. `fields`: those that change; of a new member all. */
export type ImportedMember = { readonly id: string | null; readonly fields: Partial<MemberData> };

export type PlannedLine = { readonly number: number; readonly name: string } & (
  | { readonly is: "same" }
  | { readonly is: "new"; readonly member: ImportedMember }
  | { readonly is: "changed"; readonly member: ImportedMember; readonly before: MemberData }
  | { readonly is: "refused"; readonly reason: string }
);

type Options = {
  readonly columns: readonly (ImportField | null)[];
  /** Entry of new members whose line has none. */
  readonly since: Day;
  /** Today in Zurich. */
  readonly day: Day;
};

const DATES = ["birthDate", "since", "leftOn", "consentOn"] as const;
const SHOWN_MAX = 40;
const shorten = (text: string) => (text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)}…` : text);
/** Names are compared by their beginning: the schema refuses longer ones. */
const COMPARED = 480;
const nameKey = ({ firstName = "", lastName = "" }: Partial<Pick<MemberData, "firstName" | "lastName">>) =>
  `${foldText(lastName.slice(0, COMPARED))}|${foldText(firstName.slice(0, COMPARED))}`;

/** @param members all members, also who left @returns a function that plans the rows of one file, in their order */
export function importPlanner(members: readonly Listed[], options: Options): (row: TableRow) => PlannedLine {
  const byName = Map.groupBy(members, nameKey);
  const planned = new Map<string, number>();
  const schemas = schemasOf(options);
  return ({ number, cells }) => {
    const typed = typedLine(cells, options.columns);
    const line = { number, name: shorten(`${typed.firstName ?? ""} ${typed.lastName ?? ""}`.trim()) };
    const refused = (reason: string) => ({ ...line, is: "refused", reason }) as const;
    const dates: TypedLine = {};
    for (const field of DATES) {
      const text = typed[field];
      const date = text && readDate(text, options.day);
      if (date === null)
        return refused(`${MEMBER_LABELS[field]} «\u00a0${shorten(text ?? "")}\u00a0»\u00a0: écrivez 05.08.2008.`);
      if (date) dates[field] = date;
    }
    const said = { ...typed, ...dates };
    const found = samePerson(byName.get(nameKey(said)) ?? [], said.birthDate ?? "");
    if (found === "several")
      return refused("Plusieurs membres ont ce nom\u00a0: ajoutez la date de naissance, ou corrigez leur fiche.");
    const after = readLine(said, found, schemas);
    if (typeof after === "string") return refused(after);
    const person = found?.id ?? samePersonKey(after);
    const earlier = planned.get(person);
    if (earlier !== undefined) return refused(`Cette personne est déjà à la ligne ${earlier}.`);
    planned.set(person, number);
    if (!found) return { ...line, is: "new", member: { id: null, fields: after } };
    const fields = changesOf(found, after, said);
    const change = { member: { id: found.id, fields }, before: found } as const;
    return Object.keys(fields).length === 0 ? { ...line, is: "same" } : { ...line, is: "changed", ...change };
  };
}

/** The member with this name and birth date; without one of the dates, the only one with this name. */
function samePerson(candidates: readonly Listed[], birthDate: string): Listed | "several" | null {
  const exact = candidates.find((member) => member.birthDate === birthDate);
  if (exact) return exact;
  const possible = birthDate === "" ? candidates : candidates.filter((member) => member.birthDate === "");
  return possible.length > 1 ? "several" : (possible[0] ?? null);
}

/** Makes each schema once: that takes ten times as long as a line. */
function schemasOf({ since, day }: Options) {
  const byCountry = new Map<string, ReturnType<typeof memberSchema>>();
  const ofCountry = (country: string) => {
    const schema = byCountry.get(country) ?? memberSchema(day, country);
    byCountry.set(country, schema);
    return schema;
  };
  return { since, ofCountry, ofLeaving: leavingSchema(day, "") };
}

/** @returns the record afterwards, or why it is refused */
function readLine(
  said: TypedLine,
  found: MemberData | null,
  { since, ofCountry, ofLeaving }: ReturnType<typeof schemasOf>,
): MemberData | string {
  const before = found ?? { ...EMPTY_MEMBER, since };
  // The register's spelling of a name stays: many lists are in capitals.
  const { firstName, lastName } = found ?? said;
  const read = ofCountry(before.country).safeParse({ ...memberAsTyped(before), ...said, firstName, lastName });
  if (!read.success) return reasonOf(errorsByField(read.error), said);
  const after = { ...before, ...read.data };
  if (!said.leftOn) return after;
  const left = ofLeaving.safeParse({ leftOn: said.leftOn, leftReason: said.leftReason });
  if (!left.success) return reasonOf(errorsByField(left.error), said);
  if (said.leftOn < joinedOn(after)) return reasonOf({ leftOn: MEMBER_SENTENCES.beforeEntry }, said);
  return { ...after, ...left.data };
}

function reasonOf(errors: Readonly<Record<string, string>>, said: TypedLine): string {
  const [[field, sentence] = ["", ""]] = Object.entries(errors);
  const text = said[field as keyof TypedLine];
  const value = text ? ` «\u00a0${shorten(text)}\u00a0»` : "";
  return `${MEMBER_LABELS[field as keyof MemberData] ?? ""}${value}\u00a0: ${sentence}`;
}

const changesOf = (before: MemberData, after: MemberData, said: TypedLine): Partial<MemberData> =>
  Object.fromEntries(
    (Object.keys(said) as (keyof TypedLine)[])
      .filter((field) => after[field] !== before[field])
      .map((field) => [field, after[field]]),
  );

/** What changes, for the preview: `Téléphone : 079… → 078…`. */
export const changesInWords = ({ fields }: ImportedMember, before: MemberData): string =>
  (Object.keys(fields) as (keyof MemberData)[])
    .map((field) => {
      const shown = (text = "") => shorten(/^\d{4}-\d{2}-\d{2}$/.test(text) ? swissDay(text) : text) || "rien";
      return `${MEMBER_LABELS[field]}\u00a0: ${shown(before[field])} → ${shown(fields[field])}`;
    })
    .join(", ");
