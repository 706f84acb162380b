const HOUR_MS = 60 * 60 * 1000;
/** A manual backup triggers no earlier check. */
const AFTER_BACKUP_MS = 12 * HOUR_MS;
/** More than a day, so that a nightly backup comes first. */
const WITHOUT_BACKUP_MS = 26 * HOUR_MS;
const NEWS_MS = 24 * HOUR_MS;

/** `sinceMs`: monotonic, since the last check; null: none. `newerBackup`: a backup was made since. */
export function isCheckDue(sinceMs: number | null, newerBackup: boolean): boolean {
  if (sinceMs === null) return true;
  return sinceMs >= (newerBackup ? AFTER_BACKUP_MS : WITHOUT_BACKUP_MS);
}

/** Whether to ask for releases: at most daily. `sinceMs` as for `isCheckDue`. */
export const isNewsDue = (sinceMs: number | null): boolean => sinceMs === null || sinceMs >= NEWS_MS;
