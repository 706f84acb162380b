/** The names of the backups that a site makes by itself, and which of them have had their time. */

const NAME = /^jeunesse-(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)Z(-vide)?\.tar$/;

/** @returns `jeunesse-20261121-021200Z.tar`: the instant in UTC, which has no hour twice */
export const backupName = (madeAt: Date): string =>
  `jeunesse-${madeAt.toISOString().slice(0, 19).replaceAll(/[-:]/g, "").replace("T", "-")}Z.tar`;

/** @returns the name that the same backup has when its site is empty */
export const emptyBackupName = (name: string): string => name.replace(/\.tar$/, "-vide.tar");

export const isBackupName = (name: string): boolean => NAME.test(name);

/** @returns whether its name says that the site was empty */
const isEmptyBackup = (name: string): boolean => NAME.exec(name)?.[7] !== undefined;

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

/** As `newestBackup`, of a site that was not empty. */
export const newestFullBackup = (names: readonly string[], now: Date): string | null =>
  newestBackup(
    names.filter((name) => !isEmptyBackup(name)),
    now,
  );

/**
 * Which backups to delete: those of an empty site first, then those dated in the future, whose clock was wrong and which
 * would outlive all others. As long as the site is empty, no backup of a site with content goes, however many there are.
 * @param names what lies in the folder; other files are left alone
 * @param keep how many stay
 * @param latest the one that was just made, which always stays
 */
export function backupsToDelete(names: readonly string[], keep: number, latest: string, now: Date): string[] {
  const others = names.flatMap((name) => {
    const date = dateOfBackup(name);
    if (!date || name === latest) return [];
    return [{ name, empty: isEmptyBackup(name), at: date > now ? Number.NEGATIVE_INFINITY : date.getTime() }];
  });
  const mayGo = isEmptyBackup(latest) ? others.filter(({ empty }) => empty) : others;
  mayGo.sort((a, b) => {
    if (a.empty !== b.empty) return a.empty ? -1 : 1;
    // By name where the dates say nothing.
    return a.at === b.at ? Number(a.name > b.name) - 0.5 : a.at - b.at;
  });
  return mayGo.slice(0, Math.max(0, mayGo.length - keep + 1)).map(({ name }) => name);
}
