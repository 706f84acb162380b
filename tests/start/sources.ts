/** The sources in front of the tests, laid out in another folder as a clone or a builder gets them. */
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const ROOT = join(import.meta.dirname, "../..");

/** @returns every file that a clone of the next commit holds */
export function sources(): string[] {
  const args = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  const names = execFileSync("git", args, { cwd: ROOT }).toString().split("\0");
  return names.filter((name) => name !== "" && existsSync(join(ROOT, name)));
}

/** Copies files of the sources to the same place in another folder. */
export function layOut(names: readonly string[], folder: string): void {
  for (const name of names) cpSync(join(ROOT, name), join(folder, name), { recursive: true });
}

/** @returns an empty folder, and what removes it with all that came into it */
export function emptyFolder(): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), "jeunesse-start-"));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
