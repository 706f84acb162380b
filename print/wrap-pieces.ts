import type { PdfPiece } from "./page.ts";

type Measure = (piece: PdfPiece) => number;

/** A word may have several styles, such as « **8 h**, ». */
type Word = readonly PdfPiece[];

/** Splits texts of several styles into lines of at most `width`. A line feed begins a line; a long word is cut. */
export function wrapPieces(pieces: readonly PdfPiece[], width: number, measure: Measure): PdfPiece[][] {
  // Measures whole lines: with its kerning, a line is longer or shorter than the sum of its words.
  const fits = (words: readonly Word[]) => joinWords(words).reduce((sum, piece) => sum + measure(piece), 0) <= width;
  return paragraphsOf(pieces).flatMap((paragraph) => {
    const lines: Word[][] = [[]];
    for (const word of wordsOf(paragraph).flatMap((whole) => (fits([whole]) ? [whole] : cutWord(whole, fits)))) {
      const line = lines.at(-1) ?? [];
      if (line.length === 0 || fits([...line, word])) line.push(word);
      else lines.push([word]);
    }
    return lines.map(joinWords);
  });
}

function paragraphsOf(pieces: readonly PdfPiece[]): PdfPiece[][] {
  const paragraphs: PdfPiece[][] = [[]];
  for (const { text, style } of pieces)
    for (const [i, line] of text.split("\n").entries()) {
      if (i > 0) paragraphs.push([]);
      paragraphs.at(-1)?.push({ text: line, style });
    }
  return paragraphs;
}

function wordsOf(pieces: readonly PdfPiece[]): Word[] {
  const words: PdfPiece[][] = [[]];
  for (const { text, style } of pieces)
    for (const [i, part] of text.split(" ").entries()) {
      if (i > 0) words.push([]);
      if (part !== "") words.at(-1)?.push({ text: part, style });
    }
  return words.filter(({ length }) => length > 0);
}

function cutWord(word: Word, fits: (words: readonly Word[]) => boolean): Word[] {
  const parts: Word[] = [[]];
  for (const { text, style } of word)
    for (const char of text) {
      const part = parts.at(-1) ?? [];
      const longer = mergeStyles([...part, { text: char, style }]);
      if (part.length === 0 || fits([longer])) parts[parts.length - 1] = longer;
      else parts.push([{ text: char, style }]);
    }
  return parts;
}

const joinWords = (words: readonly Word[]): PdfPiece[] =>
  mergeStyles(
    words.flatMap((word, i) =>
      word.map(({ text, style }, n) => ({
        text: n === word.length - 1 && i < words.length - 1 ? `${text} ` : text,
        style,
      })),
    ),
  );

/** Joins neighbours of the same style. */
function mergeStyles(pieces: readonly PdfPiece[]): PdfPiece[] {
  const merged: PdfPiece[] = [];
  for (const piece of pieces) {
    const last = merged.at(-1);
    if (last && last.style === piece.style)
      merged[merged.length - 1] = { text: last.text + piece.text, style: last.style };
    else merged.push(piece);
  }
  return merged;
}
