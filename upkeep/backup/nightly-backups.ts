/** The backups that a running site makes by itself: in a thread, into one folder, the oldest ones deleted. */
import { once } from "node:events";
import { existsSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { Worker } from "node:worker_threads";
import type { BackupReport, makeBackup } from "./create.ts";
import { backupName, backupsToDelete, dateOfBackup, emptyBackupName, newestBackup } from "./names.ts";

/** What the thread is given, and what it answers. */
export type Task = Parameters<typeof makeBackup>[0];
export type Answer = { readonly report: BackupReport } | { readonly fault: string };

/**
 * `Backups` (usecases/services.ts), and `stop`, which gives up the backup under way: no file of it counts.
 * Makes the backups of one data folder.
 * @param directory where they go; other files in it are left alone. Only one site may use it
 * @param keep how many stay; 0: none is asked for
 * @param onMissing hears how many files of pictures the disk has lost
 */
export function createBackups({
  dataDir,
  directory,
  keep,
  now = () => new Date(),
  onMissing = () => {},
}: {
  dataDir: string;
  directory: string;
  keep: number;
  now?: () => Date;
  onMissing?: (files: number) => void;
}) {
  let underWay: Promise<Date> | null = null;
  let worker: Worker | undefined;
  let failedAt: Date | null = null;

  const names = async () => (existsSync(directory) ? readdir(directory) : []);

  async function make(rotate: boolean): Promise<Date> {
    const file = freeBackupFile(directory, now());
    const task: Task = { dataDir, file, fileIfEmpty: emptyBackupName(file) };
    worker = new Worker(new URL("worker.ts", import.meta.url), { workerData: task });
    const [answer] = (await Promise.race([once(worker, "message"), ended(worker)])) as [Answer];
    if ("fault" in answer) throw new Error(answer.fault);
    if (answer.report.missing.length > 0) onMissing(answer.report.missing.length);
    const latest = basename(answer.report.file);
    const old = rotate ? backupsToDelete(await names(), Math.max(1, keep), latest, now()) : [];
    for (const name of old) await rm(join(directory, name), { force: true });
    return answer.report.madeAt;
  }

  return {
    readState: async () => ({ last: newest(await names(), now()), failedAt, kept: keep }),

    make({ rotate = true } = {}) {
      underWay ??= make(rotate)
        .then(
          (madeAt) => {
            failedAt = null;
            return madeAt;
          },
          (fault: unknown) => {
            failedAt = now();
            throw fault;
          },
        )
        .finally(() => {
          underWay = null;
        });
      return underWay;
    },

    async stop() {
      await worker?.terminate();
      await underWay?.catch(() => {});
    },
  };
}

/** @returns when the last of these backups was made */
function newest(names: readonly string[], now: Date): Date | null {
  const name = newestBackup(names, now);
  return name === null ? null : dateOfBackup(name);
}

/** Rejects when the thread ends without having answered. */
const ended = (worker: Worker) =>
  once(worker, "exit").then(() => Promise.reject(new Error("The backup was given up.")));

/** @returns the path for a backup made now; a name that is taken belongs to another backup */
export function freeBackupFile(directory: string, now: Date): string {
  for (let at = now.getTime(); ; at += 1000) {
    const file = join(directory, backupName(new Date(at)));
    if (![file, emptyBackupName(file)].some((path) => existsSync(path))) return file;
  }
}
