export const ASSOCIATION = "La Jeunesse de Savièse";

export type Fact = {
  readonly label: string;
  /** One line; empty: the fact is left out. */
  readonly value: string;
  /** `tel:`, `mailto:` or an address of the site. */
  readonly address?: string;
};

export type Part =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "alert"; readonly text: string }
  /** A visitor's text, of any number of lines. */
  | { readonly kind: "quote"; readonly text: string }
  | { readonly kind: "facts"; readonly facts: readonly Fact[] }
  | { readonly kind: "button"; readonly text: string; readonly address: string };

/** The content of a mail, in single lines except for quotes. */
export type Letter = {
  readonly kicker: string;
  readonly title: string;
  /** Shown by phones below the subject. */
  readonly preview: string;
  readonly parts: readonly Part[];
  readonly foot: string;
};
