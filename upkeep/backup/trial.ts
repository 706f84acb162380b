/** Restores the newest backup into a folder beside the backups, then deletes it. */
import { existsSync, readdirSync, rmSync, statfsSync, statSync } from "node:fs";
import { join } from "node:path";
import type { RestoreTest } from "#domain/site-health/measurements.ts";
import { lockFolder } from "../folder-lock.ts";
import { dateOfBackup, newestBackup } from "./names.ts";
import { restoreBackup } from "./restore.ts";
import { RefusedBackup } from "./unpack.ts";

const FOLDER = "essai-de-restauration";
const RESERVE = 256 * 1024 * 1024;
const LOCK = "verrou-essai";
/** Short, so that shutdown need not wait. */
const WAIT_MS = 2000;

/** `why`: for the log. */
export type TrialTask = { directory: string; migrations: string; reserve?: number };
export type TrialAnswer = { readonly trial: RestoreTest; readonly why?: string };

export function newestBackupBytes(directory: string): number {
  const name = existsSync(directory) ? newestBackup(readdirSync(directory), new Date()) : null;
  return name ? (statSync(join(directory, name), { throwIfNoEntry: false })?.size ?? 0) : 0;
}

/** Deletes the rest of a test, unless another process runs one. */
export function sweepTrial(directory: string): void {
  const unlock = lockFolder(directory, LOCK);
  if (!unlock) return;
  clear(directory);
  unlock();
}

const clear = (directory: string): void => rmSync(join(directory, FOLDER), { recursive: true, force: true });

/** Blocks: call it in a thread. `reserve`: bytes that stay free. */
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
    return restoreInto({ file, dataDir: join(directory, FOLDER), migrations }, madeAt);
  } finally {
    clear(directory);
    unlock();
  }
}

function restoreInto(task: Parameters<typeof restoreBackup>[0], madeAt: Date): TrialAnswer {
  try {
    const report = restoreBackup(task);
    return { trial: { outcome: "restored", madeAt: report.madeAt, files: report.files } };
  } catch (error) {
    if (!(error instanceof RefusedBackup)) throw error;
    return { trial: { outcome: "refused", madeAt }, why: error.message };
  }
}
