const letRequestsPass = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Milliseconds of work between two pauses. */
const SLICE_MS = 10;

/** Runs a computation that yields after each step, with pauses. @returns its result */
export async function inTurns<Value>(computation: Generator<void, Value>): Promise<Value> {
  for (let start = performance.now(); ; ) {
    const step = computation.next();
    if (step.done) return step.value;
    if (performance.now() - start < SLICE_MS) continue;
    await letRequestsPass();
    start = performance.now();
  }
}
