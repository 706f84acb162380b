/** What counts as guessed soon: less than score 3 of 4 in zxcvbn, or a word of one's own with digits and signs around it. */
import { type MatchExtended, ZxcvbnFactory } from "@zxcvbn-ts/core";
import { adjacencyGraphs, dictionary as common } from "@zxcvbn-ts/language-common";
import { dictionary as french } from "@zxcvbn-ts/language-fr";
import { GUESSED_WORDS } from "#domain/accounts/guessed-words.ts";
import { normalForm } from "#domain/text/normal-form.ts";

/** Of 4; zxcvbn gives it from 10^8 guesses on. */
const SCORE_NEEDED = 3;
const GUESSES_NEEDED_LOG10 = 8;

/**
 * zxcvbn's time grows with the square of the length and with each letter that may be written as a digit: these bounds
 * keep the worst password under a tenth of a second. What follows a beginning only makes a password stronger, so the
 * beginning may decide.
 */
const BOUNDS = { maxLength: 32, l33tMaxSubstitutions: 8 } as const;

/** Up to six signs around a word are a habit (a year, "!"), and tried as one: they count as a thousand guesses. */
const HABIT = { signs: 6, guessesLog10: 3 } as const;

const GUESSED = "guessed";
const OWN: ReadonlySet<unknown> = new Set([GUESSED, "userInputs"]);
const SHORTEST_NAME = 3;

/** Without case, accents and separators: who guesses tries all of them. */
const fold = (text: string): string =>
  normalForm(text, "NFKD")
    .toLowerCase()
    .replace(/[\p{Mn}\s._,'’-]/gu, "");

const isPlain = (word: string): boolean => /^[a-z0-9]*$/.test(word);

/** @returns the words in their order, each once, as passwords are looked at */
const folded = (words: readonly (string | number)[]): string[] => [
  ...new Set(words.map(String).map((word) => (isPlain(word) ? word : fold(word)))),
];

/** @returns the names that an address carries: whole, before the @, and the words of both */
function namesIn(email: string): string[] {
  const [local = ""] = email.split("@", 1);
  const words = email.split(/[^\p{L}]/u).filter((word) => word.length >= SHORTEST_NAME);
  return folded([email, local, ...words]).filter(Boolean);
}

const isOwn = ({ dictionaryName }: MatchExtended): boolean => OWN.has(dictionaryName);

/**
 * Loads the dictionaries: French words and names, the passwords of public lists, keyboards, the association's words.
 * @returns whether a password would be guessed soon, by somebody who knows the address of its account
 */
export function createEstimator(): (password: string, email: string) => boolean {
  const lists = Object.entries({ ...common, ...french, [GUESSED]: GUESSED_WORDS });
  const zxcvbn = new ZxcvbnFactory({
    dictionary: Object.fromEntries(lists.map(([name, words]) => [name, folded(words)])),
    graphs: adjacencyGraphs,
    ...BOUNDS,
  });
  return (password, email) => {
    const whole = fold(password);
    const names = namesIn(email);
    if (!(zxcvbn.check(whole, names).score >= SCORE_NEEDED)) return true;
    // To zxcvbn a word, a year and a "!" are three finds, each of which makes ten thousand times more guesses.
    const word = whole.replace(/^[^\p{L}]+/u, "").replace(/[^\p{L}]+$/u, "");
    if (word === "") return false;
    const { score, guessesLog10, sequence } = zxcvbn.check(word, names);
    if (score < SCORE_NEEDED && sequence.every(isOwn)) return true;
    const around = whole.length - word.length;
    return guessesLog10 + (around > HABIT.signs ? around : Math.min(around, HABIT.guessesLog10)) < GUESSES_NEEDED_LOG10;
  };
}
