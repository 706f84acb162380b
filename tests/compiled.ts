import { tmpdir } from "node:os";
import { join } from "node:path";

/** Environment variables for child processes: they share a cache of compiled code, so that they start faster. */
export const COMPILED = { NODE_COMPILE_CACHE: join(tmpdir(), "jeunesse-compiled") };
