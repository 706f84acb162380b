import { readFileSync } from "node:fs";
import { describe, expect, it, onTestFinished } from "vitest";
import { emptyWriteAheadLog } from "#adapters/sqlite/erasure.ts";
import { openSqliteFiles } from "#adapters/sqlite/files.ts";
import { embeddedFile } from "#tests/contracts/stores/embedded-file.ts";
import { describeFiles } from "./files.contract.ts";

/** An empty database. `openOne` opens its files again, as another process would. */
function place() {
  const { file, open } = embeddedFile();
  const db = open();
  const openOne = () => {
    const files = openSqliteFiles(file, { onErased: () => emptyWriteAheadLog(db) });
    onTestFinished(files.close);
    return files;
  };
  return { file, open, openOne };
}

describeFiles(
  "files in the database",
  async () => {
    const { openOne } = place();
    return async () => openOne();
  },
  describe,
);

it("SQLite’s file store leaves no byte of a deleted or replaced file in the database and its log, in whatever order files are deleted", async () => {
  const { file, openOne } = place();
  const files = openOne();
  const all = Array.from({ length: 60 }, (_, i) => ({
    name: `variantes/${String((i * 7919) % 60).padStart(20, "0")}-480.jpg`,
    // Small files share pages, and large ones have pages of their own.
    bytes: Buffer.alloc(i % 3 === 0 ? 300 : 9_000, `Kouglof ${i} `),
    word: `Kouglof ${i} `,
    isReplaced: i % 5 === 0,
    // The rows that stay are moved when the pages of their neighbours become empty.
    isKept: i % 4 === 1,
  }));
  const stored = () => ["", "-wal"].map((suffix) => readFileSync(file + suffix, "latin1")).join();
  const found = () => {
    const text = stored();
    return all.filter(({ word }) => text.includes(word));
  };
  for (const { name, bytes } of all) await files.put(name, bytes, "image/jpeg");
  expect(found()).toEqual(all);
  for (const { name, isReplaced } of all) if (isReplaced) await files.put(name, Buffer.from("Bouquetin"), "image/jpeg");
  for (const { name, isKept } of all.toSorted((a, b) => (a.name < b.name ? -1 : 1)))
    if (!isKept) await files.delete(name);
  expect(found()).toEqual(all.filter(({ isReplaced, isKept }) => isKept && !isReplaced));
  for (const { name } of all) await files.delete(name);
  expect(stored()).not.toMatch(/Kouglof|Bouquetin/);
});

it("SQLite’s file store waits while another process writes", async () => {
  const { open, openOne } = place();
  const [files, other] = [openOne(), open()];
  other.exec("BEGIN IMMEDIATE");
  let isWritten = false;
  const writing = files.put("a", Buffer.from("x"), "text/plain").then(() => {
    isWritten = true;
  });
  expect(await files.list("")).toEqual([]);
  expect(isWritten).toBe(false);
  other.exec("ROLLBACK");
  await writing;
  expect((await files.list("")).map(({ name }) => name)).toEqual(["a"]);
});
