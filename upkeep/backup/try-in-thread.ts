/** The trial of a restore beside a running site: in a thread, for so long at most. */
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { Trial } from "#domain/site-health/measurements.ts";
import { sweepTrial, type TrialAnswer, type TrialTask } from "./trial.ts";

const TIMEOUT_MS = 10 * 60_000;

export type BackupTrials = {
  run(): Promise<Trial>;
  /** Gives up the one under way, and deletes what it has unpacked. */
  stop(): Promise<void>;
};

/** @param report hears why a backup was refused; the line names the file, and nothing in it */
export function createBackupTrials(task: TrialTask, report: (fault: unknown, where: string) => void): BackupTrials {
  let worker: Worker | undefined;

  async function giveUp(): Promise<void> {
    if (!worker) return;
    await worker.terminate();
    sweepTrial(task.directory);
  }

  return {
    async run() {
      const thread = new Worker(new URL("trial-worker.ts", import.meta.url), { workerData: task });
      worker = thread;
      const timer = setTimeout(giveUp, TIMEOUT_MS).unref();
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
    stop: giveUp,
  };
}
