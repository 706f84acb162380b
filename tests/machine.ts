/** Bounds in milliseconds for machines of any speed, and for machines that run other processes too. */
import { holding, processorMs } from "./heartbeat.ts";

/** Processor time of `work` on the machine on which the bounds were set, in milliseconds. */
const REFERENCE_MS = 200;
const MEASUREMENTS = 5;

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

/** @returns how many times as long as on the reference machine the same work takes now; at least 1 */
export const slowness = (): number =>
  Math.max(1, Math.min(...Array.from({ length: MEASUREMENTS }, timeOfWork)) / REFERENCE_MS);

/**
 * Measures how long `work` blocks the event loop. A result above `maxMs` is measured again, because a busy machine
 * can only lengthen it, and is divided by the slowness of this machine.
 * @returns the shortest measurement and its processor time, in milliseconds, and the last result of `work`
 */
export async function shortestHold<T>(maxMs: number, work: () => Promise<T>) {
  let { held, worked, result } = await holding(work);
  for (let i = 1; i < MEASUREMENTS && held >= maxMs; i++) {
    const next = await holding(work);
    const slower = slowness();
    [held, worked, result] = [Math.min(held, next.held / slower), Math.min(worked, next.worked / slower), next.result];
  }
  return { held, worked, result };
}
