import { FIELD_LIMITS, toSingleLine } from "#domain/fields.ts";
import { type Result, refusal } from "#domain/result.ts";

/** Maximum number of non-empty lines in a list. */
const LIST_LINES_MAX = 200;
/** Maximum length of a list in characters. */
const LIST_MAX = 40_000;
const LINE_MAX = FIELD_LIMITS.text;

export const TYPED_LIST_SENTENCES = {
  tooMany: `Il y a plus de ${LIST_LINES_MAX} lignes. Faites-le en plusieurs fois.`,
  tooLong: "Cette ligne est trop longue.",
} as const;

/**
 * What happens with a line. `new`: it becomes a card. `there`: nothing, because the card exists. `refused`: nothing,
 * `why` is a French sentence. `heading`: the line applies to the lines below it.
 */
export type TypedListLine<Fields> = {
  /** Number of the line in the field, from 1. */
  readonly number: number;
  readonly typed: string;
} & (
  | { readonly is: "new"; readonly fields: Fields }
  | { readonly is: "there" | "refused"; readonly why: string }
  | { readonly is: "heading" }
);

/** The start of a message pasted from WhatsApp: `[12.10.26, 20:15:02] Léa: `. */
const WHATSAPP = /^\[\d[^\]]{4,30}\]\s[^:]{1,60}:\s/;
/** The lines that were read, and the `ids` of the new cards in the order of the list. */
export type AddedTypedLines<Fields> = {
  readonly lines: readonly TypedListLine<Fields>[];
  readonly ids: readonly string[];
};

/** Zero-width characters, and the asterisks of bold text in WhatsApp. */
const INVISIBLE = /\*|\u200b|\u2060|\ufe0f|\u20e3/g;
/** Bullets, emojis, dashes. */
const BULLET = /^[^\p{L}\p{N}]+/u;
/** Word puts a tab after its bullets and numbers. */
const WORD_BULLET = /^\s*(?:o|[^\p{L}\p{N}\s]|(\d{1,3}[.)]))?\t+/u;
/** Numbers of a list: `1) `, and `1. ` before a date. But « 1. août » is a date. */
const NUMBERING = /^\d{1,3}(?:\)\s+|\.\s+(?=(?:\p{L}+\.?\s+)?\d{1,2}(?:[./]\d{1,2}(?!\d)|(?:er)?\s\p{L}{3})))/u;

/** A line as people paste it from Word, Excel or WhatsApp, without bullet and number. Tabs are separators. */
const cleanLine = (line: string): string =>
  toSingleLine(line.replace(WORD_BULLET, "$1 ").replace(/\t+/g, ", ").replace(INVISIBLE, ""))
    .replace(WHATSAPP, "")
    .replace(BULLET, "")
    .replace(NUMBERING, "")
    .replace(/[\p{Pd}\u2212]/gu, "-")
    .replace(/[\s,;:]+$/, "");

type Reader<Fields> = {
  /** A refusal is a French sentence. Null: the line is a heading. */
  readonly read: (line: string) => Result<Fields, string> | null;
  /** Two cards with the same key are the same card. */
  readonly keyOf: (fields: Fields) => string;
  /** French sentence for a card that exists. */
  readonly there: (fields: Fields) => string;
};

/** Reads a list with one card per line. Ignores empty lines. @param existing keys of the existing cards */
export function readTypedLines<Fields>(
  text: string,
  existing: ReadonlySet<string>,
  { read, keyOf, there }: Reader<Fields>,
): TypedListLine<Fields>[] {
  const numberOf = new Map<string, number>();
  return splitLines(text).flatMap((typed, index): TypedListLine<Fields>[] => {
    const number = index + 1;
    const line = cleanLine(typed.slice(0, LINE_MAX));
    if (line === "") return [];
    const result = typed.length > LINE_MAX ? refusal(TYPED_LIST_SENTENCES.tooLong) : read(line);
    if (!result) return [{ number, typed, is: "heading" }];
    if (!result.ok) return [{ number, typed, is: "refused", why: result.reason }];
    const fields = result.value;
    const key = keyOf(fields);
    const earlier = numberOf.get(key);
    if (existing.has(key)) return [{ number, typed, is: "there", why: there(fields) }];
    if (earlier) return [{ number, typed, is: "there", why: `C’est déjà à la ligne ${earlier}.` }];
    numberOf.set(key, number);
    return [{ number, typed, is: "new", fields }];
  });
}

const splitLines = (text: string): string[] => text.split(/\r\n?|[\n\v\u2028\u2029]/);

/** French sentence for a list that is too long. Null if it can be read. */
export function typedListRefusal(text: string): string | null {
  const count = splitLines(text).filter((line) => line.trim() !== "").length;
  return count > LIST_LINES_MAX || text.length > LIST_MAX ? TYPED_LIST_SENTENCES.tooMany : null;
}
