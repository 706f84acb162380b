/** Sliding-window rate limit per address and network. A restart resets the counts (docs/decisions/0017). */
import { createHmac, createSecretKey, randomBytes } from "node:crypto";
import { networksOfIpAddress } from "./visitor-address.ts";

type Options = {
  /** Attempts per window for an address, its /56 network and its /48 network. Other keys need one number. */
  max: readonly number[];
  windowMs: number;
  /** Number of stored keys per entry of `max`. The least recently used key is evicted. */
  keys?: number;
  now?: (() => number) | undefined;
};

const KEYS_MAX = 10_000;

/** `attempts`: the times of each key's attempts, oldest first. The map begins with the least recently used key. */
type Level = { readonly max: number; readonly attempts: Map<string, number[]> };

type Count = Level & { readonly key: string; readonly recent: number[]; readonly wait: number };

export class RateLimit {
  readonly #levels: readonly Level[];
  readonly #windowMs: number;
  readonly #keysMax: number;
  readonly #now: () => number;
  /** Keys are hashed, so that a memory dump reveals no address. */
  readonly #salt = createSecretKey(randomBytes(32));

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
   * Counts an attempt for the address and its networks, unless a limit is reached.
   * @param of name of the action; each action has its own counts
   * @returns 0 if allowed, otherwise the milliseconds to wait
   */
  take(address: string, of = ""): number {
    const counts = this.#counts(address, of);
    const refused = longest(counts);
    for (const { attempts, key, recent, wait } of counts) {
      // The first counts of the map are evicted. After a refusal, move the counts that caused it to the end of the map:
      // they must outlive the others, or an attacker's count would start again.
      if (refused > 0 && wait === 0) continue;
      attempts.delete(key);
      attempts.set(key, refused === 0 ? [...recent, this.#now()] : recent);
      this.#evict(attempts);
    }
    return refused;
  }

  /** @returns milliseconds until `take` allows an attempt, without counting an attempt */
  wait(address: string, of = ""): number {
    return longest(this.#counts(address, of));
  }

  count(address: string): number {
    return this.#counts(address, "")[0]?.recent.length ?? 0;
  }

  undo(address: string, of = ""): void {
    for (const { attempts, key, recent } of this.#counts(address, of))
      if (recent.length > 1) attempts.set(key, recent.slice(0, -1));
      else attempts.delete(key);
  }

  #counts(address: string, of: string): Count[] {
    const networks = networksOfIpAddress(address);
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
