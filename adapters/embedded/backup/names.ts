/** The names of the backups that a site makes by itself, and which of them have had their time. */

const NAME = /^jeunesse-(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)Z\.tar$/;

/** @returns `jeunesse-20261121-021200Z.tar`: the instant in UTC, which has no hour twice */
export const backupName = (madeAt: Date): string =>
  `jeunesse-${madeAt.toISOString().slice(0, 19).replaceAll(/[-:]/g, "").replace("T", "-")}Z.tar`;

export const isBackupName = (name: string): boolean => NAME.test(name);

/** @returns when a backup was made by its name; null for any other file */
export function dateOfBackup(name: string): Date | null {
  const parts = NAME.exec(name)?.slice(1);
  if (!parts) return null;
  const [year, month, day, time, minute, second] = parts;
  const date = new Date(`${year}-${month}-${day}T${time}:${minute}:${second}Z`);
  return Number.isNaN(date.getTime()) ? null : date;
}

/** @returns the last one made; one that says it comes from the future counts only where there is no other */
export function newestBackup(names: readonly string[], now: Date): string | null {
  const dated = names.flatMap((name) => {
    const date = dateOfBackup(name);
    return date ? [{ name, date }] : [];
  });
  const past = dated.filter(({ date }) => date <= now);
  const newestFirst = (past.length > 0 ? past : dated).sort((a, b) => b.date.getTime() - a.date.getTime());
  return newestFirst[0]?.name ?? null;
}

/**
 * Which backups to delete. One that says it was made in the future comes first: its clock was wrong, and it would
 * outlive all others.
 * @param names what lies in the folder; other files are left alone
 * @param keep how many stay
 * @param latest the one that was just made, which always stays
 */
export function backupsToDelete(names: readonly string[], keep: number, latest: string, now: Date): string[] {
  const others = names.flatMap((name) => {
    const date = dateOfBackup(name);
    return date && name !== latest ? [{ name, at: date > now ? Number.NEGATIVE_INFINITY : date.getTime() }] : [];
  });
  // By name where the dates say nothing.
  others.sort((a, b) => (a.at === b.at ? Number(a.name > b.name) - 0.5 : a.at - b.at));
  return others.slice(0, Math.max(0, others.length - keep + 1)).map(({ name }) => name);
}
