import { swissDateAndTime, timeInZurich } from "./dates.ts";
import { askWebmaster } from "./webmaster.ts";

const HOUR_MS = 60 * 60 * 1000;
const QUIET_HOURS = { from: "03:00", to: "05:00" } as const;
const AFTER_DAYTIME_MS = 12 * HOUR_MS;
const DAY_MS = 24 * HOUR_MS;
const STALE_AFTER_MS = 50 * HOUR_MS;

export type BackupsSummary = {
  /** Null if no backup exists. */
  readonly last: Date | null;
  /** Time of the last attempt, if it failed. Null otherwise. */
  readonly failedAt: Date | null;
  /** Number of backups to keep. 0: no automatic backups. Null: the hosting provider makes the backups. */
  readonly kept: number | null;
};

export type BackupState = "ok" | "none" | "stale" | "failed" | "off" | "elsewhere";

/**
 * Whether the nightly backup is due.
 * @param last time of the newest backup; null if no backup exists; in the future if the clock was wrong
 * @param sinceMs milliseconds since this process last made a backup, or since the process started
 */
export function isBackupDue(last: Date | null, now: Date, sinceMs: number): boolean {
  if (!last) return true;
  const age = last > now ? sinceMs : now.getTime() - last.getTime();
  const time = timeInZurich(now);
  const isNight = time >= QUIET_HOURS.from && time < QUIET_HOURS.to;
  return age >= (isNight ? AFTER_DAYTIME_MS : DAY_MS);
}

/** State of the backups. The first state that applies wins. */
export function backupState({ last, failedAt, kept }: BackupsSummary, now: Date): BackupState {
  if (kept === null) return "elsewhere";
  if (kept === 0) return "off";
  if (failedAt) return "failed";
  if (!last) return "none";
  return now.getTime() - last.getTime() > STALE_AFTER_MS ? "stale" : "ok";
}

/** State of the backups as a French sentence. `urgent`: the committee must act. */
export function backupSentence(backups: BackupsSummary, now: Date): { text: string; urgent: boolean } {
  const when = backups.last && swissDateAndTime(backups.last);
  const last = when ? `Dernière sauvegarde\u00a0: ${when}` : "Il n’y a encore aucune sauvegarde.";
  const why = askWebmaster("regarder pourquoi");
  switch (backupState(backups, now)) {
    case "ok":
      return { text: last, urgent: false };
    case "none":
      return {
        text: "Aucune sauvegarde pour l’instant. La première se fait toute seule, dans quelques minutes.",
        urgent: false,
      };
    case "off":
      return { text: `Le site ne se sauvegarde pas tout seul. ${last}`, urgent: true };
    case "elsewhere":
      return { text: "Les données sont sauvegardées chez le prestataire qui les garde.", urgent: false };
    case "stale":
      return { text: `${last}. Il devrait y en avoir une par jour. ${why}`, urgent: true };
    case "failed":
      return { text: `La sauvegarde automatique a échoué. ${why} ${last}`, urgent: true };
  }
}
