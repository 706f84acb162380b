/** A password is guessable if its zxcvbn score is below 3. A word with a few digits or signs is also guessable. */
import { type MatchExtended, ZxcvbnFactory } from "@zxcvbn-ts/core";
import { adjacencyGraphs, dictionary as common } from "@zxcvbn-ts/language-common";
import { dictionary as french } from "@zxcvbn-ts/language-fr";
import { normaliseUnicode } from "#domain/text/normal-form.ts";

/** Local words that general word lists lack, without accents and spaces. */
export const GUESSED_PASSWORD_WORDS: readonly string[] = `saviese jeunesse jeunessesaviese jeunessedesaviese lajeunesse
  lajeunessedesaviese comite comitesaviese savies saviesan saviesanne savieseenne rjv valais wallis valaisan valaisanne
  sion sierre martigny monthey conthey ayent fcsion suisse schweiz svizzera switzerland helvetia helvete raclette fendant
  foin bisse carnaval fete fanfare cantine fromage brisolee arvine humagne johannisberg dole abricot williamine vigne
  vendange cave alpage desalpe vache herens planning evenement inscription charte
  login monmotdepasse changemoi azeqsd titeuf tigrou poupette snapchat jetaimefort`.split(/\s+/);

/** Minimum score, on zxcvbn's scale from 0 to 4. A score of 3 means at least 10^8 guesses. */
const SCORE_NEEDED = 3;
const GUESSES_NEEDED_LOG10 = 8;

/** These bounds keep zxcvbn's time below 0.1 s. */
const BOUNDS = { maxLength: 32, l33tMaxSubstitutions: 8 } as const;

/**
 * Each character around a word multiplies the guesses by 10. But attackers try words with a year or « ! ». So up to
 * `signs` characters together multiply the guesses by at most 10^3 (`guessesLog10`).
 */
const HABIT = { signs: 6, guessesLog10: 3 } as const;

const GUESSED = "guessed";
const OWN: ReadonlySet<unknown> = new Set([GUESSED, "userInputs"]);
const SHORTEST_NAME = 3;

/** Ignores case, accents and separators, which attackers vary. */
const fold = (text: string): string =>
  normaliseUnicode(text, "NFKD")
    .toLowerCase()
    .replace(/[\p{Mn}\s._,'’-]/gu, "");

const isPlain = (word: string): boolean => /^[a-z0-9]*$/.test(word);

const folded = (words: readonly (string | number)[]): string[] => [
  ...new Set(words.map(String).map((word) => (isPlain(word) ? word : fold(word)))),
];

function namesIn(email: string): string[] {
  const [local = ""] = email.split("@", 1);
  const words = email.split(/[^\p{L}]/u).filter((word) => word.length >= SHORTEST_NAME);
  return folded([email, local, ...words]).filter(Boolean);
}

const isOwn = ({ dictionaryName }: MatchExtended): boolean => OWN.has(dictionaryName);

export function createPasswordStrengthEstimator(): (password: string, email: string) => boolean {
  const lists = Object.entries({ ...common, ...french, [GUESSED]: GUESSED_PASSWORD_WORDS });
  const zxcvbn = new ZxcvbnFactory({
    dictionary: Object.fromEntries(lists.map(([name, words]) => [name, folded(words)])),
    graphs: adjacencyGraphs,
    ...BOUNDS,
  });
  return (password, email) => {
    const whole = fold(password);
    const names = namesIn(email);
    if (!(zxcvbn.check(whole, names).score >= SCORE_NEEDED)) return true;
    // Check the word alone: zxcvbn overestimates a word with a year and "!".
    const word = whole.replace(/^[^\p{L}]+/u, "").replace(/[^\p{L}]+$/u, "");
    if (word === "") return false;
    const { score, guessesLog10, sequence } = zxcvbn.check(word, names);
    if (score < SCORE_NEEDED && sequence.every(isOwn)) return true;
    const around = whole.length - word.length;
    return guessesLog10 + (around > HABIT.signs ? around : Math.min(around, HABIT.guessesLog10)) < GUESSES_NEEDED_LOG10;
  };
}
