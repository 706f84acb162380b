/** What a running site notes of itself: that its store takes writes, and the last time that it has seen. */
import type { Content, Documents } from "#ports/documents.ts";
import { withDeadline } from "#ports/store-unavailable.ts";

/** The last time that a running site has seen, kept where it survives the process. */
export interface LastSeenTime {
  /** @returns null: none yet */
  read(): Promise<Date | null>;
  write(at: Date): Promise<void>;
}

const STATE = "state";
const HEALTH = "health";
const CLOCK = "clock";

type Options = {
  /** How long an answer may take. A write that takes longer goes on, and no other one begins meanwhile. */
  waitMs: number;
  /** Of the document: instances that write the same one wait for each other. */
  id?: string;
  /** Looks for the count that was written in another way. */
  isSeen?: (count: number) => boolean;
};

/**
 * @param documents of their own connection: no other transaction waits for the write of this one
 * @returns finds out by a write whether the store can be written right now; never throws
 */
export function createHealthCheck(
  documents: Documents,
  { waitMs, id = HEALTH, isSeen = () => true }: Options,
): () => Promise<boolean> {
  let underWay: Promise<boolean> | null = null;
  return async () => {
    underWay ??= noteHealth(documents, id)
      .then(isSeen)
      .catch(() => false)
      .finally(() => {
        underWay = null;
      });
    return withDeadline(underWay, waitMs).catch(() => false);
  };
}

/** Writes. @returns how often that was done @throws what the store refuses a write with */
export const noteHealth = (documents: Documents, id = HEALTH): Promise<number> =>
  put(documents, id, (before) => ({ count: Number(before?.count ?? 0) + 1 })).then(({ count }) => Number(count));

/**
 * In the documents, and so in their backups: an older one that is put back waits before it purges what it brought back.
 * @param storeTime the store's own time, which counts as seen: an instance that slept for a week and whose clock is right
 * does not wait
 */
export const createLastSeenTime = (
  documents: Documents,
  storeTime: () => Promise<Date | null> = async () => null,
): LastSeenTime => ({
  async read() {
    const [document, time] = await Promise.all([documents.get(STATE, CLOCK), storeTime()]);
    const kept = document && new Date(String(document.content.seenAt));
    return time && !(kept && kept > time) ? time : kept;
  },
  async write(at) {
    await put(documents, CLOCK, () => ({ seenAt: at.toISOString() }));
  },
});

const put = (documents: Documents, id: string, change: (before: Content | undefined) => Content): Promise<Content> =>
  documents.transaction(async (transaction) => {
    const found = await transaction.get(STATE, id);
    const content = change(found?.content);
    if (found) transaction.replace(STATE, id, content);
    else transaction.create(STATE, id, content);
    return content;
  });
