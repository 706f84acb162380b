/** When the site looks at itself: after each night's backup, and once a day where it makes none. */

const HOUR_MS = 60 * 60 * 1000;
/** Backups that somebody makes by hand bring no other look so soon. */
const AFTER_BACKUP_MS = 12 * HOUR_MS;
/** Longer than a day, so that a night's backup comes first. */
const WITHOUT_BACKUP_MS = 26 * HOUR_MS;

/**
 * @param sinceMs how long ago this process made its last check, by a clock that never goes back; null: none yet
 * @param newerBackup whether a backup was made since
 */
export function isCheckDue(sinceMs: number | null, newerBackup: boolean): boolean {
  if (sinceMs === null) return true;
  return sinceMs >= (newerBackup ? AFTER_BACKUP_MS : WITHOUT_BACKUP_MS);
}
