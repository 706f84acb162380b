/** Keeps the requests of one process apart. */

/** A clock that only goes forward, in milliseconds, and a way to let it go on. */
export type Horloge = { maintenant: () => number; attendre: (ms: number) => Promise<void> };

export const HORLOGE: Horloge = {
  maintenant: () => performance.now(),
  attendre: (ms) => new Promise((reprendre) => setTimeout(reprendre, ms)),
};

/**
 * @param ecartMs the least time between two, in milliseconds
 * @returns waits for the turn of the request that follows; turns come in the order they were asked for
 */
export function createCadence(ecartMs: number, { maintenant, attendre }: Horloge): () => Promise<void> {
  let prochain = Number.NEGATIVE_INFINITY;
  return async () => {
    const tour = Math.max(maintenant(), prochain);
    prochain = tour + ecartMs;
    const reste = tour - maintenant();
    if (reste > 0) await attendre(reste);
  };
}
