import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { RestoreTest } from "#domain/site-health/measurements.ts";
import { sweepTrial, type TrialAnswer, type TrialTask } from "./trial.ts";

const TIMEOUT_MS = 10 * 60_000;

/** `report`: gets why a backup was refused, in one line with the file's name only. */
export function createBackupTrials(task: TrialTask, report: (error: unknown, where: string) => void) {
  let worker: Worker | undefined;

  async function cancel(): Promise<void> {
    if (!worker) return;
    await worker.terminate();
    sweepTrial(task.directory);
  }

  return {
    async run(): Promise<RestoreTest> {
      const thread = new Worker(new URL("trial-worker.ts", import.meta.url), { workerData: task });
      worker = thread;
      const timer = setTimeout(cancel, TIMEOUT_MS).unref();
      try {
        const answered = once(thread, "message") as Promise<[TrialAnswer]>;
        const ended = once(thread, "exit").then(() => null);
        const [answer] = (await Promise.race([answered, ended])) ?? [];
        if (answer?.why) report(null, `health: trial of a restore: ${answer.why}`);
        return answer?.trial ?? { outcome: "failed" };
      } finally {
        clearTimeout(timer);
        worker = undefined;
      }
    },
    /** Cancels a running test and deletes its files. */
    stop: cancel,
  };
}
