/**
 * Tries whether the newest backup can be put back: it is, by the code of a restore, into a folder beside the backups that
 * goes away at once. What a crash left of one is deleted by the next.
 */
import { existsSync, readdirSync, rmSync, statfsSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Trial } from "#domain/site-health/measurements.ts";
import { lockFolder } from "../folder-lock.ts";
import { dateOfBackup, newestBackup } from "./names.ts";
import { restoreBackup } from "./restore.ts";
import { RefusedBackup } from "./unpack.ts";

/** Holds the backup while it is tried, and the lock of whoever tries it. */
const FOLDER = "essai-de-restauration";
/** The site goes on writing beside it. */
const RESERVE = 256 * 1024 * 1024;
const LOCK = "verrou-essai";
/** For one that is about to end; whoever stops the site waits no longer. */
const WAIT_MS = 2000;

/** What the thread is given, and what it answers: `why` is for the log. */
export type TrialTask = { directory: string; migrations: string; reserve?: number };
export type TrialAnswer = { readonly trial: Trial; readonly why?: string };

/** @returns bytes of the newest backup; 0: there is none */
export function newestBackupBytes(directory: string): number {
  const name = existsSync(directory) ? newestBackup(readdirSync(directory), new Date()) : null;
  return name ? (statSync(join(directory, name), { throwIfNoEntry: false })?.size ?? 0) : 0;
}

/** Deletes what is left of a trial, unless another process is over one. */
export function sweepTrial(directory: string): void {
  const unlock = lockFolder(directory, LOCK);
  if (!unlock) return;
  clear(directory);
  unlock();
}

const clear = (directory: string): void => rmSync(join(directory, FOLDER), { recursive: true, force: true });

/**
 * Synchronous: a site calls it in a thread.
 * @param directory where the backups are
 * @param migrations the folder of this version's migrations
 * @param reserve bytes that stay free beside the backup while it is tried
 * @throws when the folder cannot be written
 */
export function tryNewestBackup({ directory, migrations, reserve = RESERVE }: TrialTask): TrialAnswer {
  const name = existsSync(directory) ? newestBackup(readdirSync(directory), new Date()) : null;
  if (!name) return { trial: { outcome: "none" } };
  const unlock = lockFolder(directory, LOCK, WAIT_MS);
  if (!unlock) return { trial: { outcome: "failed" }, why: "another trial is under way" };
  try {
    clear(directory);
    const file = join(directory, name);
    const { bavail, bsize } = statfsSync(directory);
    const [free, needed] = [bavail * bsize, statSync(file).size + reserve];
    if (free < needed) return { trial: { outcome: "no-room", needed, free } };
    const madeAt = dateOfBackup(name) ?? new Date(0);
    return putBack({ file, dataDir: join(directory, FOLDER), migrations }, madeAt);
  } finally {
    clear(directory);
    unlock();
  }
}

function putBack(task: Parameters<typeof restoreBackup>[0], madeAt: Date): TrialAnswer {
  try {
    const report = restoreBackup(task);
    return { trial: { outcome: "restored", madeAt: report.madeAt, files: report.files } };
  } catch (fault) {
    if (!(fault instanceof RefusedBackup)) throw fault;
    return { trial: { outcome: "refused", madeAt }, why: fault.message };
  }
}
