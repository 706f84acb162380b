import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { type BackupReport, dropUnfinished, type makeBackup } from "./create.ts";

/** Makes a backup in a worker thread, so that this thread receives signals. A signal deletes the temporary files. */
export async function makeInterruptibleBackup(task: Parameters<typeof makeBackup>[0]): Promise<BackupReport> {
  const worker = new Worker(new URL("worker.ts", import.meta.url), { workerData: task });
  const interrupt = async () => {
    await worker.terminate();
    dropUnfinished(task.file);
    process.exit(1);
  };
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  for (const signal of signals) process.on(signal, interrupt);
  try {
    // `once` rejects with the error that the worker throws.
    const [report] = await once(worker, "message");
    return report;
  } finally {
    for (const signal of signals) process.off(signal, interrupt);
  }
}
