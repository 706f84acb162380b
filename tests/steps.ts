/** Runs a computation that yields after each step, without pauses. @returns its result */
export function finish<Value>(computation: Generator<void, Value>): Value {
  for (;;) {
    const step = computation.next();
    if (step.done) return step.value;
  }
}
