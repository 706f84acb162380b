/** Counts tries of an address and of the networks that it is in, so that nobody gets a count of their own for each address of a network. */
import { RateLimit } from "./rate-limit.ts";
import { networksOf } from "./visitor-address.ts";

type Options = {
  /** Tries within the window: of an address, of the /56 and of the /48 that it is in. */
  max: readonly number[];
  fenetreMs: number;
  /** Milliseconds of a clock that never goes back. */
  now?: () => number;
};

export class NetworkLimit {
  readonly #levels: readonly RateLimit[];

  constructor({ max, ...others }: Options) {
    this.#levels = max.map((each) => new RateLimit({ max: each, ...others }));
  }

  /**
   * Counts one more try on every level, unless there were too many on one.
   * @param address as `visitorAddress` gives it; anything else is counted for itself
   * @param of what is tried, where each is counted apart
   * @returns 0, or how many milliseconds to wait for the next one
   */
  take(address: string, of = ""): number {
    const wait = this.wait(address, of);
    // Also where it is full: who keeps trying is not forgotten for all who come meanwhile.
    for (const [limit, key] of this.#counts(address, of)) if (wait === 0 || limit.attente(key) > 0) limit.prendre(key);
    return wait;
  }

  /** Counts nothing. @returns how many milliseconds to wait before the next try; 0 when there is room for one */
  wait(address: string, of = ""): number {
    return Math.max(...this.#counts(address, of).map(([limit, key]) => limit.attente(key)));
  }

  /** Takes back the last try: it was none after all. */
  giveBack(address: string, of = ""): void {
    for (const [limit, key] of this.#counts(address, of)) limit.rendre(key);
  }

  #counts(address: string, of: string): [RateLimit, string][] {
    const networks = networksOf(address);
    return this.#levels.slice(0, networks.length).map((limit, i) => [limit, `${networks[i]} ${of}`]);
  }
}
