import { once } from "node:events";
import { existsSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { Worker } from "node:worker_threads";
import type { BackupReport, makeBackup } from "./create.ts";
import { backupName, backupsToDelete, dateOfBackup, emptyBackupName, newestBackup } from "./names.ts";

type Options = {
  dataDir: string;
  directory: string;
  keep: number;
  now?: () => Date;
  onMissing?: (files: number) => void;
};

/** Implements `Backups` (usecases/services.ts). `stop` cancels a running backup. */
export function createBackups({ dataDir, directory, keep, now = () => new Date(), onMissing }: Options) {
  let running: Promise<Date> | null = null;
  let worker: Worker | undefined;
  let failedAt: Date | null = null;

  const names = async () => (existsSync(directory) ? readdir(directory) : []);

  async function make(rotate: boolean): Promise<Date> {
    const file = freeBackupFile(directory, now());
    const task: Parameters<typeof makeBackup>[0] = { dataDir, file, fileIfEmpty: emptyBackupName(file) };
    worker = new Worker(new URL("worker.ts", import.meta.url), { workerData: task });
    // `once` rejects with the error that the worker throws.
    const [report] = (await Promise.race([once(worker, "message"), ended(worker)])) as [BackupReport];
    if (report.missing.length > 0) onMissing?.(report.missing.length);
    const latest = basename(report.file);
    const old = rotate ? backupsToDelete(await names(), Math.max(1, keep), latest, now()) : [];
    for (const name of old) await rm(join(directory, name), { force: true });
    failedAt = null;
    return report.madeAt;
  }

  return {
    readState: async () => ({ last: newest(await names(), now()), failedAt, kept: keep }),

    make({ rotate = true } = {}) {
      running ??= make(rotate)
        .catch((error: unknown) => {
          failedAt = now();
          throw error;
        })
        .finally(() => {
          running = null;
        });
      return running;
    },

    async stop() {
      await worker?.terminate();
      await running?.catch(() => {});
    },
  };
}

function newest(names: readonly string[], now: Date): Date | null {
  const name = newestBackup(names, now);
  return name === null ? null : dateOfBackup(name);
}

const ended = (worker: Worker) =>
  once(worker, "exit").then(() => Promise.reject(new Error("The backup was cancelled.")));

export function freeBackupFile(directory: string, now: Date): string {
  for (let at = now.getTime(); ; at += 1000) {
    const file = join(directory, backupName(new Date(at)));
    if (![file, emptyBackupName(file)].some((path) => existsSync(path))) return file;
  }
}
