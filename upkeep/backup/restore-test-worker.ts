import { parentPort, workerData } from "node:worker_threads";
import { testNewestBackup } from "./restore-test.ts";

parentPort?.postMessage(await testNewestBackup(workerData));
