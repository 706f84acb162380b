/** Gives each address its share of a work that many ask for. */
import { setImmediate as nextTurn } from "node:timers/promises";
import PQueue from "p-queue";
import { Overload } from "#server/http/overload.ts";
import { ConcurrencyLimit } from "./concurrency-limit.ts";
import { networksOf } from "./visitor-address.ts";

/**
 * Turns of the event loop before a piece of work begins. Without them, one that waits for nothing but memory is followed
 * by the next within the same turn, and no socket is read until the queue is empty. Each turn accepts one connection;
 * those with little else to do take microseconds, and after a long one the work has waited long enough.
 */
const TURNS = { max: 8, ms: 10 };

type Shares = {
  atOnce: number;
  /** How much is done at once of an address, and of the /56 and the /48 that it is in. */
  perNetwork: readonly number[];
  /** How much is under way or waits, in all and of each of these. */
  inProgress: ConstructorParameters<typeof ConcurrencyLimit>[0];
};

/**
 * Each address has a queue, from which only so much at once goes on to the queue that all have in common: there, no
 * address has more places than another, however much it has waiting.
 */
export class FairQueue {
  readonly #underWay: ConcurrencyLimit;
  readonly #perNetwork: readonly number[];
  readonly #queues = new Map<string, PQueue>();
  readonly #all: PQueue;
  readonly #beginnings = new PQueue({ concurrency: 1 });

  constructor({ atOnce, perNetwork, inProgress }: Shares) {
    this.#underWay = new ConcurrencyLimit(inProgress);
    this.#perNetwork = perNetwork;
    this.#all = new PQueue({ concurrency: atOnce });
  }

  /** How many addresses and networks have something under way. */
  get size(): number {
    return this.#queues.size;
  }

  /**
   * Does a piece of work when the turn of an address comes.
   * @param address as `visitorAddress` gives it
   * @throws `Overload` at once when too much is waiting; nothing was done then
   */
  async enter<T>(address: string, work: () => Promise<T>): Promise<T> {
    const leave = this.#underWay.take(address);
    if (!leave) throw new Overload();
    const enterAll = () => this.#all.add(() => this.#begin(work)) as Promise<T>;
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

  async #begin<T>(work: () => Promise<T>): Promise<T> {
    await this.#beginnings.add(async () => {
      const end = performance.now() + TURNS.ms;
      for (let turn = 0; turn === 0 || (turn < TURNS.max && performance.now() < end); turn++) await nextTurn();
    });
    return work();
  }
}
