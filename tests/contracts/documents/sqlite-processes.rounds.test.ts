import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { openSqliteDocuments } from "#adapters/sqlite/documents.ts";
import type { Documents } from "#ports/documents.ts";
import { StoreUnavailable } from "#ports/store-unavailable.ts";
import { COMPILED } from "#tests/compiled.ts";
import { embeddedFile } from "#tests/contracts/stores/embedded-file.ts";

const WORKER = join(import.meta.dirname, "increment.worker.ts");

/** Starts a process that increments counters in the file, and prints a line for each. */
function startWorker(file: string, ...task: string[]): ChildProcessWithoutNullStreams {
  const worker = spawn(process.execPath, [WORKER, file, ...task], { env: { ...process.env, ...COMPILED } });
  onTestFinished(() => void worker.kill("SIGKILL"));
  return worker;
}

async function place() {
  const { file, open } = embeddedFile();
  open();
  const documents = openSqliteDocuments(file, { pollMs: 20 });
  onTestFinished(() => documents.close());
  return { file, documents };
}

const add = (documents: Documents, id: string) =>
  documents.transaction(async (transaction) => transaction.create("things", id, {}));

/** Takes the write lock of a file, as another process would. @returns a function that releases it */
function lockIn(file: string): () => void {
  const other = new DatabaseSync(file);
  onTestFinished(() => other.close());
  other.exec("BEGIN IMMEDIATE");
  return () => other.exec("ROLLBACK");
}

it("SQLite neither loses nor repeats an update of two processes on one file", async () => {
  const { file, documents } = await place();
  const count = 1000;
  const workers = [startWorker(file, String(count)), startWorker(file, String(count))];
  const exits = await Promise.all(workers.map((worker) => once(worker, "exit")));
  expect(exits.map(([code]) => code)).toEqual([0, 0]);
  const [a, b] = await documents.query("numbers");
  expect([a?.content.value, b?.content.value]).toEqual([2 * count, 2 * count]);
});

it("SQLite stores each transaction of a killed process completely or not at all, and all confirmed ones", async () => {
  const { file, documents } = await place();
  let confirmed = 0;
  for (let n = 0; n < 20; n++) {
    const worker = startWorker(file, "100000");
    const lines = createInterface(worker.stdout);
    lines.on("line", () => confirmed++);
    await once(lines, "line");
    await pause(Math.random() * 40);
    worker.kill("SIGKILL");
    await once(lines, "close");
    const [a, b] = await documents.query("numbers");
    expect(a?.content.value).toBe(b?.content.value);
    // At most one commit of each worker was not confirmed.
    expect(Number(a?.content.value)).toBeGreaterThanOrEqual(confirmed);
    expect(Number(a?.content.value)).toBeLessThanOrEqual(confirmed + n + 1);
  }
});

it("SQLite does not block the event loop while another process has the write lock, and then continues", async () => {
  const { file, documents } = await place();
  const unlock = lockIn(file);
  let done = false;
  const adding = add(documents, "a").then(() => {
    done = true;
  });
  let ticks = 0;
  for (; ticks < 30; ticks++) await pause(5);
  expect(done).toBe(false);
  expect(await documents.get("things", "a")).toBeNull();
  unlock();
  await adding;
  expect(await documents.count("things")).toBe(1);
});

it("SQLite throws after waiting five seconds for the lock, without a write", async () => {
  const { file, documents } = await place();
  const unlock = lockIn(file);
  await expect(add(documents, "a")).rejects.toThrow(StoreUnavailable);
  unlock();
  expect(await documents.get("things", "a")).toBeNull();
  await add(documents, "b");
  expect(await documents.count("things")).toBe(1);
});
