import { webAddress } from "#domain/fields.ts";

export type TextPiece = { readonly text: string; readonly link: string | null };

export type LinkedText = readonly (readonly (readonly TextPiece[])[])[];

const ADDRESS = /\bhttps?:\/\/[^\s<>"«»]+/gi;

/** Punctuation after a URL belongs to the sentence. */
const AFTER_ADDRESS = /[.,;:!?’'»…]/;
/** The same for a URL without an opening bracket: then a closing bracket belongs to the sentence, too. */
const AFTER_CLOSED_ADDRESS = /[.,;:!?’'»…)]/;

/** Splits a text into paragraphs, lines and links. Empty lines separate paragraphs. HTML stays plain text. */
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

function withoutEnd(address: string): string {
  const after = address.includes("(") ? AFTER_ADDRESS : AFTER_CLOSED_ADDRESS;
  let end = address.length;
  while (end > 0 && after.test(address.charAt(end - 1))) end--;
  return address.slice(0, end);
}
