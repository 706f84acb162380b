/** Does pieces of work one after the other, with a pause between two. */

/** A clock that only goes forward, in milliseconds, and a way to let it go on. */
export type Horloge = { maintenant: () => number; attendre: (ms: number) => Promise<void> };

export const HORLOGE: Horloge = {
  maintenant: () => performance.now(),
  attendre: (ms) => new Promise((reprendre) => setTimeout(reprendre, ms)),
};

/**
 * @param pauseMs the least time between the end of one and the beginning of the next, in milliseconds
 * @param places how many may wait or be at work; one more is not taken
 * @returns does a piece of work when its turn comes, in the order they came; null: there was no place
 */
export function createFileDAttente(
  { pauseMs, places }: { pauseMs: number; places: number },
  { maintenant, attendre }: Horloge,
): <T>(travail: () => Promise<T>) => Promise<T | null> {
  let dernier: Promise<void> = Promise.resolve();
  let presents = 0;
  let libreDes = Number.NEGATIVE_INFINITY;

  return async (travail) => {
    if (presents === places) return null;
    presents++;
    const precedent = dernier;
    const { promise, resolve } = Promise.withResolvers<void>();
    dernier = promise;
    await precedent;
    try {
      const reste = libreDes - maintenant();
      if (reste > 0) await attendre(reste);
      return await travail();
    } finally {
      libreDes = maintenant() + pauseMs;
      presents--;
      resolve();
    }
  };
}
