/** If too many tasks wait, rejects a new task: the client would give up before the task starts. */
import PQueue from "p-queue";

/** Seconds for the header Retry-After. A load peak is shorter than an outage of the store. */
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

  async enter<T>(work: () => Promise<T>): Promise<T> {
    const { pending, concurrency, size } = this.#queue;
    if (pending >= concurrency && size >= this.#waitingMax) throw new Overload();
    return (await this.#queue.add(work)) as T;
  }
}
