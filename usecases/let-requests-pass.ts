/** Lets waiting requests run between two parts of a long computation. */
export const letRequestsPass = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Number of steps of a computation between two pauses for other requests. So many steps take some milliseconds. */
const AT_ONCE = 50;

/** Runs a computation step by step, with pauses for other requests. */
export async function inTurns<Value>(computation: Generator<void, Value>): Promise<Value> {
  for (let n = 1; ; n++) {
    const step = computation.next();
    if (step.done) return step.value;
    if (n % AT_ONCE === 0) await letRequestsPass();
  }
}
