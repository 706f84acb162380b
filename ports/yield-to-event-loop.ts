/** Pauses of long work. The site has one thread, so a loop without pauses delays all requests of visitors. */

/** Called as a property of `globalThis`, because tests replace the global function. */
const afterEvents = setImmediate;

/** Milliseconds of work between two pauses. All loops of the process share this budget. */
const SLICE_MS = 10;

let nextTurn: Promise<void> | undefined;
let resumedAt = Number.NEGATIVE_INFINITY;

/**
 * Call this function in each step of a loop whose number of steps grows with the data. Waits for the next turn of the
 * event loop once all loops together have used up the time slice of this turn.
 */
export async function yieldToEventLoop(): Promise<void> {
  while (performance.now() - resumedAt >= SLICE_MS) {
    nextTurn ??= new Promise((resolve) =>
      afterEvents(() => {
        nextTurn = undefined;
        resumedAt = performance.now();
        resolve();
      }),
    );
    await nextTurn;
  }
}

/** Like `list.map(convert)`, with pauses. The calls of `convert` run one after the other. */
export async function mapInSlices<One, Value>(
  list: Iterable<One>,
  convert: (one: One, index: number) => Value,
): Promise<Awaited<Value>[]> {
  const values: Awaited<Value>[] = [];
  for (const one of list) {
    await yieldToEventLoop();
    values.push(await convert(one, values.length));
  }
  return values;
}

/** Runs a computation that yields after each step, with pauses. @returns its result */
export async function runInSlices<Value>(computation: Generator<void, Value>): Promise<Value> {
  for (;;) {
    const step = computation.next();
    if (step.done) return step.value;
    await yieldToEventLoop();
  }
}
