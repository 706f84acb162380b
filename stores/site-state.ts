import type { Documents } from "#ports/documents.ts";
import { withDeadline } from "#ports/store-unavailable.ts";

export type LastSeenTime = ReturnType<typeof createLastSeenTime>;

const STATE = "state";
const HEALTH = "health";
const CLOCK = "clock";

type Options = {
  /** Deadline. A slower write continues, and the next check waits for it. */
  waitMs: number;
  /** Document id. Instances use several, because writes to one document contend. */
  id?: string;
  /** Verifies the written count by another path. */
  isWritten?: (count: number) => boolean;
};

/** @param documents on a separate connection, to bypass queued transactions @returns tests for writes; never throws */
export function createHealthCheck(
  documents: Documents,
  { waitMs, id = HEALTH, isWritten = () => true }: Options,
): () => Promise<boolean> {
  let inProgress: Promise<boolean> | null = null;
  return async () => {
    inProgress ??= recordHealth(documents, id)
      .then(isWritten)
      .catch(() => false)
      .finally(() => {
        inProgress = null;
      });
    return withDeadline(inProgress, waitMs).catch(() => false);
  };
}

/** Increments a counter. @returns its value @throws the error of the store */
export const recordHealth = (documents: Documents, id = HEALTH): Promise<number> =>
  documents.transaction(async (transaction) => {
    const count = Number((await transaction.get(STATE, id))?.content.count ?? 0) + 1;
    transaction.put(STATE, id, { count });
    return count;
  });

/**
 * The last time that this site was running. Backups contain it, so that a restored site waits before it purges.
 * @param storeTime the store's own clock, which counts as seen: an instance with a correct clock never waits
 */
export const createLastSeenTime = (documents: Documents, storeTime: () => Promise<Date | null> = async () => null) => ({
  /** @returns null on the first start */
  async read(): Promise<Date | null> {
    const [document, time] = await Promise.all([documents.get(STATE, CLOCK), storeTime()]);
    const stored = document && new Date(String(document.content.seenAt));
    return time && !(stored && stored > time) ? time : stored;
  },

  write: (at: Date): Promise<void> =>
    documents.transaction(async (transaction) => {
      await transaction.get(STATE, CLOCK);
      transaction.put(STATE, CLOCK, { seenAt: at.toISOString() });
    }),
});
