/** What a mail of the site says, before it is drawn (letter-html.ts) or written out (letter-text.ts). */

/** Whose name stands on every mail. */
export const ASSOCIATION = "La Jeunesse de Savièse";

export type Fact = {
  readonly label: string;
  /** One line; empty: the fact is left out. */
  readonly value: string;
  /** Where the value leads: `tel:`, `mailto:` or the site. */
  readonly address?: string;
};

export type Part =
  | { readonly kind: "text"; readonly text: string }
  /** What somebody has to do something about. */
  | { readonly kind: "alert"; readonly text: string }
  /** A visitor's own words, of any number of lines. */
  | { readonly kind: "quote"; readonly text: string }
  | { readonly kind: "facts"; readonly facts: readonly Fact[] }
  | { readonly kind: "button"; readonly text: string; readonly address: string };

/** Everything but a quote is one line. */
export type Letter = {
  /** What it is, in two words above the title. */
  readonly kicker: string;
  readonly title: string;
  /** What a phone shows below the subject. */
  readonly preview: string;
  readonly parts: readonly Part[];
  /** How it came about, small print. */
  readonly foot: string;
};
