/** Reads the newest backup as a restore would, and decodes a picture of it. Writes nothing. */
import { once } from "node:events";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { RestoreTest } from "#domain/site-health/measurements.ts";
import { decodeImage } from "#images/decode.ts";
import { RefusedBackup, readBackup } from "./checksum.ts";
import { inspectBackup } from "./inspect.ts";
import { dateOfBackup, newestBackupName } from "./names.ts";

const TIMEOUT_MS = 10 * 60_000;

type RestoreTestTask = { directory: string; migrations: string };
/** `why`: the reason of a failure, for the log. */
type RestoreTestResult = { readonly restoreTest: RestoreTest; readonly why?: string };

export function createRestoreTests(task: RestoreTestTask, report: (error: unknown, where: string) => void) {
  let worker: Worker | undefined;

  const cancel = async (): Promise<void> => void (await worker?.terminate());

  async function runInThread(): Promise<RestoreTestResult> {
    worker = new Worker(new URL("restore-test-worker.ts", import.meta.url), { workerData: task });
    const cancelled = once(worker, "exit").then(() => [{ restoreTest: { outcome: "failed" } }]);
    // `once` rejects with the error that the worker throws.
    const [answer] = await Promise.race([once(worker, "message"), cancelled]);
    return answer as RestoreTestResult;
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
  const name = nameOfNewest(directory);
  return name ? (statSync(join(directory, name), { throwIfNoEntry: false })?.size ?? 0) : 0;
}

const nameOfNewest = (directory: string): string | null =>
  existsSync(directory) ? newestBackupName(readdirSync(directory), new Date()) : null;

/** Blocks, so call this function in a worker thread. */
export async function testNewestBackup({ directory, migrations }: RestoreTestTask): Promise<RestoreTestResult> {
  const name = nameOfNewest(directory);
  if (!name) return { restoreTest: { outcome: "none" } };
  const file = join(directory, name);
  try {
    const madeAt = readBackup(file);
    const { picture } = inspectBackup(file, file, migrations);
    if (picture && !(await decodeImage(picture)).ok) throw new RefusedBackup(file, "a picture in it cannot be decoded");
    return { restoreTest: { outcome: "readable", madeAt } };
  } catch (error) {
    if (!(error instanceof RefusedBackup)) throw error;
    return { restoreTest: { outcome: "refused", madeAt: dateOfBackup(name) ?? new Date(0) }, why: error.message };
  }
}
