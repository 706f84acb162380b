/** Where drafts of the committee's forms are: in the memory of this tab, by the path of the form's page. */
import { readFromTab, saveInTab } from "#app/ui/form/tab-memory.ts";
import type { Draft } from "#domain/draft.ts";

const PREFIX = "card ";

/** @param page path of the form's page, which names the document @returns what is kept of it, or null */
export const recallDraft = (page: string): Draft | null => readFromTab(PREFIX + page);

/** @param draft null to forget it */
export const saveDraft = (page: string, draft: Draft | null): void => saveInTab(PREFIX + page, draft);

/** What was typed over one version of a document stands over another one: what lies between them is known to its author. */
export function renameDraft(page: string, from: string, to: string): void {
  const draft = recallDraft(page);
  if (draft?.version === from) saveDraft(page, { ...draft, version: to });
}

/** Forgets the drafts of all forms: whoever sits down next in front of this tab may be somebody else. */
export function deleteDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
  } catch {}
}
