import { parseSwissDay } from "#domain/dates.ts";
import { formatPhone, normalisePhone } from "#domain/fields.ts";
import type { SignUp } from "#domain/sign-up.ts";
import type { Submission } from "#domain/submission.ts";
import { normaliseUnicode } from "./normal-form.ts";

/** `mineur`: sign-ups of minors. `echec`: entries whose mail was permanently refused. */
export type InboxListFilter = "tout" | "nouveau" | "traite" | "mineur" | "echec";

export const SEARCH_MAX = 200;

const WORDS_MAX = 12;

/** Latin letters that Unicode does not decompose, after lower-casing. As in ICAO 9303, but `ø` is `o`. */
const LETTERS: Readonly<Record<string, string>> = {
  æ: "ae",
  œ: "oe",
  ß: "ss",
  þ: "th",
  ə: "e",
  ı: "i",
  ȷ: "j",
  ĸ: "k",
  ŋ: "n",
  ø: "o",
  ɵ: "o",
  ƿ: "w",
  ƀ: "b",
  ɓ: "b",
  ȼ: "c",
  ƈ: "c",
  đ: "d",
  ð: "d",
  ɖ: "d",
  ɗ: "d",
  ɇ: "e",
  ɛ: "e",
  ǥ: "g",
  ɠ: "g",
  ħ: "h",
  ɨ: "i",
  ɉ: "j",
  ƙ: "k",
  ł: "l",
  ƚ: "l",
  ɫ: "l",
  ɲ: "n",
  ƞ: "n",
  ɔ: "o",
  ƥ: "p",
  ɍ: "r",
  ŧ: "t",
  ƭ: "t",
  ʉ: "u",
  ʋ: "v",
  ɏ: "y",
  ƴ: "y",
  ƶ: "z",
  ȥ: "z",
};

/**
 * Normalises a text for comparisons: no accents, Latin letters only from a to z, lower case, single spaces instead of
 * punctuation and of all kinds of apostrophes.
 */
export const foldText = (text: string): string =>
  normaliseUnicode(text, "NFKD")
    .toLowerCase()
    .replace(/[\p{M}\p{Cf}]/gu, "")
    .replace(/[\u00df-\u02af]/g, (letter) => LETTERS[letter] ?? letter)
    .replace(/[\p{P}\p{Z}\p{C}\p{Sk}\u02b9-\u02c1]+/gu, " ")
    .trim();

/** All fields of a submission as one text for searches, normalised by `foldText`. */
export function submissionSearchText({ type, content }: Submission): string {
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

/** Whether a text normalised by `foldText` contains all `words`. */
export const containsAllWords = (words: readonly string[], text: string): boolean =>
  words.every((word) => text.includes(word));

/** Comparison key of a person: names without case and accents, and birth date. */
export const signUpPersonKey = ({ lastName, firstName, birthDate }: SignUp): string =>
  [foldText(lastName), foldText(firstName), parseSwissDay(birthDate)].join("|");
