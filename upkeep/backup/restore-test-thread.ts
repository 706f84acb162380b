import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { RestoreTest } from "#domain/site-health/measurements.ts";
import { type RestoreTestAnswer, type RestoreTestTask, removeRestoreTest } from "./restore-test.ts";

const TIMEOUT_MS = 10 * 60_000;

/** Runs restore tests in a worker thread. `report`: gets one line with the reason why a backup was refused. */
export function createRestoreTests(task: RestoreTestTask, report: (error: unknown, where: string) => void) {
  let worker: Worker | undefined;

  async function cancel(): Promise<void> {
    if (!worker) return;
    await worker.terminate();
    removeRestoreTest(task.directory);
  }

  return {
    async run(): Promise<RestoreTest> {
      const thread = new Worker(new URL("restore-test-worker.ts", import.meta.url), { workerData: task });
      worker = thread;
      const timer = setTimeout(cancel, TIMEOUT_MS).unref();
      try {
        const answered = once(thread, "message") as Promise<[RestoreTestAnswer]>;
        const ended = once(thread, "exit").then(() => null);
        const [answer] = (await Promise.race([answered, ended])) ?? [];
        if (answer?.why) report(null, `health: restore test: ${answer.why}`);
        return answer?.restoreTest ?? { outcome: "failed" };
      } finally {
        clearTimeout(timer);
        worker = undefined;
      }
    },
    /** Cancels a running test and deletes its files. */
    stop: cancel,
  };
}
