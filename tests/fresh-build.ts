/** HTTP and browser tests use the production build. Rebuilds it if a source file is newer than the build. */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "..");
/** Folders whose files the build reads. */
const SOURCES = ["app", "domain", "ports", "stores", "usecases", "public"];
const SETTINGS = /^(?:vite\..*|react-router\.config)\.ts$|^package-lock\.json$/;
/** The build writes the server's part after the browser's. */
const STAMP = "build/server/index.js";

/** @returns the file that was changed last among the files that the build reads, and its time of change in milliseconds */
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

/** @returns the time at which the build was made, in milliseconds; 0 if there is no build */
const builtAt = (root: string): number => (existsSync(join(root, STAMP)) ? statSync(join(root, STAMP)).mtimeMs : 0);

/** @returns a source file that is newer than the build; null if the build is up to date */
export function staleBecauseOf(root: string): string | null {
  const newest = newestSource(root);
  return newest.ms > builtAt(root) ? newest.file : null;
}

/** Vitest calls it once, before the first test. */
export function setup(): void {
  const file = staleBecauseOf(ROOT);
  if (file === null) return;
  process.stdout.write(`${file} is newer than the build: building again.\n`);
  const env = { ...process.env, NODE_ENV: "production" };
  execFileSync(process.execPath, ["scripts/build.ts"], { cwd: ROOT, env, stdio: "inherit" });
}
