/** The letters of a mailing, for the people whom only paper reaches. */
import { type MemberData, memberName } from "#domain/register/member.ts";
import { postalLines } from "#domain/register/postal-lines.ts";
import { plainRichTextInline, type RichTextBlock } from "#domain/text/rich-text.ts";

/** A file of this number of pages is drawn in seconds, and printed without running out of paper twice. */
const LETTERS_PER_FILE = 200;

/** Paragraphs, items of lists and typed lines that one file may have: drawing twice this number exceeds the memory of the worker. */
const PARTS_PER_FILE = 12_000;

/** One file: the letters from one recipient to another, by name. Both are ids. */
export type LetterRange = { readonly from: string; readonly to: string };

/** The number of letters in one file, at least one: fewer if the text has hundreds of items. */
export function lettersPerFile(blocks: readonly RichTextBlock[]): number {
  const items = blocks.flatMap((block) => block.items.map(plainRichTextInline));
  const parts = items.reduce((sum, text) => sum + text.split("\n").length, 1);
  return Math.min(LETTERS_PER_FILE, Math.floor(PARTS_PER_FILE / parts));
}

/**
 * The address of a member, name first. Also a minor's letter goes to the member, who is invited and addressed in the text;
 * only money and authorisations go to the parents (`billLetter`).
 */
export const letterAddress = (member: MemberData): string[] =>
  [memberName(member), ...postalLines(member)].filter(Boolean);
