/** Which release of the site this is. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The version in package.json, as `0.2.0`. */
export const VERSION = readVersion(join(import.meta.dirname, ".."));

/** @param folder of a release @returns its version @throws when there is no package.json that names one */
function readVersion(folder: string): string {
  const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { version?: unknown };
  if (typeof version !== "string") throw new Error(`${folder}/package.json names no version.`);
  return version;
}
