/** The speed of this machine, for bounds in milliseconds: a slow machine takes longer for the same work. */
import { processorMs } from "./heartbeat.ts";

/** Processor time of `work` on the machine on which the bounds were set, in milliseconds. */
const REFERENCE_MS = 200;

function work(): number {
  let sum = 0;
  for (let i = 0; i < 60_000_000; i++) sum = (sum * 31 + (i ^ sum)) | 0;
  return sum;
}

function timeOfWork(): number {
  const start = processorMs();
  work();
  return processorMs() - start;
}

/** How many times as long as on the reference machine the same work takes; at least 1, also on a faster machine. */
export const SLOWNESS = Math.max(1, Math.min(...Array.from({ length: 5 }, timeOfWork)) / REFERENCE_MS);
