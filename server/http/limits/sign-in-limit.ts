/**
 * How often a password may be tried. What is counted depends on what was typed and on where it comes from, never on
 * whether the account exists; and whoever has to wait gets no hash computed, so that the time tells nothing either.
 *
 * An address is known to an account for thirty days after it was signed in there. The two are a pair that counts
 * nothing but its own failures: whatever others do, and be it on the same address with other accounts, it goes in.
 *
 * Every other address is a stranger to the account. What strangers failed is counted
 * - for each address, and for the /56 and the /48 that it is in, whatever the accounts;
 * - for each account over all strangers. After 10 failures it is guarded: a stranger has one try in five minutes, and
 *   a network hardly more. After 100, which takes many networks, all strangers wait. So somebody who is in a new place
 *   gets in while a few machines guess, and not while a great many do: then they come from an address that is known,
 *   or with a link to a password, which asks nothing of these counts and makes their address known.
 */
import { RateLimit } from "./rate-limit.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Failures of a pair. They may be somebody else's on the same address, hence the short wait. */
const OF_A_PAIR = { max: [10], windowMs: 5 * MINUTE_MS };
/** Failures of a stranger, and of the networks around it. */
const OF_A_STRANGER = { max: [20, 30, 60], windowMs: 15 * MINUTE_MS };
/** Failures of all strangers to an account. Each has cost a hash: nobody makes so many that the account is forgotten. */
const CEILING = { max: [100], windowMs: HOUR_MS, keys: 100_000 };
const GUARDED_FROM = 10;
/** Tries of a stranger, and of the networks around it, at a guarded account. */
const TURN = { max: [1, 1, 2], windowMs: 5 * MINUTE_MS };
/** How long an address stays known to an account. */
const KNOWN_MS = 30 * 24 * HOUR_MS;

export class SignInLimit {
  readonly #pairs: RateLimit;
  readonly #strangers: RateLimit;
  readonly #ceiling: RateLimit;
  readonly #turns: RateLimit;
  readonly #known: RateLimit;

  /** @param now milliseconds of a clock that never goes back */
  constructor(now?: () => number) {
    const clock = now ? { now } : {};
    this.#pairs = new RateLimit({ ...OF_A_PAIR, ...clock });
    this.#strangers = new RateLimit({ ...OF_A_STRANGER, ...clock });
    this.#ceiling = new RateLimit({ ...CEILING, ...clock });
    this.#turns = new RateLimit({ ...TURN, ...clock });
    this.#known = new RateLimit({ max: [1], windowMs: KNOWN_MS, ...clock });
  }

  /**
   * Counts a try as failed, until `succeed` says otherwise.
   * @param address where it comes from
   * @param email as it was typed
   * @returns 0, or how many milliseconds to wait
   */
  attempt(address: string, email: string): number {
    const account = accountOf(email);
    const pair = pairOf(address, account);
    if (this.#known.wait(pair) > 0) return this.#pairs.take(pair);
    const wait = this.#ceiling.wait(account) || this.#strangers.wait(address) || this.#turn(address, account);
    if (wait > 0) return wait;
    this.#strangers.take(address);
    this.#ceiling.take(account);
    this.#turns.take(address, account);
    return 0;
  }

  /** The password was right: the try is not counted, and the address is known to the account from now on. */
  succeed(address: string, email: string): void {
    const account = accountOf(email);
    const pair = pairOf(address, account);
    if (this.#known.wait(pair) > 0) this.#pairs.giveBack(pair);
    else {
      this.#strangers.giveBack(address);
      this.#ceiling.giveBack(account);
    }
    this.recognise(address, email);
  }

  /** Whoever has the account open is at this address: it is known to the account from now on. */
  recognise(address: string, email: string): void {
    const pair = pairOf(address, accountOf(email));
    this.#known.giveBack(pair);
    this.#known.take(pair);
  }

  /** Nobody could say whether the password was right: the try is not counted, and the address is as known as before. */
  abandon(address: string, email: string): void {
    const account = accountOf(email);
    const pair = pairOf(address, account);
    if (this.#known.wait(pair) > 0) this.#pairs.giveBack(pair);
    else {
      this.#strangers.giveBack(address);
      this.#ceiling.giveBack(account);
      this.#turns.giveBack(address, account);
    }
  }

  #turn(address: string, account: string): number {
    return this.#ceiling.count(account) < GUARDED_FROM ? 0 : this.#turns.wait(address, account);
  }
}

const accountOf = (email: string): string => email.trim().toLowerCase();
const pairOf = (address: string, account: string): string => `${address} ${account}`;
