/** Runs work given to it; the call returns what the work returns. */
export type Limit = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Makes a limit: of the work given to it, at most `most` pieces run at the same time, the others wait
 * in the order in which they came. A limit of 1 is a lock. Work must not wait for its own limit.
 */
export function createLimit(most: number): Limit {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running === most) await new Promise<void>((go) => waiting.push(go));
    else running++;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
