/** Runs few tasks of an address at the same time; the addresses of waiting tasks take turns (docs/decisions/0017). */
import { setImmediate as nextTurn } from "node:timers/promises";
import { ConcurrencyLimit, type ConcurrencyLimits } from "./concurrency-limit.ts";
import { networksOfIpAddress } from "./visitor-address.ts";

/** Thrown for a task above the limit of running and waiting tasks: the client would give up before the task starts. */
export class QueueOverload extends Error {
  constructor() {
    super("too much work is waiting already");
    this.name = "Overload";
  }
}

type Waiting = { readonly networks: readonly string[]; readonly starts: ((release: () => void) => void)[] };

export class FairQueue {
  readonly #running: ConcurrencyLimit;
  readonly #inProgress: ConcurrencyLimit;
  /** By address. The first address has waited longest since one of its tasks left the queue. */
  readonly #waiting = new Map<string, Waiting>();

  /** Resolves at the end of the event-loop turn in which the last task started. */
  #lastStart = Promise.resolve();

  /** @param inProgress limits of the sum of running and waiting tasks */
  constructor({ running, inProgress }: { running: ConcurrencyLimits; inProgress: ConcurrencyLimits }) {
    this.#running = new ConcurrencyLimit(running);
    this.#inProgress = new ConcurrencyLimit(inProgress);
  }

  async enter<T>(address: string, work: () => Promise<T>): Promise<T> {
    const networks = networksOfIpAddress(address);
    const leave = this.#inProgress.take(networks);
    if (!leave) throw new QueueOverload();
    const release = this.#running.take(networks) ?? (await this.#wait(address, networks));
    try {
      // Start at most one task per turn of the event loop, because some tasks, such as a redirect, end without waiting
      // for input or output. Otherwise, 200 connections of one address would keep the sockets of others unread for 160
      // ms at a time.
      this.#lastStart = this.#lastStart.then(() => nextTurn());
      await this.#lastStart;
      return await work();
    } finally {
      leave();
      release();
      this.#startNext();
    }
  }

  #wait(address: string, networks: readonly string[]): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<() => void>();
    const waiting = this.#waiting.get(address);
    if (waiting) waiting.starts.push(resolve);
    else this.#waiting.set(address, { networks, starts: [resolve] });
    return promise;
  }

  #startNext(): void {
    for (const [address, waiting] of this.#waiting) {
      const release = this.#running.take(waiting.networks);
      if (!release) continue;
      this.#waiting.delete(address);
      waiting.starts.shift()?.(release);
      if (waiting.starts.length > 0) this.#waiting.set(address, waiting);
      return;
    }
  }
}
