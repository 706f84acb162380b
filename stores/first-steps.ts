import type { Documents } from "#ports/documents.ts";
import { STATE_COLLECTION } from "./site-state.ts";

export type FirstStepsStore = ReturnType<typeof createFirstStepsStore>;

const ID = "first-steps";
/** How long the state is cached, in ms. Every committee page reads the state, and Firestore bills each read. */
const TRUSTED_MS = 60_000;

/** Stores whether the setup checklist (/premiers-pas) was completed or hidden. Throws if the store is unavailable. */
export function createFirstStepsStore(documents: Documents, now = () => new Date()) {
  let over = false;
  let readAtMs = Number.NEGATIVE_INFINITY;
  return {
    /** The result may be outdated for a minute if another server instance has called `end`. */
    async areOver(): Promise<boolean> {
      const ms = now().getTime();
      if (!over && Math.abs(ms - readAtMs) >= TRUSTED_MS) {
        over = (await documents.get(STATE_COLLECTION, ID)) !== null;
        readAtMs = ms;
      }
      return over;
    },

    /** Ends the setup checklist for good. Idempotent. */
    async end(): Promise<void> {
      const endedAt = now().toISOString();
      await documents.transaction(async (transaction) => {
        if (!(await transaction.get(STATE_COLLECTION, ID))) transaction.create(STATE_COLLECTION, ID, { endedAt });
      });
      over = true;
    },
  };
}
