/** A worker thread, because a backup must not block requests. */
import { parentPort, workerData } from "node:worker_threads";
import { makeBackup } from "./create.ts";

parentPort?.postMessage(await makeBackup(workerData));
