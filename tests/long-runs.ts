/** Long runs of characters. Each of them has made some regular expression or some library very slow. */

/** The repeated texts of each run, by name. */
export const RUNS = {
  "marks of one class, then of another": ["\u0301", "\u0316"],
  "marks of two classes in turn": ["\u0301\u0316"],
  "half-width sound marks": ["\uff9e\u0316"],
  "marks and controls in turn": ["\u0301\u0001\u0316"],
  spaces: [" "],
  "no-break spaces": ["\u00a0"],
  "spaces and letters in turn": ["x "],
  tabs: ["\t"],
  lines: ["\r\n"],
  plus: ["+"],
  digits: ["9"],
  zeros: ["0"],
  commas: [","],
  semicolons: [";"],
  equals: ["="],
  ampersands: ["&"],
  percents: ["%"],
  brackets: ["[", "]"],
  parentheses: ["(", ")"],
  dashes: ["-"],
  underscores: ["_"],
  slashes: ["/"],
  backslashes: ["\\"],
  at: ["@"],
  dots: ["."],
  quotes: ['"'],
  apostrophes: ["'"],
  "angle brackets": ["<"],
  colons: [":"],
  "letters A": ["A"],
  "letters é": ["é"],
  ligatures: ["\ufdfa"],
  "halves of surrogates": ["\ud83c"],
  pictures: ["🎺"],
  flags: ["🇨🇭"],
  controls: ["\u0001"],
} as const satisfies Record<string, readonly string[]>;

export type Run = keyof typeof RUNS;

/** @returns a run of at most `length` UTF-16 code units */
export function runOf(run: Run, length: number): string {
  const pieces: readonly string[] = RUNS[run];
  const each = length / pieces.length;
  return pieces.map((piece) => piece.repeat(Math.floor(each / piece.length))).join("");
}
