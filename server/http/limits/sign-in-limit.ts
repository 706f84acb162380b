/**
 * Limits password attempts by typed e-mail address and IP address. Limits for unknown e-mail addresses are the same, so
 * a refusal does not reveal whether an account exists.
 * - Trusted IP address: someone signed in to the account from there in the last 30 days. It has a limit of its own.
 * - Untrusted IP address (`STRANGER_`): failures count for the IP address and for the account.
 * - After 10 failures of an account in an hour, each untrusted IP address has one attempt on it in five minutes.
 * - After 100 failures of an account in an hour, untrusted IP addresses have no attempt on it.
 * The owner of the account can still use a trusted IP address, or a link for a new password.
 */
import { emailKey } from "#domain/fields.ts";
import { RateLimit } from "./rate-limit.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Failures from a trusted IP address. The window is short: the owner may share the IP address with an attacker. */
const PAIR_LIMIT = { max: [10], windowMs: 5 * MINUTE_MS };
/** Failures from an untrusted IP address, its /56 and its /48 network. */
const STRANGER_LIMIT = { max: [20, 30, 60], windowMs: 15 * MINUTE_MS };
/** Failures per account from untrusted IP addresses. `keys` is large, so that an attacker cannot evict a count. */
const ACCOUNT_LIMIT = { max: [100], windowMs: HOUR_MS, keys: 100_000 };
const THROTTLED_FROM = 10;
/** Attempts of an untrusted IP address once the account has `THROTTLED_FROM` failures. */
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

  /** Counts a failure in advance. `succeed` and `abandon` undo the count. @returns 0, or the milliseconds to wait */
  attempt(address: string, email: string): number {
    const account = emailKey(email);
    const pair = pairOf(address, account);
    if (this.#trusted.wait(pair) > 0) return this.#pairs.take(pair);
    const wait = this.#accounts.wait(account) || this.#strangers.wait(address) || this.#throttledWait(address, account);
    if (wait > 0) return wait;
    this.#strangers.take(address);
    this.#accounts.take(account);
    this.#throttled.take(address, account);
    return 0;
  }

  /** Call this method after a correct password. Trusts the address. */
  succeed(address: string, email: string): void {
    this.#undo(address, email);
    this.recognise(address, email);
  }

  /** Trusts the address. Call this method when the account's owner is signed in. */
  recognise(address: string, email: string): void {
    const pair = pairOf(address, emailKey(email));
    this.#trusted.undo(pair);
    this.#trusted.take(pair);
  }

  /** Call this method if the password could not be verified. Does not trust the address. */
  abandon(address: string, email: string): void {
    const isTrusted = this.#undo(address, email);
    if (!isTrusted) this.#throttled.undo(address, emailKey(email));
  }

  /** Undoes the counted failure. @returns whether the account trusts the address */
  #undo(address: string, email: string): boolean {
    const account = emailKey(email);
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

const pairOf = (address: string, account: string): string => `${address} ${account}`;
