/**
 * How often a password may be tried. What is counted depends on what was typed and on where it comes from, never on
 * whether the account exists; and whoever has to wait gets no hash computed, so that the time tells nothing either.
 *
 * Two counts, both of tries that failed, over a quarter of an hour:
 * - an address may fail 20 times, whatever the accounts;
 * - an account that failed 10 times is guarded: an address that never signed in to it has to wait for five minutes,
 *   and then has one try in five minutes.
 * So guessing from a thousand addresses is slow. And it cannot lock the committee out: an address that has signed in
 * to the account before is not asked to wait, and from any other the right password works after five minutes,
 * however hard the attack is: each address has a turn of its own, which nobody else can use up.
 */
import { RateLimit } from "./rate-limit.ts";

const MINUTE_MS = 60_000;
const FENETRE_MS = 15 * MINUTE_MS;
const PAR_ADRESSE = 20;
const PAR_COMPTE = 10;
/** What an address that is not known to a guarded account waits for each try. */
const TOUR_MS = 5 * MINUTE_MS;
/** How long an address stays known to an account. */
const CONNUE_MS = 30 * 24 * 60 * MINUTE_MS;

export class LoginLimit {
  readonly #adresses: RateLimit;
  readonly #comptes: RateLimit;
  /** An address has asked for a turn at a guarded account, within the time of a turn. */
  readonly #attentes: RateLimit;
  /** … and has been asked for it within the whole window: after the wait, the turn is theirs. */
  readonly #demandes: RateLimit;
  readonly #connues: RateLimit;

  /** @param now milliseconds of a clock that never goes back */
  constructor(now?: () => number) {
    const horloge = now ? { now } : {};
    this.#adresses = new RateLimit({ max: PAR_ADRESSE, fenetreMs: FENETRE_MS, ...horloge });
    this.#comptes = new RateLimit({ max: PAR_COMPTE, fenetreMs: FENETRE_MS, ...horloge });
    this.#attentes = new RateLimit({ max: 1, fenetreMs: TOUR_MS, ...horloge });
    this.#demandes = new RateLimit({ max: 1, fenetreMs: FENETRE_MS, ...horloge });
    this.#connues = new RateLimit({ max: 1, fenetreMs: CONNUE_MS, ...horloge });
  }

  /**
   * Counts a try as failed, until `reussir` says otherwise.
   * @param adresse where it comes from
   * @param email as it was typed
   * @returns 0, or how many milliseconds to wait
   */
  essayer(adresse: string, email: string): number {
    const compte = compteDe(email);
    const parAdresse = this.#adresses.attente(adresse);
    if (parAdresse > 0) return parAdresse;
    const paire = paireDe(adresse, compte);
    const connue = this.#connues.attente(paire) > 0;
    if (!connue && this.#comptes.attente(compte) > 0) {
      const tour = this.#attendreSonTour(paire);
      if (tour > 0) return tour;
    }
    this.#adresses.prendre(adresse);
    if (!connue) this.#comptes.prendre(compte);
    return 0;
  }

  /** The password was right: the try is not counted, and the address is known to the account from now on. */
  reussir(adresse: string, email: string): void {
    const compte = compteDe(email);
    const paire = paireDe(adresse, compte);
    this.#adresses.rendre(adresse);
    if (this.#connues.attente(paire) === 0) this.#comptes.rendre(compte);
    else this.#connues.rendre(paire);
    this.#connues.prendre(paire);
  }

  #attendreSonTour(paire: string): number {
    const attente = this.#attentes.attente(paire);
    if (attente > 0) return attente;
    const aAttendu = this.#demandes.attente(paire) > 0;
    this.#demandes.rendre(paire);
    this.#demandes.prendre(paire);
    this.#attentes.prendre(paire);
    return aAttendu ? 0 : TOUR_MS;
  }
}

const compteDe = (email: string): string => email.trim().toLowerCase();
const paireDe = (adresse: string, compte: string): string => `${adresse} ${compte}`;
