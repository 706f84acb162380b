/**
 * Counts tries within a moving window of time, for each address and the networks that it is in, so that nobody gets a
 * count of their own for each address of a network. Kept in memory only: a restart forgets everything, which does no
 * harm, since the site is restarted by its owner and not by who is limited (docs/decisions/0017).
 */
import { createHmac, randomBytes } from "node:crypto";
import { networksOf } from "./visitor-address.ts";

type Options = {
  /** Tries within the window: of an address, of the /56 and of the /48 that it is in; one number for other keys. */
  max: readonly number[];
  windowMs: number;
  /** Keys that are remembered on each level; the one that was used least recently goes first. */
  keys?: number;
  /** Milliseconds of a clock that never goes back. */
  now?: () => number;
};

const KEYS_MAX = 10_000;

/** Instants of the tries of each key, oldest first; the key that was used least recently comes first. */
type Level = { readonly max: number; readonly tries: Map<string, number[]> };

type Count = Level & { readonly key: string; readonly recent: number[]; readonly wait: number };

export class RateLimit {
  readonly #levels: readonly Level[];
  readonly #windowMs: number;
  readonly #keysMax: number;
  readonly #now: () => number;
  /** Keys are kept as fingerprints: short, however long the text, and unreadable in a dump of the memory. */
  readonly #salt = randomBytes(32);

  constructor({ max, windowMs, keys = KEYS_MAX, now = () => performance.now() }: Options) {
    this.#levels = max.map((each) => ({ max: each, tries: new Map() }));
    this.#windowMs = windowMs;
    this.#keysMax = keys;
    this.#now = now;
  }

  /** How many keys are remembered. */
  get size(): number {
    return this.#levels.reduce((size, { tries }) => size + tries.size, 0);
  }

  /**
   * Counts one more try on every level, unless there were too many on one.
   * @param address as `visitorAddress` gives it; anything else is counted for itself
   * @param of what is tried, where each is counted apart
   * @returns 0, or how many milliseconds to wait for the next one
   */
  take(address: string, of = ""): number {
    const counts = this.#counts(address, of);
    const refused = longest(counts);
    for (const { tries, key, recent, wait } of counts) {
      // Also where it is full: who keeps trying is not forgotten for all who come meanwhile.
      if (refused > 0 && wait === 0) continue;
      tries.delete(key);
      tries.set(key, refused === 0 ? [...recent, this.#now()] : recent);
      this.#forget(tries);
    }
    return refused;
  }

  /** Counts nothing. @returns how many milliseconds to wait before the next try; 0 when there is room for one */
  wait(address: string, of = ""): number {
    return longest(this.#counts(address, of));
  }

  /** @returns how many tries of an address are counted at present */
  count(address: string): number {
    return this.#counts(address, "")[0]?.recent.length ?? 0;
  }

  /** Takes back the last try: it was none after all. */
  giveBack(address: string, of = ""): void {
    for (const { tries, key, recent } of this.#counts(address, of))
      if (recent.length > 1) tries.set(key, recent.slice(0, -1));
      else tries.delete(key);
  }

  #counts(address: string, of: string): Count[] {
    const networks = networksOf(address);
    const begin = this.#now() - this.#windowMs;
    return this.#levels.slice(0, networks.length).map(({ max, tries }, i) => {
      const key = createHmac("sha256", this.#salt).update(`${networks[i]} ${of}`).digest("base64url");
      const recent = tries.get(key)?.filter((instant) => instant > begin) ?? [];
      const oldest = recent.at(-max);
      return { max, tries, key, recent, wait: oldest === undefined ? 0 : oldest - begin };
    });
  }

  /** Forgets what is over, and the oldest where there are too many. */
  #forget(tries: Map<string, number[]>): void {
    const begin = this.#now() - this.#windowMs;
    for (const [key, instants] of tries) {
      if (tries.size <= this.#keysMax && (instants.at(-1) ?? 0) > begin) return;
      tries.delete(key);
    }
  }
}

const longest = (counts: readonly Count[]): number => Math.max(...counts.map(({ wait }) => wait));
