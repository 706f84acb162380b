/** Compares names as banks write them: in capitals, without accents, with digraphs, with initials, or cut. */
import { normalForm } from "#domain/text/normal-form.ts";
import { foldText } from "#domain/text/search.ts";

/** Banks write `MUELLER` for Müller, and likewise `OE` for ø, `AA` for å and `DJ` for đ. */
const DIGRAPHS: Readonly<Record<string, string>> = { ä: "ae", ö: "oe", ü: "ue", ø: "oe", å: "aa", đ: "dj", ð: "dj" };
const DIGRAPH = /(?<=[aou])e|(?<=a)a|(?<=d)j/g;
/** Parts of family names that banks may omit. */
const PARTICLES = new Set(
  "d de del dela della di da do dos das du des la le les l el van von vom zu zum zur den der ten ter".split(" "),
);
const HALF_MIN = 3;
/** Banks write a part of a name in up to three words: `O NEILL` for O’Neill. */
const JOINED_MAX = 3;

const bankWords = (text: string): string[] =>
  foldText(text.replace(/['’‘ʼ`´]/g, ""))
    .split(" ")
    .filter(Boolean);

/** @returns the text, and the text with digraphs if it differs */
function spellingsOf(text: string): string[] {
  const lower = normalForm(text, "NFC").toLowerCase();
  const spelled = lower.replace(/[äöüøåđð]/g, (letter) => DIGRAPHS[letter] ?? letter);
  return spelled === lower ? [lower] : [lower, spelled];
}

/** The words of a payer, equal for all spellings of a name. For `isSamePayer`. */
export const payerWords = (payer: string): string[] => bankWords(payer).map((word) => word.replace(DIGRAPH, ""));

/** The words of a text, and sequences of words as one word, also with digraphs. */
export const joinedWords = (text: string): Set<string> =>
  new Set(
    spellingsOf(text)
      .map(bankWords)
      .flatMap((words) =>
        words.flatMap((_, i) => Array.from({ length: JOINED_MAX }, (_, n) => words.slice(i, i + n + 1).join(""))),
      ),
  );

/** Whether two payers may be one person: one name has all words of the other name, which may be initials or cut. */
export function isSamePayer(a: readonly string[], b: readonly string[]): boolean {
  if (a.join("") === b.join("")) return true;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return short.every((word) => long.some((other) => other.startsWith(word) || word.startsWith(other)));
}

/** A name to look for in payments. `keys`: a payment with this name has at least one of these `joinedWords`. */
export type SearchedName = {
  readonly all: readonly string[];
  readonly first: readonly string[];
  readonly last: readonly string[];
  readonly keys: readonly string[];
};

/** The spellings of a name, with and without digraphs. None without a last name. */
export function searchedNames(firstName: string, lastName: string): SearchedName[] {
  if (lastName === "") return [];
  return spellingsOf(`${firstName}\n${lastName}`).map((spelling) => {
    const [first = [], last = []] = spelling.split("\n").map(bankWords);
    return { all: [...first, ...last], first, last, keys: [...new Set([...significant(last), last.join("")])] };
  });
}

function significant(last: readonly string[]): readonly string[] {
  const parts = last.filter((word) => !PARTICLES.has(word));
  return parts.length > 0 ? parts : last;
}

/**
 * Whether a payment has a name.
 * @param payer `joinedWords` of the payer @param words `joinedWords` of the payer and the text
 */
export function hasName({ all, first, last }: SearchedName, payer: ReadonlySet<string>, words: ReadonlySet<string>) {
  if (all.length > 0 && all.every((word) => words.has(word))) return true;
  return hasLastName(last, words) && hasFirstName(first, payer, words);
}

/** The whole last name, or one half of a double name. */
function hasLastName(last: readonly string[], words: ReadonlySet<string>): boolean {
  const parts = significant(last);
  return (
    words.has(last.join("")) || parts.some((part) => words.has(part) && (parts.length === 1 || part.length >= HALF_MIN))
  );
}

/** The whole first name, one half of a double name, or its initials. Initials are looked for among the payer's words. */
function hasFirstName(first: readonly string[], payer: ReadonlySet<string>, words: ReadonlySet<string>): boolean {
  const initials = first.map(([initial]) => initial);
  return (
    words.has(first.join("")) ||
    first.some((part) => part.length > 1 && words.has(part)) ||
    payer.has(initials.join("")) ||
    payer.has(initials[0] ?? "")
  );
}
