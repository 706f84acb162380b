import { calculateSCORReferenceChecksum, isSCORReferenceValid } from "swissqrbill/utils";

/** Length of the subject's hash in a reference, in characters: 64 bits need 13 digits of base 36. */
const SUBJECT_LENGTH = 13;

/**
 * The creditor reference (ISO 11649) of a fee: `RF`, two check digits, the year and a fingerprint of the subject. Must
 * stay the same for bills that are already printed.
 * @param subject id of the member, or of the sign-up
 */
export function feeReference(year: string, subject: string): string {
  const body = year + fnv1aHash(subject).toString(36).toUpperCase().padStart(SUBJECT_LENGTH, "0");
  return `RF${calculateSCORReferenceChecksum(body)}${body}`;
}

/** The year in a reference made by `feeReference`. Null for any other text. */
export function yearOfReference(reference: string): string | null {
  const [, year = null] = /^RF\d{2}(\d{4})[\dA-Z]{13}$/.exec(reference) ?? [];
  return year !== null && isSCORReferenceValid(reference) ? year : null;
}

const REFERENCE_LENGTH = "RF00".length + "2027".length + SUBJECT_LENGTH;

/**
 * Finds all references made by `feeReference` in a text, in upper or lower case, with any separators inside, and even
 * without spaces around them.
 */
export function feeReferencesIn(text: string): string[] {
  const compact = text.toUpperCase().replace(/[^\dA-Z]/g, "");
  const found = new Set<string>();
  // Do not search with a regular expression: a match of another creditor's reference may hide the start of ours.
  for (let start = compact.indexOf("RF"); start >= 0; start = compact.indexOf("RF", start + 1)) {
    const candidate = compact.slice(start, start + REFERENCE_LENGTH);
    if (yearOfReference(candidate) !== null) found.add(candidate);
  }
  return [...found];
}

/** The FNV-1a hash of 64 bits. Two of 24,000 fees have equal hashes with a probability of 10⁻¹¹. */
export function fnv1aHash(text: string): bigint {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return hash;
}
