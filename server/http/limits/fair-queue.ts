import { setImmediate as nextTurn } from "node:timers/promises";
import PQueue from "p-queue";
import { Overload } from "#server/http/overload.ts";
import { ConcurrencyLimit } from "./concurrency-limit.ts";
import { networksOf } from "./visitor-address.ts";

/** Turns of the event loop before each task. In these turns, Node reads newer requests. */
const TURNS = { max: 8, ms: 10 };

type Limits = {
  atOnce: number;
  perNetwork: readonly number[];
  /** Limits of the sum of running and waiting tasks. */
  inProgress: ConstructorParameters<typeof ConcurrencyLimit>[0];
};

/** All addresses get an equal share: only few tasks of an address are in the common queue at the same time. */
export class FairQueue {
  readonly #inProgress: ConcurrencyLimit;
  readonly #perNetwork: readonly number[];
  readonly #queues = new Map<string, PQueue>();
  readonly #all: PQueue;
  readonly #starts = new PQueue({ concurrency: 1 });

  constructor({ atOnce, perNetwork, inProgress }: Limits) {
    this.#inProgress = new ConcurrencyLimit(inProgress);
    this.#perNetwork = perNetwork;
    this.#all = new PQueue({ concurrency: atOnce });
  }

  get size(): number {
    return this.#queues.size;
  }

  async enter<T>(address: string, work: () => Promise<T>): Promise<T> {
    const leave = this.#inProgress.take(address);
    if (!leave) throw new Overload();
    const enterAll = () => this.#all.add(() => this.#start(work)) as Promise<T>;
    const enterOwn = networksOf(address).reduceRight<() => Promise<T>>(
      (next, network, level) => () => this.#enterNetwork(network, level, next),
      enterAll,
    );
    return enterOwn().finally(leave);
  }

  async #enterNetwork<T>(network: string, level: number, work: () => Promise<T>): Promise<T> {
    const queue = this.#queues.get(network) ?? new PQueue({ concurrency: this.#perNetwork[level] ?? 1 });
    this.#queues.set(network, queue);
    try {
      return (await queue.add(work)) as T;
    } finally {
      if (queue.size + queue.pending === 0) this.#queues.delete(network);
    }
  }

  async #start<T>(work: () => Promise<T>): Promise<T> {
    await this.#starts.add(async () => {
      const end = performance.now() + TURNS.ms;
      for (let turn = 0; turn === 0 || (turn < TURNS.max && performance.now() < end); turn++) await nextTurn();
    });
    return work();
  }
}
