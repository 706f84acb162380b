/** Limits running and waiting tasks. Rejects further tasks immediately, because their clients would give up waiting. */
import PQueue from "p-queue";

/** Values of Retry-After, in seconds: a load peak is short, an outage of the store takes longer. */
export const RETRY_AFTER_S = { overload: 5, error: 30 };

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

  /** @throws `Overload` immediately, without running the task, when the queue is full */
  async enter<T>(work: () => Promise<T>): Promise<T> {
    const { pending, concurrency, size } = this.#queue;
    if (pending >= concurrency && size >= this.#waitingMax) throw new Overload();
    return (await this.#queue.add(work)) as T;
  }
}
