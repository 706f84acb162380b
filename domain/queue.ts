/** Work that nobody waits for, one piece after the other. */
type Queue = {
  /** Appends work; what it throws goes to `onError`. */
  add(work: () => Promise<void>): void;
  /** Resolves when nothing is left, work added in the meantime included. */
  idle(): Promise<void>;
  /** Drops the work that has not begun, now and later. Resolves when the piece under way is done. */
  stop(): Promise<void>;
};

/** Makes an empty queue. @param onError hears of work that failed; the queue goes on */
export function createQueue(onError: (error: unknown) => void): Queue {
  let tail = Promise.resolve();
  let stopped = false;
  return {
    add: (work) => {
      tail = tail.then(() => (stopped ? undefined : work())).catch(onError);
    },
    async idle() {
      for (let seen = null; seen !== tail; ) {
        seen = tail;
        await seen;
      }
    },
    async stop() {
      stopped = true;
      await tail;
    },
  };
}
