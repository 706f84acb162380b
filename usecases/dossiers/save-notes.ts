import { linesMissingInNotes, notesSchema } from "#domain/dossier/notes.ts";
import { errorsByField, type FieldErrors, type TypedValues } from "#domain/fields.ts";
import type { Person } from "#domain/person.ts";
import type { StoredNotes } from "#stores/dossiers/dossiers.ts";
import type { Services } from "#usecases/services.ts";

export type NotesOutcome =
  | { readonly is: "saved" }
  | { readonly is: "form"; readonly errors: FieldErrors }
  /** `missing`: lines of the stored notes that the typed ones lack. */
  | { readonly is: "outdated"; readonly now: StoredNotes; readonly missing: readonly string[] };

const NOTES = notesSchema();

/** Saves the notes of a dossier. Idempotent: the same notes count as saved. */
export async function saveNotes(
  { dossiers }: Pick<Services, "dossiers">,
  subject: string,
  { typed, version }: { readonly typed: TypedValues; readonly version: string },
  by: Person | null,
): Promise<NotesOutcome> {
  const parsed = NOTES.safeParse(typed);
  if (!parsed.success) return { is: "form", errors: errorsByField(parsed.error) };
  const { notes } = parsed.data;
  const before = await dossiers.getNotes(subject);
  if (before.notes === notes) return { is: "saved" };
  const { copiedFrom } = before;
  if ((await dossiers.saveNotes(subject, { notes, copiedFrom }, version, by)) === "updated") return { is: "saved" };
  const now = await dossiers.getNotes(subject);
  return now.notes === notes
    ? { is: "saved" }
    : { is: "outdated", now, missing: linesMissingInNotes(now.notes, notes) };
}
