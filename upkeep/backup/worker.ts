/** Worker thread of nightly-backups.ts: a backup must not block requests. */
import { parentPort, workerData } from "node:worker_threads";
import { makeBackup } from "./create.ts";
import type { Answer, Task } from "./nightly-backups.ts";

const answer = (): Answer => {
  try {
    return { report: makeBackup(workerData as Task) };
  } catch (error) {
    return { error: (error as Error).message };
  }
};
parentPort?.postMessage(answer());
