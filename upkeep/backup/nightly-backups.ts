import { once } from "node:events";
import { existsSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { Worker } from "node:worker_threads";
import { type BackupReport, deleteUnfinishedBackup, type makeBackup } from "./create.ts";
import { backupName, backupsToDelete, dateOfBackup, emptyBackupName, newestBackupName } from "./names.ts";

type Task = Parameters<typeof makeBackup>[0];

type Options = {
  dataDir: string;
  directory: string;
  keep: number;
  now?: () => Date;
};

/** Implements `Backups` (usecases/services.ts). `stop` cancels a running backup. */
export function createNightlyBackups({ dataDir, directory, keep, now = () => new Date() }: Options) {
  let running: Promise<Date> | null = null;
  let worker: Worker | undefined;
  let failedAt: Date | null = null;

  const names = async () => (existsSync(directory) ? readdir(directory) : []);

  async function make(rotate: boolean): Promise<Date> {
    const file = availableBackupPath(directory, now());
    const task: Task = { dataDir, file, fileIfEmpty: emptyBackupName(file) };
    worker = startWorker(task);
    const report = await reportOf(worker, task);
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
  const name = newestBackupName(names, now);
  return name === null ? null : dateOfBackup(name);
}

const startWorker = (task: Task) => new Worker(new URL("worker.ts", import.meta.url), { workerData: task });

/** Throws if the worker is terminated, and deletes its temporary files. */
async function reportOf(worker: Worker, { file }: Task): Promise<BackupReport> {
  const ended = once(worker, "exit").then(() => {
    deleteUnfinishedBackup(file);
    throw new Error("The backup was cancelled.");
  });
  // `once` rejects with the error that the worker throws.
  const [report] = (await Promise.race([once(worker, "message"), ended])) as [BackupReport];
  return report;
}

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Makes a backup in a worker thread, so that this thread receives signals. A signal cancels the backup. */
export async function makeInterruptibleBackup(task: Task): Promise<BackupReport> {
  const worker = startWorker(task);
  const cancel = () => void worker.terminate();
  for (const signal of SIGNALS) process.on(signal, cancel);
  try {
    return await reportOf(worker, task);
  } finally {
    for (const signal of SIGNALS) process.off(signal, cancel);
  }
}

export function availableBackupPath(directory: string, now: Date): string {
  for (let at = now.getTime(); ; at += 1000) {
    const file = join(directory, backupName(new Date(at)));
    if (![file, emptyBackupName(file)].some((path) => existsSync(path))) return file;
  }
}
