/** Copies the tested sources to another folder, as a Git clone or a builder gets them. */
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const ROOT = join(import.meta.dirname, "../..");

/** @returns the files of a clone of the next commit */
export function sources(): string[] {
  const args = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  const names = execFileSync("git", args, { cwd: ROOT }).toString().split("\0");
  return names.filter((name) => name !== "" && existsSync(join(ROOT, name)));
}

/** Copies files of the sources to the same path in another folder. */
export function layOut(names: readonly string[], folder: string): void {
  for (const name of names) cpSync(join(ROOT, name), join(folder, name), { recursive: true });
}

/** @returns an empty folder, and a function that deletes it with its content */
export function emptyFolder(): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), "jeunesse-start-"));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
