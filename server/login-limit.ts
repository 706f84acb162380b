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
const CONNUE_MS = 30 * 24 * HOUR_MS;

export class LoginLimit {
  readonly #pairs: RateLimit;
  readonly #strangers: RateLimit;
  readonly #ceiling: RateLimit;
  readonly #turns: RateLimit;
  readonly #connues: RateLimit;

  /** @param now milliseconds of a clock that never goes back */
  constructor(now?: () => number) {
    const horloge = now ? { now } : {};
    this.#pairs = new RateLimit({ ...OF_A_PAIR, ...horloge });
    this.#strangers = new RateLimit({ ...OF_A_STRANGER, ...horloge });
    this.#ceiling = new RateLimit({ ...CEILING, ...horloge });
    this.#turns = new RateLimit({ ...TURN, ...horloge });
    this.#connues = new RateLimit({ max: [1], windowMs: CONNUE_MS, ...horloge });
  }

  /**
   * Counts a try as failed, until `reussir` says otherwise.
   * @param adresse where it comes from
   * @param email as it was typed
   * @returns 0, or how many milliseconds to wait
   */
  essayer(adresse: string, email: string): number {
    const compte = compteDe(email);
    const paire = paireDe(adresse, compte);
    if (this.#connues.wait(paire) > 0) return this.#pairs.take(paire);
    const wait = this.#ceiling.wait(compte) || this.#strangers.wait(adresse) || this.#turn(adresse, compte);
    if (wait > 0) return wait;
    this.#strangers.take(adresse);
    this.#ceiling.take(compte);
    this.#turns.take(adresse, compte);
    return 0;
  }

  /** The password was right: the try is not counted, and the address is known to the account from now on. */
  reussir(adresse: string, email: string): void {
    const compte = compteDe(email);
    const paire = paireDe(adresse, compte);
    if (this.#connues.wait(paire) > 0) this.#pairs.giveBack(paire);
    else {
      this.#strangers.giveBack(adresse);
      this.#ceiling.giveBack(compte);
    }
    this.recognise(adresse, email);
  }

  /** Whoever has the account open is at this address: it is known to the account from now on. */
  recognise(adresse: string, email: string): void {
    const paire = paireDe(adresse, compteDe(email));
    this.#connues.giveBack(paire);
    this.#connues.take(paire);
  }

  /** Nobody could say whether the password was right: the try is not counted, and the address is as known as before. */
  abandonner(adresse: string, email: string): void {
    const compte = compteDe(email);
    const paire = paireDe(adresse, compte);
    if (this.#connues.wait(paire) > 0) this.#pairs.giveBack(paire);
    else {
      this.#strangers.giveBack(adresse);
      this.#ceiling.giveBack(compte);
      this.#turns.giveBack(adresse, compte);
    }
  }

  #turn(adresse: string, compte: string): number {
    return this.#ceiling.count(compte) < GUARDED_FROM ? 0 : this.#turns.wait(adresse, compte);
  }
}

const compteDe = (email: string): string => email.trim().toLowerCase();
const paireDe = (adresse: string, compte: string): string => `${adresse} ${compte}`;
