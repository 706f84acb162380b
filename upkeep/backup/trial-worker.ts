/** The thread in which a running site tries its newest backup. */
import { parentPort, workerData } from "node:worker_threads";
import { type TrialAnswer, type TrialTask, tryNewestBackup } from "./trial.ts";

const answer = (): TrialAnswer => {
  try {
    return tryNewestBackup(workerData as TrialTask);
  } catch (fault) {
    return { trial: { outcome: "failed" }, why: (fault as Error).message };
  }
};
parentPort?.postMessage(answer());
