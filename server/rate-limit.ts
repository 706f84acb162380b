/**
 * Counts tries within a moving window of time, for each key apart. Kept in memory only: a restart forgets everything,
 * which does no harm, since the site is restarted by its owner and not by who is limited.
 */
import { createHmac, randomBytes } from "node:crypto";

type Options = {
  /** Tries within the window. */
  max: number;
  fenetreMs: number;
  /** Keys that are remembered; the one that was used least recently goes first. */
  cles?: number;
  /** Milliseconds of a clock that never goes back. */
  now?: () => number;
};

const CLES_MAX = 10_000;

export class RateLimit {
  readonly #max: number;
  readonly #fenetreMs: number;
  readonly #clesMax: number;
  readonly #now: () => number;
  /** Keys are kept as fingerprints: short, however long the text, and unreadable in a dump of the memory. */
  readonly #sel = randomBytes(32);
  /** Instants of the tries of each key, oldest first; the key that was used least recently comes first. */
  readonly #essais = new Map<string, number[]>();

  constructor({ max, fenetreMs, cles = CLES_MAX, now = () => performance.now() }: Options) {
    this.#max = max;
    this.#fenetreMs = fenetreMs;
    this.#clesMax = cles;
    this.#now = now;
  }

  /** How many keys are remembered. */
  get taille(): number {
    return this.#essais.size;
  }

  /** Counts one more try. @returns 0, or when there were too many: how many milliseconds to wait for the next one */
  prendre(cle: string): number {
    const empreinte = this.#empreinte(cle);
    const essais = this.#recents(empreinte);
    const attente = this.#attente(essais);
    if (attente === 0) essais.push(this.#now());
    // Who keeps trying is not forgotten for all who come meanwhile.
    this.#essais.delete(empreinte);
    this.#essais.set(empreinte, essais);
    this.#oublier();
    return attente;
  }

  /** Counts nothing. @returns how many milliseconds to wait before the next try; 0 when there is room for one */
  attente(cle: string): number {
    return this.#attente(this.#recents(this.#empreinte(cle)));
  }

  /** @returns how many tries of a key are counted at present */
  count(cle: string): number {
    return this.#recents(this.#empreinte(cle)).length;
  }

  /** Takes back the last try of a key: it was none after all. */
  rendre(cle: string): void {
    const empreinte = this.#empreinte(cle);
    const essais = this.#essais.get(empreinte);
    essais?.pop();
    if (essais?.length === 0) this.#essais.delete(empreinte);
  }

  #empreinte(cle: string): string {
    return createHmac("sha256", this.#sel).update(cle).digest("base64url");
  }

  #attente(essais: readonly number[]): number {
    const ancien = essais.at(-this.#max);
    return ancien === undefined ? 0 : ancien + this.#fenetreMs - this.#now();
  }

  #recents(empreinte: string): number[] {
    const debut = this.#now() - this.#fenetreMs;
    return this.#essais.get(empreinte)?.filter((instant) => instant > debut) ?? [];
  }

  /** Forgets what is over, and the oldest where there are too many. */
  #oublier(): void {
    const debut = this.#now() - this.#fenetreMs;
    for (const [cle, essais] of this.#essais) {
      if (this.#essais.size <= this.#clesMax && (essais.at(-1) ?? 0) > debut) return;
      this.#essais.delete(cle);
    }
  }
}
