import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Environment variables for child processes: they share a cache of compiled code, so that they start faster. The cache
 * stays for the next run: vitest.config.ts reads its place before the tests get a temporary folder of their own.
 */
export const COMPILED = { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(tmpdir(), "jeunesse-compiled") };
