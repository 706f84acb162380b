export const letRequestsPass = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Steps between two pauses for requests. 50 steps take a few milliseconds. */
const AT_ONCE = 50;

export async function inTurns<Value>(computation: Generator<void, Value>): Promise<Value> {
  for (let n = 1; ; n++) {
    const step = computation.next();
    if (step.done) return step.value;
    if (n % AT_ONCE === 0) await letRequestsPass();
  }
}
