/** What the committee does, as its journal tells it. */

/** What was done. */
export const JOURNAL_ACTIONS = [
  "signed-in",
  "added",
  "changed",
  "published",
  "deleted",
  "restored",
  "erased",
  "exported",
  "printed",
  "resent",
  "invited",
  "reset",
  "removed",
  "bank-details",
] as const;
export type JournalAction = (typeof JOURNAL_ACTIONS)[number];

/** What it was done to. `session`: a browser that is new to an account. */
export const JOURNAL_SUBJECTS = [
  "membre",
  "evenement",
  "inscription",
  "message",
  "settings",
  "account",
  "session",
] as const;
export type JournalSubject = (typeof JOURNAL_SUBJECTS)[number];

/** Lines stay for so many months. */
export const JOURNAL_MONTHS = 12;

/** @returns lines from before it go */
export function journalLimit(now: Date): Date {
  const limit = new Date(now);
  limit.setUTCMonth(limit.getUTCMonth() - JOURNAL_MONTHS);
  return limit;
}
