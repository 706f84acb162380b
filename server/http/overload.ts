/**
 * Lets so many pieces of work run at once, and so many wait; whoever comes then is turned away at once. Without it, a
 * crowd would be served later and later until nobody was served at all.
 */
import PQueue from "p-queue";

/** A crowd has gone by after some seconds; a store that failed takes longer to come back. */
export const RETRY_AFTER_S = { overload: 5, error: 30 };

/** Too many are waiting already. */
export class Overload extends Error {
  constructor() {
    super("too much work is waiting already");
    this.name = "Overload";
  }
}

export class OverloadGate {
  readonly #queue: PQueue;
  readonly #waitingMax: number;

  constructor(atOnce: number, waitingMax: number) {
    this.#queue = new PQueue({ concurrency: atOnce });
    this.#waitingMax = waitingMax;
  }

  /**
   * Does a piece of work when its turn comes, in the order of arrival.
   * @throws `Overload` at once when too many are waiting; nothing was done then
   */
  async enter<T>(work: () => Promise<T>): Promise<T> {
    const { pending, concurrency, size } = this.#queue;
    if (pending >= concurrency && size >= this.#waitingMax) throw new Overload();
    return (await this.#queue.add(work)) as T;
  }
}
