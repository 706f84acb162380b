import { join } from "node:path";

/** For a small machine: by default glibc keeps freed memory apart for every thread that decodes pictures. */
const ARENES = "MALLOC_ARENA_MAX";
/**
 * V8's room for young objects, in MB: the default doubles what a process of this size needs. Old ones are cleared away
 * once there is three times what lives: by default the bytes of each photo have it stop everything two or three times.
 */
const TAS = ["--max-semi-space-size=8", "--heap-growing-percent=200"];
/** Node keeps what it compiled here, so that the next start needs no compiler for TypeScript: 15 MB and 0.1 s less. */
const COMPILES = join(import.meta.dirname, "../build/compiled");

/**
 * Starts the process anew in its own place (same process id) with all of these set, as they are read at the start only:
 * 350 MB instead of 590 while five photos arrive. Does nothing where the first is set already, or where this cannot be
 * done.
 */
export function startLean(env: NodeJS.ProcessEnv): void {
  if (process.platform !== "linux" || env[ARENES] || !process.execve) return;
  const [, ...args] = process.argv;
  process.execve(process.execPath, [process.execPath, ...process.execArgv, ...TAS, ...args], {
    NODE_COMPILE_CACHE: COMPILES,
    ...(env as Record<string, string>),
    [ARENES]: "2",
  });
}
