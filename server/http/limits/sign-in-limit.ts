/**
 * Limits password attempts. Counts depend on the typed e-mail address and the visitor's address, never on whether the
 * account exists. A refused attempt computes no hash, so its duration reveals nothing.
 * - Trusted: for 30 days after a sign-in, the account trusts the visitor's address. Failures from there count only for
 *   this pair of address and account.
 * - Untrusted (`STRANGER_`): any other address. Failures count per address and network, and per account. After 10
 *   failures for an account, an untrusted address has one attempt in five minutes. After 100, all untrusted addresses
 *   wait until the failures are an hour old. The account's owner can still use a trusted address or a password link.
 */
import { RateLimit } from "./rate-limit.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * Failures for an account from an IP address that has signed in to it before (a trusted pair). The window is short: if
 * an attacker has that address now, the failures do not lock the account's owner out for long.
 */
const PAIR_LIMIT = { max: [10], windowMs: 5 * MINUTE_MS };
/** Failures of an untrusted address, its /56 and its /48 network. */
const STRANGER_LIMIT = { max: [20, 30, 60], windowMs: 15 * MINUTE_MS };
/**
 * Failures per account, summed over all untrusted IP addresses. To evict an account's count, an attacker must fail on
 * 100,000 other accounts, and each failure costs a password hash.
 */
const ACCOUNT_LIMIT = { max: [100], windowMs: HOUR_MS, keys: 100_000 };
const THROTTLED_FROM = 10;
/** Attempts of an untrusted address, its /56 and /48, once the account has `THROTTLED_FROM` failures. */
const THROTTLED_LIMIT = { max: [1, 1, 2], windowMs: 5 * MINUTE_MS };
const TRUSTED_MS = 30 * 24 * HOUR_MS;

export class SignInLimit {
  readonly #pairs: RateLimit;
  readonly #strangers: RateLimit;
  readonly #accounts: RateLimit;
  readonly #throttled: RateLimit;
  readonly #trusted: RateLimit;

  constructor(now?: () => number) {
    this.#pairs = new RateLimit({ ...PAIR_LIMIT, now });
    this.#strangers = new RateLimit({ ...STRANGER_LIMIT, now });
    this.#accounts = new RateLimit({ ...ACCOUNT_LIMIT, now });
    this.#throttled = new RateLimit({ ...THROTTLED_LIMIT, now });
    this.#trusted = new RateLimit({ max: [1], windowMs: TRUSTED_MS, now });
  }

  /** Counts a failure in advance; `succeed` or `abandon` undo it. Returns 0 if allowed, else milliseconds to wait. */
  attempt(address: string, email: string): number {
    const account = accountOf(email);
    const pair = pairOf(address, account);
    if (this.#trusted.wait(pair) > 0) return this.#pairs.take(pair);
    const wait = this.#accounts.wait(account) || this.#strangers.wait(address) || this.#throttledWait(address, account);
    if (wait > 0) return wait;
    this.#strangers.take(address);
    this.#accounts.take(account);
    this.#throttled.take(address, account);
    return 0;
  }

  /** Call it after a correct password: undoes the counted failure and trusts the address. */
  succeed(address: string, email: string): void {
    this.#undo(address, email);
    this.recognise(address, email);
  }

  /** Trusts the address, because the account's owner is signed in from there. */
  recognise(address: string, email: string): void {
    const pair = pairOf(address, accountOf(email));
    this.#trusted.undo(pair);
    this.#trusted.take(pair);
  }

  /** Call it if the password could not be verified: undoes the counted failure and does not trust the address. */
  abandon(address: string, email: string): void {
    const isTrusted = this.#undo(address, email);
    if (!isTrusted) this.#throttled.undo(address, accountOf(email));
  }

  /** Undoes the counted failure. @returns whether the account trusts the address */
  #undo(address: string, email: string): boolean {
    const account = accountOf(email);
    const pair = pairOf(address, account);
    const isTrusted = this.#trusted.wait(pair) > 0;
    if (isTrusted) this.#pairs.undo(pair);
    else {
      this.#strangers.undo(address);
      this.#accounts.undo(account);
    }
    return isTrusted;
  }

  #throttledWait(address: string, account: string): number {
    return this.#accounts.count(account) < THROTTLED_FROM ? 0 : this.#throttled.wait(address, account);
  }
}

const accountOf = (email: string): string => email.trim().toLowerCase();
const pairOf = (address: string, account: string): string => `${address} ${account}`;
