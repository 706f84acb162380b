import { parentPort, workerData } from "node:worker_threads";
import type { BankFile, BankFileRefusal } from "#domain/bank/bank-file.ts";
import { accept, type Result, refusal } from "#domain/result.ts";
import { type CamtEntry, camtEntries } from "./camt-entries.ts";
import { bankFileOf } from "./camt-transactions.ts";
import { decoded } from "./decoded.ts";
import { RefusedFile } from "./refused-file.ts";
import { unpacked } from "./unpacked.ts";

function read(bytes: Uint8Array): Result<BankFile, BankFileRefusal> {
  try {
    return accept(bankFileOf(entriesIn(bytes)));
  } catch (error) {
    if (error instanceof RefusedFile) return refusal(error.reason);
    throw error;
  }
}

function* entriesIn(bytes: Uint8Array): Generator<CamtEntry> {
  for (const xml of unpacked(bytes)) yield* camtEntries(decoded(xml));
}

parentPort?.postMessage(read(workerData));
