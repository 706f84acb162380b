import { readMarkdown } from "#domain/text/markdown.server.ts";
import type { RichTextBlock, RichTextInline } from "#domain/text/rich-text.ts";

const LIST_ITEM = /^(?:[-*+]|\d{1,9}[.)])[ \t]/;
/** In characters. A list with empty lines between its items is read in parts of this size. */
const PART_MAX = 1500;

/** The notes as rich text. What `readMarkdown` refuses stays as it was typed: notes are accepted whatever they contain. */
export const notesAsRichText = (notes: string): RichTextBlock[] =>
  partsOf(notes).flatMap((part) => {
    const read = readMarkdown(part, () => true);
    return read.ok ? read.value : [{ ordered: null, items: [plainLines(part)] }];
  });

/** The paragraphs. Items of one list stay together. */
function partsOf(notes: string): string[] {
  const parts: string[] = [];
  for (const paragraph of notes.split(/\n\s*\n/)) {
    const last = parts.at(-1);
    const isSameList = last !== undefined && LIST_ITEM.test(last) && LIST_ITEM.test(paragraph);
    if (isSameList && last.length + paragraph.length < PART_MAX) parts[parts.length - 1] = `${last}\n${paragraph}`;
    else if (paragraph.trim() !== "") parts.push(paragraph);
  }
  return parts;
}

const plainLines = (text: string): RichTextInline[] =>
  text.split("\n").flatMap((line, i) => (i === 0 ? [line] : ["\n", line]));
