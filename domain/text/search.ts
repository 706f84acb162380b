/** How the committee finds what visitors sent: by words, without accents or capitals mattering. */

import { dayFromSwiss } from "#domain/dates.ts";
import { formatPhone, normalisePhone } from "#domain/fields.ts";
import type { SignUp } from "#domain/sign-up.ts";
import type { Submission } from "#domain/submission.ts";
import { normalForm } from "./normal-form.ts";

/** What a list is narrowed to; `minor` is about sign-ups, `failed` about mail that was refused for good. */
export type Filter = "tout" | "nouveau" | "traite" | "mineur" | "echec";

/** The most characters of a search; more of them narrow nothing down. */
export const SEARCH_MAX = 200;

/** More words than this narrow nothing down. */
const WORDS_MAX = 12;

/**
 * @param text as somebody typed it
 * @returns the same text without accents and capitals, with single spaces for punctuation: `Chemin des Treize-Étoiles`
 * and `chemin des treize etoiles` are one
 */
export const fold = (text: string): string =>
  normalForm(text, "NFKD")
    .toLowerCase()
    .replace(/[\p{M}\p{Cf}]/gu, "")
    .replaceAll("œ", "oe")
    .replaceAll("æ", "ae")
    .replaceAll("ß", "ss")
    .replace(/[\p{P}\p{Z}\p{C}]+/gu, " ")
    .trim();

/** @returns the folded text in which an entry is found: every field that a person filled in */
export function searchText({ type, content }: Submission): string {
  const fields =
    type === "inscription"
      ? [
          content.firstName,
          content.lastName,
          content.address,
          content.phone,
          formatPhone(content.phone),
          content.birthDate,
        ]
      : [content.name, content.email, content.subject, content.message];
  return fold(fields.join(" "));
}

/**
 * @param text as typed into the search field; what comes after `SEARCH_MAX` characters is not looked at
 * @returns the folded words that must all occur; none: everything is found. A whole phone number is one word, in
 * whatever form it was typed
 */
export function searchWords(text: string): string[] {
  const start = text.slice(0, SEARCH_MAX);
  const phone = normalisePhone(start);
  return phone ? [phone] : fold(start).split(" ").filter(Boolean).slice(0, WORDS_MAX);
}

/** @returns the same for two sign-ups of one person: name and first name, folded, and birth date */
export const personKey = ({ lastName, firstName, birthDate }: SignUp): string =>
  [fold(lastName), fold(firstName), dayFromSwiss(birthDate)].join("|");
