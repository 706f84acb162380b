import { linksIn } from "#domain/links.ts";

export type TextPiece = { readonly text: string; readonly link: string | null };

export type LinkedText = readonly (readonly (readonly TextPiece[])[])[];

/** Splits a text into paragraphs, lines and links. Empty lines separate paragraphs. HTML stays plain text. */
export const splitIntoLinkedText = (text: string): LinkedText =>
  text
    .split(/\n\s*\n/)
    .filter((paragraph) => paragraph.trim() !== "")
    .map((paragraph) => paragraph.trim().split("\n").map(piecesOf));

function piecesOf(line: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  let done = 0;
  for (const { index, typed, link } of linksIn(line)) {
    if (/\w/.test(line.charAt(index - 1))) continue;
    pieces.push({ text: line.slice(done, index), link: null }, { text: typed, link });
    done = index + typed.length;
  }
  pieces.push({ text: line.slice(done), link: null });
  return pieces.filter(({ text: words }) => words !== "");
}
