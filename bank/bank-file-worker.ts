import { parentPort } from "node:worker_threads";
import type { BankFile, BankFileRefusal } from "#domain/bank/bank-file.ts";
import { accept, type Result, refusal } from "#domain/result.ts";
import { camtEntries } from "./camt-entries.ts";
import { bankFileOf } from "./camt-transactions.ts";
import { RefusedFile } from "./refused-file.ts";
import { unpacked } from "./unpacked.ts";

function read(bytes: Uint8Array): Result<BankFile, BankFileRefusal> {
  try {
    return accept(bankFileOf(camtEntries(unpacked(bytes))));
  } catch (error) {
    if (error instanceof RefusedFile) return refusal(error.reason);
    throw error;
  }
}

parentPort?.once("message", (bytes: Uint8Array) => parentPort?.postMessage(read(bytes)));
parentPort?.postMessage("ready");
