/** A text that somebody typed, with its paragraphs and the addresses in it; no markup is read, so none can do harm. */
import { webAddress } from "#domain/fields.ts";

/** A piece of a line: words, or an address to follow. */
export type TextPiece = { readonly text: string; readonly link: string | null };

/** Paragraphs, each of lines. */
export type LinkedText = readonly (readonly (readonly TextPiece[])[])[];

const ADDRESS = /\bhttps?:\/\/[^\s<>"«»]+/gi;

/** What ends a sentence does not belong to the address before it. */
const AFTER_ADDRESS = /[.,;:!?’'»…]/;
/** Nor does a bracket that it has not opened. */
const AFTER_CLOSED_ADDRESS = /[.,;:!?’'»…)]/;

/**
 * @param text with `\n` as line end
 * @returns its paragraphs, which an empty line parts, and the lines and addresses in them
 */
export const linkedText = (text: string): LinkedText =>
  text
    .split(/\n\s*\n/)
    .filter((paragraph) => paragraph.trim() !== "")
    .map((paragraph) => paragraph.trim().split("\n").map(piecesOf));

function piecesOf(line: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  let done = 0;
  for (const match of line.matchAll(ADDRESS)) {
    const address = withoutEnd(match[0]);
    const link = webAddress(address);
    if (!link) continue;
    pieces.push({ text: line.slice(done, match.index), link: null }, { text: address, link });
    done = match.index + address.length;
  }
  pieces.push({ text: line.slice(done), link: null });
  return pieces.filter(({ text: words }) => words !== "");
}

/** @returns an address without what follows it: a closing bracket belongs to it only if it opens one */
function withoutEnd(address: string): string {
  const after = address.includes("(") ? AFTER_ADDRESS : AFTER_CLOSED_ADDRESS;
  let end = address.length;
  while (end > 0 && after.test(address.charAt(end - 1))) end--;
  return address.slice(0, end);
}
