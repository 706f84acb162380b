/**
 * Lets so many pieces of work run at once, and so many wait; whoever comes then is turned away at once. Without it, a
 * crowd would be served later and later until nobody was served at all.
 */

/** A crowd has gone by after some seconds; a store that failed takes longer to come back. */
export const RETRY_AFTER_S = { surcharge: 5, panne: 30 };

/** Too many are waiting already. */
export class Surcharge extends Error {
  constructor() {
    super("too much work is waiting already");
    this.name = "Surcharge";
  }
}

export class Gate {
  readonly #enCoursMax: number;
  readonly #enAttenteMax: number;
  #enCours = 0;
  readonly #file: (() => void)[] = [];

  constructor(enCoursMax: number, enAttenteMax: number) {
    this.#enCoursMax = enCoursMax;
    this.#enAttenteMax = enAttenteMax;
  }

  /**
   * Does a piece of work when its turn comes, in the order of arrival.
   * @throws `Surcharge` at once when too many are waiting; nothing was done then
   */
  async passer<T>(travail: () => Promise<T>): Promise<T> {
    if (this.#enCours >= this.#enCoursMax) {
      if (this.#file.length >= this.#enAttenteMax) throw new Surcharge();
      // Who finishes hands the place over, so that nobody who comes meanwhile gets in before.
      await new Promise<void>((avancer) => this.#file.push(avancer));
    } else this.#enCours++;
    try {
      return await travail();
    } finally {
      const suivant = this.#file.shift();
      if (suivant) suivant();
      else this.#enCours--;
    }
  }
}
