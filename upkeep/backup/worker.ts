/** The thread in which a running site makes a backup: reading, copying and checking never keep a visitor waiting. */
import { parentPort, workerData } from "node:worker_threads";
import { makeBackup } from "./create.ts";
import type { Answer, Task } from "./nightly-backups.ts";

const answer = (): Answer => {
  try {
    return { report: makeBackup(workerData as Task) };
  } catch (fault) {
    return { fault: (fault as Error).message };
  }
};
parentPort?.postMessage(answer());
