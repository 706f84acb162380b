/** Browsers that the tests of other engines need, from Debian. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

/** @returns whether the file exists; if not, after an attempt to install the packages as root of a Debian */
export function ensureInstalled(file: string, ...packages: readonly string[]): boolean {
  if (existsSync(file) || process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return existsSync(file);
  process.stdout.write(`No ${file} here yet: installing Debian's ${packages.join(" and ")}.\n`);
  const run = (...args: readonly string[]) => spawnSync("apt-get", args, { stdio: "inherit" });
  run("update", "-qq");
  run("install", "-y", "-qq", "--no-install-recommends", ...packages);
  return existsSync(file);
}
