/** Restores the newest backup into a folder beside the backups, then deletes the folder. */
import { once } from "node:events";
import { existsSync, readdirSync, rmSync, statfsSync, statSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { RestoreTest } from "#domain/site-health/measurements.ts";
import { lockFolder } from "../folder-lock.ts";
import { dateOfBackup, newestBackup } from "./names.ts";
import { restoreBackup } from "./restore.ts";
import { RefusedBackup } from "./unpack.ts";

const FOLDER = "essai-de-restauration";
const RESERVE = 256 * 1024 * 1024;
const LOCK = "verrou-essai";
/** Longest wait while another process tests a restore. A long wait would delay a shutdown. */
const WAIT_MS = 2000;

const TIMEOUT_MS = 10 * 60_000;

/** `reserve`: bytes to leave free on the disk. `why`: the reason of a failure, for the log. */
type RestoreTestTask = { directory: string; migrations: string; reserve?: number };
type RestoreTestAnswer = { readonly restoreTest: RestoreTest; readonly why?: string };

export function createRestoreTests(task: RestoreTestTask, report: (error: unknown, where: string) => void) {
  let worker: Worker | undefined;

  async function cancel(): Promise<void> {
    if (!worker) return;
    await worker.terminate();
    removeRestoreTest(task.directory);
  }

  async function runInThread(): Promise<RestoreTestAnswer> {
    worker = new Worker(new URL("restore-test-worker.ts", import.meta.url), { workerData: task });
    const cancelled = once(worker, "exit").then(() => [{ restoreTest: { outcome: "failed" } }]);
    // `once` rejects with the error that the worker throws.
    const [answer] = await Promise.race([once(worker, "message"), cancelled]);
    return answer as RestoreTestAnswer;
  }

  return {
    async run(): Promise<RestoreTest> {
      const timer = setTimeout(cancel, TIMEOUT_MS).unref();
      try {
        const { restoreTest, why } = await runInThread();
        if (why) report(null, `health: restore test: ${why}`);
        return restoreTest;
      } catch (error) {
        report(null, `health: restore test: ${(error as Error).message}`);
        return { outcome: "failed" };
      } finally {
        clearTimeout(timer);
        worker = undefined;
      }
    },
    stop: cancel,
  };
}

export function newestBackupBytes(directory: string): number {
  const name = existsSync(directory) ? newestBackup(readdirSync(directory), new Date()) : null;
  return name ? (statSync(join(directory, name), { throwIfNoEntry: false })?.size ?? 0) : 0;
}

export function removeRestoreTest(directory: string): void {
  const unlock = lockFolder(directory, LOCK);
  if (!unlock) return;
  clear(directory);
  unlock();
}

const clear = (directory: string): void => rmSync(join(directory, FOLDER), { recursive: true, force: true });

/** Blocks, so call this function in a worker thread. */
export function testNewestBackup({ directory, migrations, reserve = RESERVE }: RestoreTestTask): RestoreTestAnswer {
  const name = existsSync(directory) ? newestBackup(readdirSync(directory), new Date()) : null;
  if (!name) return { restoreTest: { outcome: "none" } };
  const unlock = lockFolder(directory, LOCK, WAIT_MS);
  if (!unlock) return { restoreTest: { outcome: "failed" }, why: "another restore test is under way" };
  try {
    clear(directory);
    const file = join(directory, name);
    const { bavail, bsize } = statfsSync(directory);
    const [free, needed] = [bavail * bsize, statSync(file).size + reserve];
    if (free < needed) return { restoreTest: { outcome: "no-room", needed, free } };
    const madeAt = dateOfBackup(name) ?? new Date(0);
    return restoreInto({ file, dataDir: join(directory, FOLDER), migrations }, madeAt);
  } finally {
    clear(directory);
    unlock();
  }
}

function restoreInto(task: Parameters<typeof restoreBackup>[0], madeAt: Date): RestoreTestAnswer {
  try {
    const report = restoreBackup(task);
    return { restoreTest: { outcome: "restored", madeAt: report.madeAt, files: report.files } };
  } catch (error) {
    if (!(error instanceof RefusedBackup)) throw error;
    return { restoreTest: { outcome: "refused", madeAt }, why: error.message };
  }
}
