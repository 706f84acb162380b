/** Repeatable random numbers: the same seed gives the same numbers (mulberry32). */
export type Random = {
  /** @returns a whole number from `min` to `max`, both included */
  wholeNumber: (min: number, max: number) => number;
};

export function random(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  return { wholeNumber: (min, max) => min + Math.floor(next() * (max - min + 1)) };
}
