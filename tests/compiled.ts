import { tmpdir } from "node:os";
import { join } from "node:path";

/** For the environment of processes: what Node compiled for one of a run is there for the next one. */
export const COMPILED = { NODE_COMPILE_CACHE: join(tmpdir(), "jeunesse-compiled") };
