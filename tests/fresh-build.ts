/** HTTP and browser tests need the production build, which is made again if a source is newer. */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "..");
/** The folders with sources of the build. */
const SOURCES = ["app", "domain", "ports", "stores", "usecases", "public"];
const SETTINGS = /^(?:vite\..*|react-router\.config)\.ts$|^package-lock\.json$/;
/** The file that the build writes last. */
const STAMP = "build/server/index.js";

/** @param root of the working tree @returns the newest source of the build, and when it was written, in ms */
export function newestSource(root: string): { file: string; ms: number } {
  const files = [
    ...readdirSync(root).filter((name) => SETTINGS.test(name)),
    ...SOURCES.flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)),
    ),
  ];
  const dated = files.map((file) => ({ file, ms: statSync(join(root, file)).mtimeMs }));
  return dated.reduce((newest, one) => (one.ms > newest.ms ? one : newest));
}

/** @returns when the build was made, in ms; 0 without a build */
const builtAt = (root: string): number => (existsSync(join(root, STAMP)) ? statSync(join(root, STAMP)).mtimeMs : 0);

/** @returns a source that is newer than the build; null if the build is up to date */
export function staleBecauseOf(root: string): string | null {
  const newest = newestSource(root);
  return newest.ms > builtAt(root) ? newest.file : null;
}

/** vitest calls it once, before the first test. */
export function setup(): void {
  const file = staleBecauseOf(ROOT);
  if (file === null) return;
  process.stdout.write(`${file} is newer than the build, which is made anew.\n`);
  const env = { ...process.env, NODE_ENV: "production" };
  execFileSync(process.execPath, ["scripts/build.ts"], { cwd: ROOT, env, stdio: "inherit" });
}
