import { dayFromSwiss } from "#domain/dates.ts";
import { formatPhone, normalisePhone } from "#domain/fields.ts";
import type { SignUp } from "#domain/sign-up.ts";
import type { Submission } from "#domain/submission.ts";
import { normalForm } from "./normal-form.ts";

/** `mineur`: sign-ups of minors. `echec`: entries whose mail was permanently refused. */
export type Filter = "tout" | "nouveau" | "traite" | "mineur" | "echec";

export const SEARCH_MAX = 200;

const WORDS_MAX = 12;

/** Normalises a text for comparisons: no accents, lower case, single spaces instead of punctuation. */
export const foldText = (text: string): string =>
  normalForm(text, "NFKD")
    .toLowerCase()
    .replace(/[\p{M}\p{Cf}]/gu, "")
    .replaceAll("œ", "oe")
    .replaceAll("æ", "ae")
    .replaceAll("ß", "ss")
    .replace(/[\p{P}\p{Z}\p{C}]+/gu, " ")
    .trim();

/** All fields of a submission as one text for searches, normalised by `foldText`. */
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
  return foldText(fields.join(" "));
}

/** Normalised words of a search. A result must contain all words. A phone number is one word. */
export function searchWords(text: string): string[] {
  const start = text.slice(0, SEARCH_MAX);
  const phone = normalisePhone(start);
  return phone ? [phone] : foldText(start).split(" ").filter(Boolean).slice(0, WORDS_MAX);
}

/** Comparison key of a person: names without case and accents, and birth date. */
export const personKey = ({ lastName, firstName, birthDate }: SignUp): string =>
  [foldText(lastName), foldText(firstName), dayFromSwiss(birthDate)].join("|");
