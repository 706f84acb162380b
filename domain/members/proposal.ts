/** What a member proposes on the page of one's own (docs/specification.md section 21). The committee decides. */
import { type Day, isDay, swissDay } from "#domain/dates.ts";
import { errorsByField, type FieldErrors, formatPhone, type TypedValues } from "#domain/fields.ts";
import { accept, type Result, refusal } from "#domain/result.ts";
import { MEMBER_LABELS, type MemberData } from "./member.ts";
import { COUNTRIES, memberAsTyped, memberSchema } from "./member-form.ts";

export const CORRECTABLE = [
  ...(["firstName", "lastName", "street", "buildingNumber", "postcode", "place", "country"] as const),
  ...(["phone", "email", "birthDate", "guardianName", "guardianPhone"] as const),
] satisfies (keyof MemberData)[];

/** The fields that differ, with their new values. */
export type Correction = Partial<Pick<MemberData, (typeof CORRECTABLE)[number]>>;

export type Proposal =
  | { readonly kind: "correction"; readonly fields: Correction }
  /** `year`: of the fee that was paid. */
  | { readonly kind: "twint"; readonly year: string }
  /** Asks to be erased. */
  | { readonly kind: "erase" };

/** A member has one proposal of a kind, and one `twint` per year: what is sent again replaces it. */
export const proposalId = (member: string, proposal: Proposal): string =>
  [member, proposal.kind, ...(proposal.kind === "twint" ? [proposal.year] : [])].join("-");

/** The fields of a form that differ from the member's, or errors beside the fields. @param day today in Zurich */
export function readCorrection(member: MemberData, typed: TypedValues, day: Day): Result<Correction, FieldErrors> {
  const sent = CORRECTABLE.filter((field) => typed[field] !== undefined).map((field) => [field, typed[field]]);
  const read = memberSchema(day, member.country).safeParse({ ...memberAsTyped(member), ...Object.fromEntries(sent) });
  if (!read.success) return refusal(errorsByField(read.error));
  const { data } = read;
  return accept(
    Object.fromEntries(CORRECTABLE.flatMap((name) => (data[name] === member[name] ? [] : [[name, data[name]]]))),
  );
}

/** A proposal as both sides read it; a correction has a line per field, « Rue : Rue du Stade → Chemin du Lac ». */
export function proposalInWords(member: MemberData, proposal: Proposal): string[] {
  if (proposal.kind === "twint") return [`Cotisation ${proposal.year} payée par TWINT`];
  return proposal.kind === "erase" ? ["Effacement de toutes les données"] : correctionInWords(member, proposal.fields);
}

const correctionInWords = (member: MemberData, fields: Correction): string[] =>
  CORRECTABLE.filter((name) => fields[name] !== undefined).map((name) => {
    const [before, after] = [member[name], fields[name] ?? ""].map((value) => fieldInWords(name, value) || "rien");
    return `${MEMBER_LABELS[name]}\u00a0: ${before} → ${after}`;
  });

/** A field of the register as people read it. */
export function fieldInWords(name: keyof MemberData, value: string): string {
  if (name === "country") return COUNTRIES[value] ?? value;
  if (name === "phone" || name === "guardianPhone") return formatPhone(value);
  return isDay(value) ? swissDay(value) : value;
}
