/** A member asks for the link of the own page (docs/specification.md section 21.4). */
import * as z from "zod/mini";
import { type Day, dayInZurich } from "#domain/dates.ts";
import { emailKey, FIELD_LIMITS, readEmail, readPhone, requiredLineSchema, schemaOfNullable } from "#domain/fields.ts";
import { hasLeft, isMinorMember, type MemberData } from "./member.ts";

const NO_CONTACT = "Il faut un numéro de mobile, ou une adresse e-mail complète.";

/** Days after which a request for a lost link ends, and the committee no longer sends the link. */
const LINK_REQUEST_DAYS = 10;

const DAY_MS = 86_400_000;
/** Requests of a member within this time are one request. */
const SAME_REQUEST_MS = 10 * 60_000;
/** To a member in 24 hours. These letters do not seem to arrive, so the committee gets the next request. */
const LETTERS_PER_DAY = 3;

/** Requests for a link that were made before this time have ended. */
export const linkRequestCutoff = (now: Date): Date => new Date(now.getTime() - LINK_REQUEST_DAYS * DAY_MS);

const phoneKey = (phone: string): string => `phone ${phone}`;
const mailKey = (email: string): string => `email ${emailKey(email)}`;

/** The comparison key of a typed phone number or e-mail address. Null if the text is neither. */
function readContactKey(typed: string): string | null {
  if (!typed.includes("@")) {
    const phone = readPhone(typed);
    return phone ? phoneKey(phone) : null;
  }
  const email = readEmail(typed);
  return email.ok ? mailKey(email.value) : null;
}

/** Schema of the form. `contact` becomes its comparison key. */
export const lostLinkSchema = () =>
  z.object({ contact: z.pipe(requiredLineSchema(FIELD_LIMITS.email), schemaOfNullable(readContactKey, NO_CONTACT)) });

/** The comparison keys that find a member: none of a former member, that of the guardian's phone only of a minor. */
export function memberContactKeys(member: MemberData, today: Day): string[] {
  if (hasLeft(member)) return [];
  const phones = [member.phone, isMinorMember(member, today) ? member.guardianPhone : ""];
  const keys = phones.map(readPhone).flatMap((phone) => (phone ? [phoneKey(phone)] : []));
  return member.email === "" ? keys : [...keys, mailKey(member.email)];
}

/** `at`: time of the newest request. */
export type LinkRequest = {
  readonly at: Date;
  /** Whether the committee has to send the link. Otherwise, a letter was queued at `at`. */
  readonly ofCommittee: boolean;
  /** Times of the letters in the 24 hours before `at`. */
  readonly letters: readonly Date[];
  /** Why the last letter was refused for good, in French. Empty if it was not. */
  readonly refused: string;
};

type NewRequest = {
  /** Whether a letter can reach the member. */
  readonly isMailable: boolean;
  /** When the committee last sent the link. */
  readonly sentAt: Date | null;
  readonly now: Date;
};

/**
 * What a new request of a member stores: a letter is queued, unless the committee has to send the link (`ofCommittee`).
 * Null if it is the same request as `before`, or if the committee has just sent the link.
 */
export function nextLinkRequest(
  before: LinkRequest | null,
  { isMailable, sentAt, now }: NewRequest,
): LinkRequest | null {
  const isWithin = (ms: number) => (at: Date) => Math.abs(now.getTime() - at.getTime()) < ms;
  const letters = (before?.letters ?? []).filter(isWithin(DAY_MS));
  const isLetter = isMailable && letters.length < LETTERS_PER_DAY;
  const isSame = [before?.at, sentAt].some((at) => at && isWithin(SAME_REQUEST_MS)(at));
  if (before && isSame && !(before.ofCommittee && isLetter)) return null;
  return isLetter
    ? { at: now, ofCommittee: false, letters: [...letters, now], refused: "" }
    : { at: now, ofCommittee: true, letters, refused: before?.refused ?? "" };
}

/**
 * Whether the committee has to send the link, because it has sent no message since the day of the request. For a
 * request with a date in the future, from a wrong clock, any message counts.
 * @param today in Zurich
 */
export function awaitsLinkFromCommittee(
  { at, ofCommittee }: LinkRequest,
  touches: readonly { at: Date }[],
  today: Day,
): boolean {
  const day = dayInZurich(at);
  return ofCommittee && !touches.some((touch) => day > today || dayInZurich(touch.at) >= day);
}
