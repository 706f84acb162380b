/** A worker thread that reaches its limit of memory while it is terminated neither ends the site nor blocks the next file. */
import { expect, it, onTestFinished } from "vitest";
import { readBankFile } from "#bank/read-bank-file.ts";
import { refusal } from "#domain/result.ts";
import { HOSTILE } from "./hostile-bank-files.ts";

const STEP_MS = 25;

it("a bank file whose time ends while its thread reaches its limit of memory is refused", async () => {
  const errors: unknown[] = [];
  const note = (error: unknown) => void errors.push(error);
  const others = process.listeners("uncaughtException");
  process.removeAllListeners("uncaughtException");
  process.on("uncaughtException", note);
  onTestFinished(() => {
    process.off("uncaughtException", note);
    for (const other of others) process.on("uncaughtException", other);
  });
  const bytes = HOSTILE.find(([name]) => name === "a huge text of &amp;")?.[1]() ?? new Uint8Array();

  const start = performance.now();
  expect(await readBankFile(bytes, 60_000)).toEqual(refusal("heavy"));
  const untilLimit = Math.round(performance.now() - start);
  for (let time = Math.round(untilLimit / 3); time < untilLimit; time += STEP_MS) {
    expect(await readBankFile(bytes, time)).toEqual(refusal("heavy"));
    expect(errors).toEqual([]);
  }
}, 120_000);
