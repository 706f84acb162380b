/** Measures how long some work blocks the event loop: the site answers no other request meanwhile. */

/** Resolution of the measured processor time, in milliseconds. */
const TICK_MS = 10;

/** @returns the processor time of this thread until now, in milliseconds */
export const processorMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/**
 * Measures the time between two turns of the event loop while `work` runs. Time that the machine gives to other
 * processes does not count: the result is at most the processor time of this thread, plus its resolution.
 * @returns the longest time between two turns and the processor time of the work, in milliseconds, and its result
 */
export async function holding<T>(work: () => Promise<T>): Promise<{ held: number; worked: number; result: T }> {
  let last = performance.now();
  let lastProcessor = processorMs();
  const start = lastProcessor;
  let held = 0;
  let beating = true;
  const note = () => {
    const [now, processor] = [performance.now(), processorMs()];
    held = Math.max(held, Math.min(now - last, processor - lastProcessor + TICK_MS));
    [last, lastProcessor] = [now, processor];
  };
  const beat = () => {
    note();
    if (beating) setImmediate(beat);
  };
  setImmediate(beat);
  try {
    const result = await work();
    note();
    return { held, worked: lastProcessor - start, result };
  } finally {
    beating = false;
  }
}
