/** Chance that can be repeated: the same seed gives the same choices (mulberry32). */
export type Hasard = {
  /** @returns a whole number from `min` to `max`, both included */
  entier: (min: number, max: number) => number;
};

export function hasard(graine: number): Hasard {
  let etat = graine >>> 0;
  const suivant = () => {
    etat = (etat + 0x6d2b79f5) >>> 0;
    let t = Math.imul(etat ^ (etat >>> 15), etat | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  return { entier: (min, max) => min + Math.floor(suivant() * (max - min + 1)) };
}
