import { mkdtempSync, rmSync } from "node:fs";
import { mkdir, readdir, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { openFolder } from "#adapters/disk/files.ts";
import { describeFiles } from "./files.contract.ts";

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "jeunesse-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, "files");
}

describeFiles(
  "files on the disk",
  async () => {
    const folder = newFolder();
    return async () => openFolder(folder);
  },
  describe,
);

it("does not list a file that a crash left incomplete, and removes it after an hour", async () => {
  const folder = newFolder();
  await mkdir(folder);
  await writeFile(join(folder, "a.0123abcd.tmp"), "half");
  const files = openFolder(folder);
  expect(await files.list("")).toEqual([]);
  expect(await readdir(folder)).toEqual(["a.0123abcd.tmp"]);
  const past = new Date(Date.now() - 2 * 60 * 60 * 1000);
  await utimes(join(folder, "a.0123abcd.tmp"), past, past);
  expect(await files.list("")).toEqual([]);
  expect(await readdir(folder)).toEqual([]);
});
