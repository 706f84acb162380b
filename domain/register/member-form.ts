import * as z from "zod/mini";
import { ageStatusOn } from "#domain/age.ts";
import { type Day, isDay } from "#domain/dates.ts";
import {
  FIELD_LIMITS,
  FIELD_SENTENCES,
  optionalEmailSchema,
  optionalLineSchema,
  optionalMultilineSchema,
  optionalPhoneSchema,
  requiredLineSchema,
} from "#domain/fields.ts";
import { BILL_LENGTHS } from "#domain/money/qr-bill-text.ts";
import { choiceOrStoredSchema } from "#domain/text/choice-or-kept.ts";
import { HOME_COUNTRY } from "./address.ts";
import { IN_GROUP_CHAT, type MemberData } from "./member.ts";

export const COUNTRY_NAMES: Readonly<Record<string, string>> = {
  CH: "Suisse",
  LI: "Liechtenstein",
  FR: "France",
  IT: "Italie",
  DE: "Allemagne",
  AT: "Autriche",
};

export const MEMBER_SENTENCES = {
  birthDate: "Indiquez une date de naissance, ou rien.",
  impossible: "Cette date de naissance n’est pas possible. Vérifiez l’année.",
  young: "Cette personne n’a pas encore 16 ans. Vérifiez l’année.",
  day: "Indiquez une date.",
  future: "Cette date n’est pas encore arrivée.",
  beforeEntry: "C’est avant l’entrée de cette personne.",
  beforeLeaving: "C’est avant le départ de cette personne.",
  afterLeaving: "C’est après le départ, ou après le retour de cette personne.",
  phone: FIELD_SENTENCES.anyPhone,
  postcode: "Un NPA suisse a quatre chiffres.",
  country: "Choisissez un pays de la liste.",
  yesOrNo: "Écrivez oui ou non.",
} as const;

/** Leaving and returning have their own forms. */
export type MemberFormField = Exclude<keyof MemberData, "leftOn" | "leftReason" | "returnedOn">;

const SWISS_POSTCODE = /^(?:[1-9]\d{3})?$/;

/** Schema of a day that is not after `day` (today). Accepts an empty text if `required` is false. */
export const pastDaySchema = (day: Day, required: boolean) =>
  optionalLineSchema(10).check(
    z.refine((text) => (text === "" ? !required : isDay(text)), MEMBER_SENTENCES.day),
    z.refine((text) => !isDay(text) || text <= day, MEMBER_SENTENCES.future),
  );

const birthDate = (day: Day) =>
  optionalLineSchema(10).check(
    z.refine((text) => text === "" || isDay(text), MEMBER_SENTENCES.birthDate),
    z.refine((text) => !isDay(text) || ageStatusOn(text, day) !== "impossible", MEMBER_SENTENCES.impossible),
    z.refine((text) => !isDay(text) || ageStatusOn(text, day) !== "too-young", MEMBER_SENTENCES.young),
  );

/** Schema of the member form. `day`: today in Zurich. `kept`: the stored country, which is always accepted. */
export const memberSchema = (day: Day, kept: string = HOME_COUNTRY) =>
  z
    .object({
      firstName: requiredLineSchema(FIELD_LIMITS.nom),
      lastName: requiredLineSchema(FIELD_LIMITS.nom),
      street: optionalLineSchema(BILL_LENGTHS.street),
      buildingNumber: optionalLineSchema(BILL_LENGTHS.buildingNumber),
      postcode: optionalLineSchema(16),
      place: optionalLineSchema(BILL_LENGTHS.place),
      country: choiceOrStoredSchema(Object.keys(COUNTRY_NAMES), kept, MEMBER_SENTENCES.country),
      phone: optionalPhoneSchema(),
      email: optionalEmailSchema(),
      inGroupChat: z._default(choiceOrStoredSchema(["", IN_GROUP_CHAT], undefined, MEMBER_SENTENCES.yesOrNo), ""),
      birthDate: birthDate(day),
      since: pastDaySchema(day, true),
      consentOn: pastDaySchema(day, false),
      guardianName: optionalLineSchema(FIELD_LIMITS.nom),
      guardianPhone: optionalPhoneSchema(),
      note: optionalMultilineSchema(2000),
    })
    .check(
      z.refine((member) => member.country !== HOME_COUNTRY || SWISS_POSTCODE.test(member.postcode), {
        path: ["postcode"],
        error: MEMBER_SENTENCES.postcode,
        // Run this check even if another field is invalid, so that all errors are reported together.
        when: () => true,
      }),
    );

/** Schema of the form « Noter un départ ». @param day today @param since the earliest valid day, or empty */
export const leavingSchema = (day: Day, since: Day | "") =>
  z.object({
    leftOn: pastDaySchema(day, true).check(z.refine((text) => text >= since, MEMBER_SENTENCES.beforeEntry)),
    leftReason: optionalLineSchema(200),
  });

export const MEMBER_FORM_FIELDS = Object.keys(memberSchema("2000-01-01").shape) as MemberFormField[];

/** The values of a member in the fields of the member form. */
export const memberAsTyped = (member: MemberData) =>
  Object.fromEntries(MEMBER_FORM_FIELDS.map((field) => [field, member[field]])) as Record<MemberFormField, string>;
