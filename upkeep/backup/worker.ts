/** Worker thread of nightly-backups.ts: a backup must not block requests. */
import { parentPort, workerData } from "node:worker_threads";
import { makeBackup } from "./create.ts";
import type { BackupAnswer, BackupTask } from "./nightly-backups.ts";

const answer = (): BackupAnswer => {
  try {
    return { report: makeBackup(workerData as BackupTask) };
  } catch (error) {
    return { error: (error as Error).message };
  }
};
parentPort?.postMessage(answer());
