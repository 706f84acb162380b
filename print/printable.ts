import { normaliseUnicode } from "#domain/text/normal-form.ts";
import { DRAWABLE_CHARACTERS } from "./fonts.ts";

const GAP = "[…]";
const CONTINUATION = "…";

const chars = new Intl.Segmenter("fr-CH", { granularity: "grapheme" });
const allowedCharsOf = (text: string) => Array.from(chars.segment(text), ({ segment }) => segment);
const isDrawable = (text: string) => text !== "" && Array.from(text).every((char) => DRAWABLE_CHARACTERS.test(char));

function toDrawable(char: string): string {
  if (isDrawable(char)) return char;
  const simple = normaliseUnicode(char, "NFKC");
  if (isDrawable(simple)) return simple;
  const base = normaliseUnicode(char, "NFKD").replace(/[\p{M}\p{Cf}]/gu, "");
  if (isDrawable(base)) return base;
  // Letters and digits that the font lacks become `[…]`. Other characters, such as emoji, are dropped.
  return /[\p{L}\p{N}]/u.test(char) ? GAP : "";
}

export function toPrintableText(text: string): string {
  const drawable = allowedCharsOf(normaliseUnicode(text, "NFC").replace(/\s+/g, " ")).map(toDrawable).join("");
  const line = drawable.replace(/ +/g, " ").replace(/\[…\](?: ?\[…\])+/g, GAP);
  return line.trim() === GAP ? "" : line.trim();
}

/** Like `toPrintableText`. Keeps the no-break spaces, so that « CHF 50.– » stays on one line. */
export const toPrintableWords = (text: string): string => text.split("\u00a0").map(toPrintableText).join("\u00a0");

/** Width of the line and font sizes in points. */
type Place = { width: number; size: number; minimumSize: number; measure: (text: string, size: number) => number };

export function shrinkTextToFit(text: string, { width, size, minimumSize, measure }: Place) {
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
