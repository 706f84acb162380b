/** Drafts of the committee's forms, in sessionStorage by the path of the form's page. */
import { readFromTab, saveInTab } from "#app/ui/form/tab-memory.ts";
import type { Draft } from "#domain/draft.ts";

const PREFIX = "card ";

/** @param page path of the form's page */
export const readDraft = (page: string): Draft | null => readFromTab(PREFIX + page);

/** @param draft null to delete it */
export const saveDraft = (page: string, draft: Draft | null): void => saveInTab(PREFIX + page, draft);

/** Moves a draft to a newer version of its document, when the draft's author made the change between them. */
export function rebaseDraft(page: string, from: string, to: string): void {
  const draft = readDraft(page);
  if (draft?.version === from) saveDraft(page, { ...draft, version: to });
}

/** Deletes the drafts of all forms, because another person may use this tab next. */
export function deleteDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
  } catch {}
}
