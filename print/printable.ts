/** Text from a form, brought to what the fonts can draw, and to the room there is for it. */
import { normalForm } from "#domain/text/normal-form.ts";
import { DRAWABLE } from "./fonts.ts";

/** Stands for letters that were left out. */
const GAP = "[…]";
const CONTINUATION = "…";

const chars = new Intl.Segmenter("fr-CH", { granularity: "grapheme" });
const allowedCharsOf = (text: string) => Array.from(chars.segment(text), ({ segment }) => segment);
const isDrawable = (text: string) => text !== "" && Array.from(text).every((char) => DRAWABLE.test(char));

function toDrawable(char: string): string {
  if (isDrawable(char)) return char;
  // A fancy or accented letter without a drawing of its own is still that letter.
  const simple = normalForm(char, "NFKC");
  if (isDrawable(simple)) return simple;
  const base = normalForm(char, "NFKD").replace(/[\p{M}\p{Cf}]/gu, "");
  if (isDrawable(base)) return base;
  // Pictures and invisible characters say nothing on paper; letters that go missing leave a mark.
  return /[\p{L}\p{N}]/u.test(char) ? GAP : "";
}

/**
 * @param text anything that somebody typed
 * @returns the same in one line of characters that the fonts draw: emoji are dropped, letters of other scripts
 * become one `[…]`; empty when nothing else would be left
 */
export function printable(text: string): string {
  const line = allowedCharsOf(normalForm(text, "NFC").replace(/\s+/g, " "))
    .map(toDrawable)
    .join("")
    .replace(/ +/g, " ")
    .replace(/\[…\](?: ?\[…\])+/g, GAP)
    .trim();
  return line === GAP ? "" : line;
}

type Place = {
  /** Width of the line, in points. */
  width: number;
  /** Sizes in points: what it should be, and what can still be read. */
  size: number;
  minimumSize: number;
  /** @returns the width of a text in points */
  measure: (text: string, size: number) => number;
};

/** Makes a text smaller until it fits into its line; what is too long even then is cut, with an ellipsis. */
export function shrink(text: string, { width, size, minimumSize, measure }: Place) {
  const wanted = Math.min(size, (size * width) / measure(text, size));
  if (wanted >= minimumSize) return { text, size: wanted };
  const list = allowedCharsOf(text);
  const cut = (n: number) => list.slice(0, n).join("").trimEnd() + CONTINUATION;
  let [fitting, tooLong] = [0, list.length];
  while (tooLong - fitting > 1) {
    const middle = (fitting + tooLong) >> 1;
    if (measure(cut(middle), minimumSize) <= width) fitting = middle;
    else tooLong = middle;
  }
  return { text: cut(fitting), size: minimumSize };
}
