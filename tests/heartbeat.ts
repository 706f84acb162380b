/** How long something holds the process: nobody else is answered meanwhile. */

/** How coarsely the clock of the processor's time may tick. */
const TICK_MS = 10;

const processorMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/**
 * A heart that beats on every turn of the event loop while something is under way. What the machine does for others
 * between two beats does not count: beyond a tick, it is the time that this thread had the processor.
 * @returns the longest time between two beats, in milliseconds, and what came of the work
 */
export async function holding<T>(work: () => Promise<T>): Promise<{ held: number; result: T }> {
  let last = performance.now();
  let lastProcessor = processorMs();
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
    return { held, result };
  } finally {
    beating = false;
  }
}
