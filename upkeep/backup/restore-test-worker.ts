/** Worker thread of restore-test-thread.ts. */
import { parentPort, workerData } from "node:worker_threads";
import { type RestoreTestAnswer, type RestoreTestTask, testNewestBackup } from "./restore-test.ts";

const answer = (): RestoreTestAnswer => {
  try {
    return testNewestBackup(workerData as RestoreTestTask);
  } catch (error) {
    return { restoreTest: { outcome: "failed" }, why: (error as Error).message };
  }
};
parentPort?.postMessage(answer());
