import type { Documents } from "#ports/documents.ts";
import { withDeadline } from "#ports/store-unavailable.ts";

export type LastSeenTimeStore = ReturnType<typeof createLastSeenTimeStore>;

/** Documents in which the site stores its own state. */
export const STATE_COLLECTION = "state";
const HEALTH = "health";
const CLOCK = "clock";

type Options = {
  /** Deadline of a check, in ms. After the deadline, the write continues. The next check waits for this write. */
  waitMs: number;
  /** Id of the document to write. Use one per server instance: concurrent writes to one document are slow. */
  id?: string;
  /** Checks in a second way that the storage contains the written count. By default, no second check. */
  isWritten?: (count: number) => boolean;
};

/**
 * @returns a function that checks whether writes work. The function never throws.
 * @param documents with a separate connection, so that queued transactions do not delay the check
 */
export function createHealthCheck(
  documents: Documents,
  { waitMs, id = HEALTH, isWritten = () => true }: Options,
): () => Promise<boolean> {
  let inProgress: Promise<boolean> | null = null;
  return async () => {
    inProgress ??= incrementHealthCount(documents, id)
      .then(isWritten)
      .catch(() => false)
      .finally(() => {
        inProgress = null;
      });
    return withDeadline(inProgress, waitMs).catch(() => false);
  };
}

/** Increments the count in the health check's document. Returns the new count. Throws the error of the store. */
export const incrementHealthCount = (documents: Documents, id = HEALTH): Promise<number> =>
  documents.transaction(async (transaction) => {
    const count = Number((await transaction.get(STATE_COLLECTION, id))?.content.count ?? 0) + 1;
    transaction.put(STATE_COLLECTION, id, { count });
    return count;
  });

/**
 * Stores the last time at which this site ran, to detect a wrong clock (clock-guard.ts).
 * @param storeTime clock of the database server. `read` returns the later of both times, so that a long pause of the
 * site does not look like a wrong clock.
 */
export const createLastSeenTimeStore = (
  documents: Documents,
  storeTime: () => Promise<Date | null> = async () => null,
) => ({
  /** @returns null on the first start */
  async read(): Promise<Date | null> {
    const [document, time] = await Promise.all([documents.get(STATE_COLLECTION, CLOCK), storeTime()]);
    const stored = document && new Date(String(document.content.seenAt));
    return time && !(stored && stored > time) ? time : stored;
  },

  write: (at: Date): Promise<void> =>
    documents.transaction(async (transaction) => {
      await transaction.get(STATE_COLLECTION, CLOCK);
      transaction.put(STATE_COLLECTION, CLOCK, { seenAt: at.toISOString() });
    }),
});
