/**
 * Drafts of forms, stored in the browser tab, one per page. A draft belongs to the account that typed it, or to a
 * visitor (`account` null). No other account can read it (docs/decisions/0045).
 */
import type { FormDraft } from "#domain/draft.ts";
import { keysInTab, readFromTab, saveInTab } from "./tab-memory.ts";

const PREFIX = "draft ";
const LAST_ACCOUNT = "account";

const readAny = (key: string): FormDraft | null => readFromTab(key);

const draftKeys = () => keysInTab().filter((key) => key.startsWith(PREFIX));

/** @param page path of the form's page */
export function readDraft(page: string, account: string | null): FormDraft | null {
  const draft = readAny(PREFIX + page);
  return draft?.account === account ? draft : null;
}

export const saveDraft = (page: string, draft: FormDraft): void => saveInTab(PREFIX + page, draft);

/** Called after a save: the next user of the tab must not find the sent values. */
export const deleteDraft = (page: string): void => saveInTab(PREFIX + page, null);

/**
 * Updates the version in the draft after the same user has saved on another page. Otherwise, the next save would be a
 * conflict.
 */
export function rebaseDraft(page: string, from: string, to: string): void {
  const draft = readAny(PREFIX + page);
  if (draft?.version === from) saveDraft(page, { ...draft, version: to });
}

/** Called while an account is signed in: deletes the drafts of other accounts and of visitors. */
export function deleteDraftsOfOtherAccounts(account: string): void {
  for (const key of draftKeys()) if (readAny(key)?.account !== account) saveInTab(key, null);
  saveInTab(LAST_ACCOUNT, account);
}

/** @returns the account that was last signed in in this tab; null if unknown or signed out */
export const lastSignedInAccount = (): string | null => readFromTab(LAST_ACCOUNT);

/** Called at sign-out, because another person may use the tab next. */
export function deleteDrafts(): void {
  for (const key of [...draftKeys(), LAST_ACCOUNT]) saveInTab(key, null);
}
