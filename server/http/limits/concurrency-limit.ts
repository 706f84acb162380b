/** Limits concurrent tasks, also per address: one visitor cannot occupy all slots. */
import { networksOf } from "./visitor-address.ts";

type Options = {
  max: number;
  /** Maximum tasks of an address, its /56 network and its /48 network. */
  perNetwork: readonly number[];
};

export class ConcurrencyLimit {
  readonly #max: number;
  readonly #perNetwork: readonly number[];
  readonly #held = new Map<string, number>();
  #taken = 0;

  constructor({ max, perNetwork }: Options) {
    this.#max = max;
    this.#perNetwork = perNetwork;
  }

  take(address: string): (() => void) | null {
    if (this.fullNetwork(address) !== undefined || this.#taken >= this.#max) return null;
    const networks = networksOf(address);
    this.#add(networks, 1);
    let held = true;
    return () => {
      if (held) this.#add(networks, -1);
      held = false;
    };
  }

  /** @returns the address, or a network of it, that has reached its limit; undefined if none has */
  fullNetwork(address: string): string | undefined {
    return networksOf(address).find((network, i) => this.#count(network) >= (this.#perNetwork[i] ?? 0));
  }

  #count(network: string): number {
    return this.#held.get(network) ?? 0;
  }

  #add(networks: readonly string[], change: number): void {
    this.#taken += change;
    for (const network of networks) {
      const count = this.#count(network) + change;
      if (count > 0) this.#held.set(network, count);
      else this.#held.delete(network);
    }
  }
}
