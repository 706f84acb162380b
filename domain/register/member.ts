import { AGE_OF_MAJORITY } from "#domain/age.ts";
import { CONTACT_DETAIL_NAMES } from "#domain/contact-details.ts";
import { ageInYears, type Day, parseSwissDay, swissDay } from "#domain/dates.ts";
import { formatPhone } from "#domain/fields.ts";
import { isSameMailbox } from "#domain/mail/addresses.ts";
import type { SignUp } from "#domain/sign-up.ts";
import { foldText } from "#domain/text/search.ts";
import { HOME_COUNTRY, type PostalAddress, postalAddressState, splitPostalAddress } from "./address.ts";

/**
 * A person in the register of members. Every field may be empty. A phone is ten digits, or `+` and digits if foreign.
 */
export type MemberData = PostalAddress &
  Record<"firstName" | "lastName" | "phone" | "email" | "leftReason" | "guardianName" | "guardianPhone", string> & {
    birthDate: Day | "";
    /** The day on which the person first became a member. */
    since: Day | "";
    /** The day of the last return of a person who had left. */
    returnedOn: Day | "";
    leftOn: Day | "";
    /** The day on which the committee received the signed consent form. */
    consentOn: Day | "";
    /** Whether the person is in the association's group chat. */
    inGroupChat: "" | typeof IN_GROUP_CHAT;
    /** The person may ask to read this note. */
    note: string;
  };

/** The value of `inGroupChat` for a person in the group. */
export const IN_GROUP_CHAT = "yes";

/**
 * `turning-18`: members who turn 18 this year. `no-consent`: minors without a signed consent form. `no-address`: the
 * address is missing or unsure. `no-email`: no e-mail address that works. `unreachable`: besides, no mobile number, nor
 * a minor's guardian with one. `left-in-group`: former members who are still in the group chat.
 */
export const MEMBER_FILTERS = [
  "present",
  "minors",
  "turning-18",
  "no-consent",
  "no-address",
  "no-email",
  "unreachable",
  "not-in-group",
  "left",
  "left-in-group",
] as const;
export type MemberFilter = (typeof MEMBER_FILTERS)[number];

export const MEMBER_FILTER_LABELS: Record<MemberFilter, string> = {
  present: "Membres",
  minors: "Moins de 18\u00a0ans",
  "turning-18": "18 ans cette année",
  "no-consent": "Autorisation parentale manquante",
  "no-address": "Adresse à compléter",
  "no-email": "Sans e-mail",
  unreachable: "Ni e-mail ni mobile",
  "not-in-group": "Pas dans le groupe WhatsApp",
  left: "Partis",
  "left-in-group": "Partis, encore dans le groupe",
};

export const EMPTY_MEMBER: MemberData = {
  firstName: "",
  lastName: "",
  street: "",
  buildingNumber: "",
  postcode: "",
  place: "",
  country: HOME_COUNTRY,
  phone: "",
  email: "",
  inGroupChat: "",
  birthDate: "",
  since: "",
  returnedOn: "",
  leftOn: "",
  leftReason: "",
  consentOn: "",
  guardianName: "",
  guardianPhone: "",
  note: "",
};

export const MEMBER_LABELS: Record<keyof MemberData, string> = {
  firstName: "Prénom",
  lastName: "Nom",
  street: "Rue",
  buildingNumber: "Numéro",
  postcode: "NPA",
  place: "Lieu",
  country: "Pays",
  phone: "Téléphone",
  email: "E-mail",
  inGroupChat: "Dans le groupe WhatsApp",
  birthDate: "Date de naissance",
  since: "Membre depuis",
  returnedOn: "De retour le",
  leftOn: "Parti·e le",
  leftReason: "Raison du départ",
  consentOn: "Autorisation parentale reçue le",
  guardianName: "Représentant légal",
  guardianPhone: "Téléphone du représentant",
  note: "Note",
};

export const MEMBER_FIELDS = Object.keys(MEMBER_LABELS) as (keyof MemberData)[];

type Named = Pick<MemberData, "firstName" | "lastName">;

export const memberName = ({ firstName, lastName }: Named): string => `${firstName} ${lastName}`.trim();

/** Sort key of lists: last name and first name. Two spaces sort « Durand » before « Durand-Weber ». */
export const memberSortKey = ({ firstName, lastName }: Named): string =>
  `${foldText(lastName)}  ${foldText(firstName)}`.trim();

/** Comparison key of a person: names without case and accents, and birth date. */
export const samePersonKey = ({ firstName, lastName, birthDate }: Named & Pick<MemberData, "birthDate">): string =>
  [foldText(lastName), foldText(firstName), birthDate].join("|");

/** The text in which a search looks for a member, normalised by `foldText`. */
export const memberSearchText = (member: MemberData): string =>
  foldText(
    [
      member.firstName,
      member.lastName,
      member.firstName,
      member.street,
      member.buildingNumber,
      member.postcode,
      member.place,
      member.phone,
      formatPhone(member.phone),
      member.email,
      member.guardianName,
      member.guardianPhone,
    ].join(" "),
  );

/** The e-mail address that a mail server refused for good, and when. It concerns only this address. */
export type RefusedEmail = { readonly address: string; readonly at: Date };

/** A member's address, with the refusal that was recorded last. Null without one. */
export type EmailWithRefusal = Pick<MemberData, "email"> & { readonly refusedEmail: RefusedEmail | null };

/** When the member's present address was refused for good. Null if it was not. */
export const emailRefusedAt = ({ email, refusedEmail }: EmailWithRefusal): Date | null =>
  refusedEmail && isSameMailbox(refusedEmail.address, email) ? refusedEmail.at : null;

/** The address to which the site writes. Empty if the member has none, or if it was refused for good. */
export const workingEmail = (member: EmailWithRefusal): string => (emailRefusedAt(member) ? "" : member.email);

export const hasLeft = ({ leftOn }: Pick<MemberData, "leftOn">): boolean => leftOn !== "";

/** What the committee reads about an address that is missing or unsure. Null if the address is complete. */
export function postalAddressWarning(member: PostalAddress): string | null {
  const state = postalAddressState(member);
  return state === "complete" ? null : state === "missing" ? "sans adresse" : "adresse à vérifier";
}

/** Age in whole years. Null without a birth date. */
export const memberAge = ({ birthDate }: Pick<MemberData, "birthDate">, day: Day): number | null =>
  birthDate === "" ? null : ageInYears(birthDate, day);

/** Place and age, to distinguish members with the same name: « Savièse, 18 ans ». */
export const placeAndAgeInFrench = ({ place, birthDate }: Pick<MemberData, "place" | "birthDate">, day: Day): string =>
  [place, birthDate && `${memberAge({ birthDate }, day)}\u00a0ans`].filter(Boolean).join(", ");

export const isMinorMember = (member: Pick<MemberData, "birthDate">, day: Day): boolean =>
  (memberAge(member, day) ?? AGE_OF_MAJORITY) < AGE_OF_MAJORITY;

/** Whether a minor's signed consent form is missing. False for adults and for former members. */
export const lacksConsent = (member: Pick<MemberData, "birthDate" | "consentOn" | "leftOn">, day: Day): boolean =>
  member.consentOn === "" && !hasLeft(member) && isMinorMember(member, day);

/** State of the parents' authorisation: « reçue le 05.08.2026 », « manquante ». Null if the member needs none. */
export const consentInFrench = (
  member: Pick<MemberData, "birthDate" | "consentOn" | "leftOn">,
  day: Day,
): string | null =>
  member.consentOn !== "" ? `reçue le ${swissDay(member.consentOn)}` : lacksConsent(member, day) ? "manquante" : null;

/** The first day of membership for fees: the last return, or else the first entry. */
export const joinedOn = ({ since, returnedOn }: Pick<MemberData, "since" | "returnedOn">): Day | "" =>
  returnedOn || since;

/** Fields that a sign-up may get while the committee has its acceptance open. */
export const LATE_SIGN_UP_FIELDS = [
  "consentOn",
  ...CONTACT_DETAIL_NAMES,
] as const satisfies readonly (keyof MemberData)[];
export type LateSignUpField = (typeof LATE_SIGN_UP_FIELDS)[number];

/**
 * The record of a new member. `late`: the fields that the person may have added after the sign-up (`LATE_SIGN_UP_FIELDS`), as they
 * are now. `day`: the day of entry.
 */
export function memberFromSignUp(signUp: SignUp, late: Pick<MemberData, LateSignUpField>, day: Day): MemberData {
  const { firstName, lastName, address, phone, birthDate } = signUp;
  return {
    ...EMPTY_MEMBER,
    ...Object.fromEntries(LATE_SIGN_UP_FIELDS.map((field) => [field, late[field]])),
    firstName,
    lastName,
    phone,
    ...splitPostalAddress(address),
    birthDate: parseSwissDay(birthDate),
    since: day,
  };
}

/**
 * The record of a member who signs up again. Filled fields of `after` replace fields of `before`. An address replaces
 * the whole address: a new street with the number of the old one would be wrong.
 */
export function renewMember(before: MemberData, after: MemberData, day: Day): MemberData {
  const said = Object.fromEntries(Object.entries(after).filter(([, value]) => value !== ""));
  const returnedOn = hasLeft(before) ? day : before.returnedOn;
  const address = postalAddressState(after) === "missing" ? null : addressOf(after);
  return { ...before, ...said, ...address, since: before.since || after.since, returnedOn, leftOn: "", leftReason: "" };
}

const addressOf = ({ street, buildingNumber, postcode, place, country }: PostalAddress): PostalAddress => ({
  street,
  buildingNumber,
  postcode,
  place,
  country,
});
