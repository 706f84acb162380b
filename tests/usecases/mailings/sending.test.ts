import { onTestFinished } from "vitest";
import { dataFolder, openStores } from "#tests/server/process.ts";
import { failOnReport } from "../desk.ts";
import { sendingContract } from "./sending.contract.ts";

// Only one process can open a data folder.
sendingContract(async () => {
  const { services, close } = await openStores({ DATA_DIR: dataFolder() }, failOnReport);
  onTestFinished(close);
  return async () => services;
});
