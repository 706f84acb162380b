/** Worker thread of try-in-thread.ts. */
import { parentPort, workerData } from "node:worker_threads";
import { type TrialAnswer, type TrialTask, tryNewestBackup } from "./trial.ts";

const answer = (): TrialAnswer => {
  try {
    return tryNewestBackup(workerData as TrialTask);
  } catch (error) {
    return { trial: { outcome: "failed" }, why: (error as Error).message };
  }
};
parentPort?.postMessage(answer());
