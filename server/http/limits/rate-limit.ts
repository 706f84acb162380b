/** Sliding-window rate limit per address and network. Kept in memory, so a restart resets it (docs/decisions/0017). */
import { createHmac, randomBytes } from "node:crypto";
import { networksOf } from "./visitor-address.ts";

type Options = {
  /** Maximum attempts per window, for an address, its /56 and its /48 network; one number if keys are not addresses. */
  max: readonly number[];
  windowMs: number;
  /** Maximum number of keys per level (address, /56, /48); the least recently used key is evicted first. */
  keys?: number;
  now?: (() => number) | undefined;
};

const KEYS_MAX = 10_000;

/** `attempts`: times of the attempts of each key, oldest first; the keys are in LRU order. */
type Level = { readonly max: number; readonly attempts: Map<string, number[]> };

type Count = Level & { readonly key: string; readonly recent: number[]; readonly wait: number };

export class RateLimit {
  readonly #levels: readonly Level[];
  readonly #windowMs: number;
  readonly #keysMax: number;
  readonly #now: () => number;
  /** Salt for hashing the keys. Hashes are short, and do not reveal addresses in a memory dump. */
  readonly #salt = randomBytes(32);

  constructor({ max, windowMs, keys = KEYS_MAX, now = () => performance.now() }: Options) {
    this.#levels = max.map((each) => ({ max: each, attempts: new Map() }));
    this.#windowMs = windowMs;
    this.#keysMax = keys;
    this.#now = now;
  }

  get size(): number {
    return this.#levels.reduce((size, { attempts }) => size + attempts.size, 0);
  }

  /**
   * Counts an attempt at every level (the address, and the networks around it), unless a level is exhausted.
   * @param address as `visitorAddress` returns it, or another key
   * @param of name of the limited action, such as a form; each action has its own count per address
   * @returns 0 if allowed, otherwise the milliseconds to wait
   */
  take(address: string, of = ""): number {
    const counts = this.#counts(address, of);
    const refused = longest(counts);
    for (const { attempts, key, recent, wait } of counts) {
      // After a refusal, refresh only the counts over the limit: LRU eviction then cannot reset an attacker's count.
      if (refused > 0 && wait === 0) continue;
      attempts.delete(key);
      attempts.set(key, refused === 0 ? [...recent, this.#now()] : recent);
      this.#evict(attempts);
    }
    return refused;
  }

  /** Counts no attempt. Returns milliseconds until `take` allows the next attempt; 0 if it allows one now. */
  wait(address: string, of = ""): number {
    return longest(this.#counts(address, of));
  }

  /** @returns the number of attempts of an address in the current window */
  count(address: string): number {
    return this.#counts(address, "")[0]?.recent.length ?? 0;
  }

  undo(address: string, of = ""): void {
    for (const { attempts, key, recent } of this.#counts(address, of))
      if (recent.length > 1) attempts.set(key, recent.slice(0, -1));
      else attempts.delete(key);
  }

  #counts(address: string, of: string): Count[] {
    const networks = networksOf(address);
    const begin = this.#now() - this.#windowMs;
    return this.#levels.slice(0, networks.length).map(({ max, attempts }, i) => {
      const key = createHmac("sha256", this.#salt).update(`${networks[i]} ${of}`).digest("base64url");
      const recent = attempts.get(key)?.filter((instant) => instant > begin) ?? [];
      const oldest = recent.at(-max);
      return { max, attempts, key, recent, wait: oldest === undefined ? 0 : oldest - begin };
    });
  }

  #evict(attempts: Map<string, number[]>): void {
    const begin = this.#now() - this.#windowMs;
    for (const [key, instants] of attempts) {
      if (attempts.size <= this.#keysMax && (instants.at(-1) ?? 0) > begin) return;
      attempts.delete(key);
    }
  }
}

const longest = (counts: readonly Count[]): number => Math.max(...counts.map(({ wait }) => wait));
