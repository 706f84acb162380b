/** Temporary folders of all tests and of their child processes are in one folder, which is deleted after the last test. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Vitest calls it once, before it starts the processes of the tests. The folder is deleted when Vitest itself ends: it
 * calls the teardown of this file before those of the projects, while an emulator still writes.
 */
export function setup(): void {
  const folder = mkdtempSync(join(tmpdir(), "jeunesse-tests-"));
  // Node and its child processes read it on Unix.
  process.env.TMPDIR = folder;
  process.once("exit", () => {
    try {
      // Again if a process that a test has just killed was still writing.
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    } catch (error) {
      process.stderr.write(`${folder} could not be deleted: ${error}\n`);
    }
  });
}
