/** When the site backs itself up, and what the committee and the webmaster are told of it. */
import { dateAndTime, timeInZurich } from "./dates.ts";

const HOUR_MS = 60 * 60 * 1000;
/** Between three and five in the morning nobody signs up for anything. */
const QUIET_HOURS = { from: "03:00", to: "05:00" } as const;
/** A night's backup may come so long after one that was made by day. */
const AFTER_DAYTIME_MS = 12 * HOUR_MS;
const DAY_MS = 24 * HOUR_MS;
/** Two nights without one: something is wrong. */
const STALE_AFTER_MS = 50 * HOUR_MS;

/** How it stands with the backups. */
export type BackupsState = {
  /** When the newest one was made; null: there is none. */
  readonly last: Date | null;
  /** When the last attempt failed; null: it went well, or there was none since the start. */
  readonly failedAt: Date | null;
  /** How many are kept; 0: none is made by itself; null: whoever keeps the data makes them, out of the site's sight. */
  readonly kept: number | null;
};

export type BackupState = "ok" | "none" | "stale" | "failed" | "off" | "elsewhere";

/**
 * Whether it is time for the next backup: once a night, and a day after the last one at the latest.
 * @param last when the last one was made; null: never
 * @param sinceMs how long ago this process started or made its last one, by a clock that never goes back; counts
 * instead of a date that lies in the future, which is that of a wrong clock
 */
export function isBackupDue(last: Date | null, now: Date, sinceMs: number): boolean {
  if (!last) return true;
  const age = last > now ? sinceMs : now.getTime() - last.getTime();
  const time = timeInZurich(now);
  const calm = time >= QUIET_HOURS.from && time < QUIET_HOURS.to;
  return age >= (calm ? AFTER_DAYTIME_MS : DAY_MS);
}

/** @returns how it stands, in one word */
export function backupState({ last, failedAt, kept }: BackupsState, now: Date): BackupState {
  if (kept === null) return "elsewhere";
  if (kept === 0) return "off";
  if (failedAt) return "failed";
  if (!last) return "none";
  return now.getTime() - last.getTime() > STALE_AFTER_MS ? "stale" : "ok";
}

/** @returns the same for the committee; `urgent`: somebody has to do something */
export function backupSentence(backups: BackupsState, now: Date): { text: string; urgent: boolean } {
  const when = backups.last && dateAndTime(backups.last);
  const last = when ? `Dernière sauvegarde\u00a0: ${when}` : "Il n’y a encore aucune sauvegarde.";
  const tellSomebody = "Prévenez la personne qui s’occupe du site.";
  switch (backupState(backups, now)) {
    case "ok":
      return { text: last, urgent: false };
    case "none":
      return {
        text: "Aucune sauvegarde pour l’instant. La première se fait toute seule, dans quelques minutes.",
        urgent: false,
      };
    case "off":
      return { text: `Le site ne se sauvegarde pas tout seul (BACKUP_KEEP=0). ${last}`, urgent: true };
    case "elsewhere":
      return { text: "Les données sont sauvegardées chez le prestataire qui les garde.", urgent: false };
    case "stale":
      return { text: `${last}. Il devrait y en avoir une par jour. ${tellSomebody}`, urgent: true };
    case "failed":
      return { text: `La sauvegarde automatique a échoué. ${tellSomebody} ${last}`, urgent: true };
  }
}
