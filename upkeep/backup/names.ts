const NAME = /^jeunesse-(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)Z(-vide)?\.db$/;

/** UTC, because local time repeats an hour in autumn: `jeunesse-20261121-021200Z.db`. */
export const backupName = (madeAt: Date): string =>
  `jeunesse-${madeAt.toISOString().slice(0, 19).replaceAll(/[-:]/g, "").replace("T", "-")}Z.db`;

export const emptyBackupName = (name: string): string => name.replace(/\.db$/, "-vide.db");

export const isBackupName = (name: string): boolean => NAME.test(name);

const isEmptyBackup = (name: string): boolean => NAME.exec(name)?.[7] !== undefined;

export function dateOfBackup(name: string): Date | null {
  const parts = NAME.exec(name)?.slice(1);
  if (!parts) return null;
  const [year, month, day, time, minute, second] = parts;
  const date = new Date(`${year}-${month}-${day}T${time}:${minute}:${second}Z`);
  return Number.isNaN(date.getTime()) ? null : date;
}

/** A future date comes from a wrong clock. Such a name counts only if all names have a future date. */
export function newestBackupName(names: readonly string[], now: Date): string | null {
  const dated = names.flatMap((name) => {
    const date = dateOfBackup(name);
    return date ? [{ name, date }] : [];
  });
  const past = dated.filter(({ date }) => date <= now);
  const newestFirst = (past.length > 0 ? past : dated).sort((a, b) => b.date.getTime() - a.date.getTime());
  return newestFirst[0]?.name ?? null;
}

export const newestFullBackupName = (names: readonly string[], now: Date): string | null =>
  newestBackupName(
    names.filter((name) => !isEmptyBackup(name)),
    now,
  );

/**
 * `keep` backups stay, including `latest`. Deletion order: backups of an empty site, backups with a future date, then
 * the oldest backups. If `latest` is of an empty site, only such backups are deleted.
 */
export function backupsToDelete(names: readonly string[], keep: number, latest: string, now: Date): string[] {
  const others = names.flatMap((name) => {
    const date = dateOfBackup(name);
    if (!date || name === latest) return [];
    return [{ name, empty: isEmptyBackup(name), at: date > now ? Number.NEGATIVE_INFINITY : date.getTime() }];
  });
  const deletable = isEmptyBackup(latest) ? others.filter(({ empty }) => empty) : others;
  deletable.sort((a, b) => {
    if (a.empty !== b.empty) return a.empty ? -1 : 1;
    return a.at === b.at ? Number(a.name > b.name) - 0.5 : a.at - b.at;
  });
  return deletable.slice(0, Math.max(0, deletable.length - keep + 1)).map(({ name }) => name);
}
