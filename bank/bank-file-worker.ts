import { parentPort } from "node:worker_threads";
import { type UnzipFileInfo, unzipSync } from "fflate";
import { BANK_FILE_MAX_BYTES, type BankFile, type BankFileRefusal } from "#domain/bank/bank-file.ts";
import { type Result, refusal, success } from "#domain/result.ts";
import { RefusedBankFile, readCamtEntries } from "./camt-entries.ts";
import { bankFileFromEntries } from "./camt-transactions.ts";

const FILES_MAX = 100;

/** Ignores the bank's PDFs, and the files that macOS adds to a ZIP. */
function unpacked(bytes: Uint8Array): readonly Uint8Array[] {
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] ?? 0) < 8;
  if (!isZip) return [bytes];
  const seen = { files: 0, bytes: 0 };

  function isWanted({ name, size, originalSize }: UnzipFileInfo): boolean {
    const wanted = /\.xml$/i.test(name) && !/(?:^|\/)(?:__MACOSX\/|\._)/.test(name);
    seen.files++;
    // For an uncompressed file, fflate copies `size` bytes. For a compressed file, at most `originalSize`.
    if (wanted) seen.bytes += Math.max(size, originalSize);
    if (seen.files > FILES_MAX || seen.bytes > BANK_FILE_MAX_BYTES) throw new RefusedBankFile("unpacked");
    return wanted;
  }

  try {
    const files = Object.values(unzipSync(bytes, { filter: isWanted }));
    if (files.length === 0) throw new RefusedBankFile("no-xml");
    return files;
  } catch (error) {
    throw error instanceof RefusedBankFile ? error : new RefusedBankFile("archive");
  }
}

export function parseBankFile(bytes: Uint8Array): Result<BankFile, BankFileRefusal> {
  try {
    return success(bankFileFromEntries(readCamtEntries(unpacked(bytes))));
  } catch (error) {
    if (error instanceof RefusedBankFile) return refusal(error.reason);
    throw error;
  }
}

parentPort?.once("message", (bytes: Uint8Array) => parentPort?.postMessage(parseBankFile(bytes)));
parentPort?.postMessage("ready");
