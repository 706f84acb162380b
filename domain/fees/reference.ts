import { calculateSCORReferenceChecksum, isSCORReferenceValid } from "swissqrbill/utils";

/** 13 digits of base 36 hold 64 bits. */
const SUBJECT_LENGTH = 13;

/**
 * The creditor reference (ISO 11649) of a fee, the same for ever: `RF`, two check digits, the year, and 13 characters
 * that stand for the subject. A member's fee also has the references of the accepted sign-ups (`Member.signUps`).
 * @param year four digits
 * @param subject id of a member or a sign-up
 * @returns 21 characters without spaces
 */
export function feeReference(year: string, subject: string): string {
  const body = year + fingerprint(subject).toString(36).toUpperCase().padStart(SUBJECT_LENGTH, "0");
  return `RF${calculateSCORReferenceChecksum(body)}${body}`;
}

/** In groups of four, as on a bill. */
export const spacedReference = (reference: string): string => reference.replace(/.{4}(?=.)/g, "$& ");

/** The year in a reference made by `feeReference`; null for any other text. */
export function yearOfReference(reference: string): string | null {
  const [, year = null] = /^RF\d{2}(\d{4})[\dA-Z]{13}$/.exec(reference) ?? [];
  return year !== null && isSCORReferenceValid(reference) ? year : null;
}

/** FNV-1a of 64 bits: short, and the same everywhere; among 24,000 fees two are equal once in 10¹⁰ associations. */
export function fingerprint(text: string): bigint {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return hash;
}
