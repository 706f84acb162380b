/** Limits concurrent tasks, also per address: one visitor cannot occupy all slots. */

export type ConcurrencyLimits = {
  readonly max: number;
  /** Maximum tasks of an address, its /56 network and its /48 network. */
  readonly perNetwork: readonly number[];
};

export class ConcurrencyLimit {
  readonly #max: number;
  readonly #perNetwork: readonly number[];
  readonly #held = new Map<string, number>();
  #taken = 0;

  constructor({ max, perNetwork }: ConcurrencyLimits) {
    this.#max = max;
    this.#perNetwork = perNetwork;
  }

  /**
   * @param networks of an address, from `networksOfIpAddress`
   * @returns a function that frees the slot; null if no slot is free
   */
  take(networks: readonly string[]): (() => void) | null {
    if (this.#taken >= this.#max || this.fullNetwork(networks) !== undefined) return null;
    this.#add(networks, 1);
    let held = true;
    return () => {
      if (held) this.#add(networks, -1);
      held = false;
    };
  }

  /** @returns the address, or a network of it, that has reached its limit; undefined if none has */
  fullNetwork(networks: readonly string[]): string | undefined {
    return networks.find((network, i) => (this.#held.get(network) ?? 0) >= (this.#perNetwork[i] ?? 0));
  }

  #add(networks: readonly string[], change: number): void {
    this.#taken += change;
    for (const network of networks) {
      const count = (this.#held.get(network) ?? 0) + change;
      if (count > 0) this.#held.set(network, count);
      else this.#held.delete(network);
    }
  }
}
