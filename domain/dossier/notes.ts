/** The notes of a dossier: Markdown, as people type it. */
import * as z from "zod/mini";
import { optionalMultilineSchema } from "#domain/fields.ts";

/** In characters. */
export const NOTES_MAX = 10_000;

export const notesSchema = () => z.object({ notes: optionalMultilineSchema(NOTES_MAX) });

/** In lines and characters: what a notice shows of the notes of somebody else. */
const SHOWN = { lines: 8, length: 160 } as const;

/** The lines that the typed notes lack, shortened, for a conflict. */
export function linesMissingInNotes(stored: string, typed: string): string[] {
  const own = new Set(linesOf(typed));
  const missing = linesOf(stored).filter((line) => !own.has(line));
  return missing
    .slice(0, SHOWN.lines)
    .map((line) => (line.length > SHOWN.length ? `${line.slice(0, SHOWN.length)}…` : line));
}

const linesOf = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
