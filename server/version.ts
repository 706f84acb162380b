import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The version in package.json, such as `0.2.0`. */
export const VERSION = readVersion(join(import.meta.dirname, ".."));

function readVersion(folder: string): string {
  const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { version?: unknown };
  if (typeof version !== "string") throw new Error(`${folder}/package.json names no version.`);
  return version;
}
