/** Proposals of a member to the committee (docs/specification.md section 21). */
import * as z from "zod/mini";
import { type Day, isDay, swissDay } from "#domain/dates.ts";
import { errorsByField, type FieldErrors, formatPhone, requiredEmailSchema, type TypedValues } from "#domain/fields.ts";
import { type Result, refusal, success } from "#domain/result.ts";
import { HOME_COUNTRY, type PostalAddress } from "./address.ts";
import { IN_GROUP_CHAT, MEMBER_LABELS, type MemberData } from "./member.ts";
import { COUNTRY_NAMES, MEMBER_SENTENCES, memberAsTyped, memberSchema } from "./member-form.ts";

export const CORRECTABLE_FIELDS = [
  "firstName",
  "lastName",
  "street",
  "buildingNumber",
  "postcode",
  "place",
  "country",
  "phone",
  "email",
  "birthDate",
  "guardianName",
  "guardianPhone",
] as const satisfies readonly (keyof MemberData)[];
export type MemberCorrection = Partial<Pick<MemberData, (typeof CORRECTABLE_FIELDS)[number]>>;

/**
 * What a member sends. `email`: an address that the register already has, because the member had none: the committee
 * only looks at it.
 */
export const PROPOSAL_KINDS = ["correction", "twint", "erase", "email"] as const;
export type Proposal = {
  readonly kind: (typeof PROPOSAL_KINDS)[number];
  /** The year of the fee that was paid by TWINT. Empty for other kinds. */
  readonly year: string;
  /** Empty if `kind` is neither `correction` nor `email`. */
  readonly fields: MemberCorrection;
};

/** Sorts proposals, oldest first. */
export const sortProposals = <One extends { readonly at: Date }>(proposals: readonly One[]): One[] =>
  proposals.toSorted((a, b) => a.at.getTime() - b.at.getTime());

/** The form « Ton e-mail, pour les convocations ». */
export const memberEmailSchema = z.object({ email: requiredEmailSchema() });

const TOO_YOUNG = "Vous n’avez pas encore 16 ans. Vérifiez l’année.";

/** Returns the typed fields that differ from the record. Refuses if no field differs. @param day today in Zurich */
export function readCorrection(
  member: MemberData,
  typed: TypedValues,
  day: Day,
): Result<MemberCorrection, FieldErrors> {
  const sent = Object.fromEntries(CORRECTABLE_FIELDS.map((name) => [name, typed[name] ?? member[name]]));
  const { data, error } = memberSchema(day, member.country).safeParse({ ...memberAsTyped(member), ...sent });
  if (error) return refusal(addressed(errorsByField(error)));
  const changed = CORRECTABLE_FIELDS.flatMap((name) => (data[name] === member[name] ? [] : [[name, data[name]]]));
  return changed.length > 0
    ? success(Object.fromEntries(changed))
    : refusal({ firstName: "Rien n’est changé encore." });
}

/** The errors of the committee's form, addressed to the member. */
const addressed = (errors: FieldErrors): FieldErrors =>
  errors.birthDate === MEMBER_SENTENCES.young ? { ...errors, birthDate: TOO_YOUNG } : errors;

/** A proposal in French. A correction has a line per field: « Rue : Rue du Stade → Chemin du Lac ». */
export function proposalInFrench(member: MemberData, { kind, year, fields }: Proposal): string[] {
  if (kind === "twint") return [`Cotisation ${year} payée par TWINT`];
  if (kind === "erase") return ["Effacement de toutes les données"];
  if (kind === "email") return [`E-mail ajouté par le lien\u00a0: ${fields.email}`];
  return CORRECTABLE_FIELDS.filter((name) => fields[name] !== undefined).map((name) => {
    const [before, after] = [member[name], fields[name] ?? ""].map((text) => memberFieldInFrench(name, text) || "rien");
    return `${MEMBER_LABELS[name]}\u00a0: ${before} → ${after}`;
  });
}

const DATES: ReadonlySet<string> = new Set(["birthDate", "since", "returnedOn", "leftOn", "consentOn"]);

/** The value of a field as a French text, for days, phone numbers and countries. */
export function memberFieldInFrench(name: keyof MemberData, value: string): string {
  if (name === "country") return (Object.hasOwn(COUNTRY_NAMES, value) && COUNTRY_NAMES[value]) || value;
  if (name === "inGroupChat") return value === IN_GROUP_CHAT ? "oui" : value;
  if (name === "phone" || name === "guardianPhone") return formatPhone(value);
  return DATES.has(name) && isDay(value) ? swissDay(value) : value;
}

/** Street, town and a foreign country of an address. Leaves out empty lines. */
export function postalAddressLines({ street, buildingNumber, postcode, place, country }: PostalAddress): string[] {
  const abroad = country === HOME_COUNTRY ? "" : memberFieldInFrench("country", country);
  return [`${street}\u00a0${buildingNumber}`.trim(), `${postcode} ${place}`.trim(), abroad].filter(Boolean);
}
