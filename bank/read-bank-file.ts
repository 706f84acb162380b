/** Reads bank files in worker threads, because 20 MB of XML take 0.6 s. */
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import PQueue from "p-queue";
import { BANK_FILE_MAX_BYTES, type BankFile, type BankFileRefusal } from "#domain/bank/bank-file.ts";
import { type Result, refusal } from "#domain/result.ts";

const DURATION_MAX_MS = 1_700;
/** Limits of the JavaScript heap, without the file, the unpacked ZIP and the decoded text. */
const MEMORY = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 96 };
const TOO_HEAVY = ["ABORT_ERR", "ERR_WORKER_OUT_OF_MEMORY"];

const oneAtATime = new PQueue({ concurrency: 1 });

/**
 * Reads a camt.053 or camt.054 (001.08 or 001.04), or a ZIP of such files.
 * @param longestMs time for reading, in milliseconds; a file that takes longer is refused
 */
export async function readBankFile(
  bytes: Uint8Array,
  longestMs = DURATION_MAX_MS,
): Promise<Result<BankFile, BankFileRefusal>> {
  if (bytes.length > BANK_FILE_MAX_BYTES) return refusal("size");
  return oneAtATime.add(() => readInWorker(bytes, longestMs));
}

async function readInWorker(bytes: Uint8Array, longestMs: number): Promise<Result<BankFile, BankFileRefusal>> {
  const worker = new Worker(new URL("bank-file-worker.ts", import.meta.url), { resourceLimits: MEMORY });
  // A worker may reach its limit of memory while it is terminated: without a listener, its error would end the site.
  worker.on("error", () => {});
  try {
    // Start the timeout after the worker's first message, because loading the worker may take long.
    await once(worker, "message");
    // A transfer empties the buffer. The buffer of `bytes` may contain other parts of the request.
    const copy = new Uint8Array(bytes);
    worker.postMessage(copy, [copy.buffer]);
    const [answer] = await once(worker, "message", { signal: AbortSignal.timeout(longestMs) });
    return answer as Result<BankFile, BankFileRefusal>;
  } catch (error) {
    if (error instanceof Error && "code" in error && TOO_HEAVY.includes(String(error.code))) return refusal("heavy");
    throw error;
  } finally {
    await worker.terminate();
  }
}
