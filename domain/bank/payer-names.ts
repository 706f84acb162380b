/** Compares names as banks write them: in capitals, without accents, with digraphs, with initials, or cut. */
import { foldText } from "#domain/text/search.ts";

/**
 * Digraphs in bank files: `MUELLER` for Müller, and likewise `OE` for ø, `AA` for å and `DJ` for đ. A word of three
 * letters contains no digraph.
 */
const DIGRAPH = /(?<=[aou])e|(?<=a)a|(?<=d)j/g;
const DIGRAPH_WORD_MIN = 4;
/** Parts of family names that banks may omit. */
const PARTICLES = new Set(
  "d de del dela della di da do dos das du des la le les l el van von vom zu zum zur den der ten ter".split(" "),
);
const HALF_MIN = 3;
/** Maximum number of words into which banks split a part of a name: `O NEILL` for O’Neill. */
const JOINED_MAX = 3;

/** Equal for a word with and without digraphs. */
const withoutDigraphs = (word: string): string => (word.length < DIGRAPH_WORD_MIN ? word : word.replace(DIGRAPH, ""));

/** The words of a name or a text in a form that is equal for all spellings. */
export const normalisedBankWords = (text: string): string[] =>
  foldText(text.replace(/['’‘ʼ`´]/g, ""))
    .split(" ")
    .filter(Boolean)
    .map(withoutDigraphs);

/** The words of a text, and each sequence of words joined into one word. */
export function payerWordSequences(text: string): Set<string> {
  const words = normalisedBankWords(text);
  const sequences = words.flatMap((_, i) =>
    Array.from({ length: JOINED_MAX }, (_, n) => words.slice(i, i + n + 1).join("")),
  );
  return new Set(sequences);
}

/** Whether two payers may be one person: one name has all words of the other name, which may be initials or cut. */
export function isSamePayer(a: readonly string[], b: readonly string[]): boolean {
  if (a.join("") === b.join("")) return true;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return short.every((word) => long.some((other) => other.startsWith(word) || word.startsWith(other)));
}

/** A name to look for in payments. `keys`: a payment with this name has at least one of these `payerWordSequences`. */
export type SearchedPayerName = {
  readonly all: readonly string[];
  /** The whole first name, and the halves of a double name. */
  readonly first: readonly string[];
  /** The whole last name, and the halves of a double name. */
  readonly last: readonly string[];
  /** A last name with initials before or after it. */
  readonly initials: readonly string[];
  readonly keys: readonly string[];
};

/** Prepares a name for the search in payments. A name without a last name matches no payment. */
export function preparePayerName(firstName: string, lastName: string): SearchedPayerName {
  const [first, last] = [normalisedBankWords(firstName), normalisedBankWords(lastName)];
  const parts = significant(last);
  const halves = parts.length === 1 ? parts : parts.filter((part) => part.length >= HALF_MIN);
  const lastNames = [...new Set([last.join(""), ...halves])].filter(Boolean);
  const letters = first.map(([initial = ""]) => initial);
  const initials = [...new Set([letters.join(""), letters[0] ?? ""])].filter(Boolean);
  return {
    all: [...first, ...last],
    first: [first.join(""), ...first.filter((part) => part.length > 1)].filter(Boolean),
    last: lastNames,
    initials: lastNames.flatMap((name) => initials.flatMap((each) => [name + each, each + name])),
    keys: [...new Set([...parts, last.join("")])].filter(Boolean),
  };
}

function significant(last: readonly string[]): readonly string[] {
  const parts = last.filter((word) => !PARTICLES.has(word));
  return parts.length > 0 ? parts : last;
}

/**
 * How a payment contains a name: with all its words, or only with a part of a double name or with initials. Initials
 * count only in the payer's name, beside the last name: « M. Jean Favre » is not Marc Favre.
 * @param payer `payerWordSequences` of the payer
 * @param words `payerWordSequences` of the payer and the text
 */
export function findPayerName(
  { all, first, last, initials }: SearchedPayerName,
  payer: ReadonlySet<string>,
  words: ReadonlySet<string>,
): "whole" | "part" | null {
  const isIn = (word: string) => words.has(word);
  if (all.length > 0 && all.every(isIn)) return "whole";
  return (last.some(isIn) && first.some(isIn)) || initials.some((word) => payer.has(word)) ? "part" : null;
}
