import type { Documents } from "#ports/documents.ts";

export type FirstStepsState = ReturnType<typeof createFirstStepsState>;

const STATE = "state";
const ID = "first-steps";
/** Every page of the committee asks, and hosted reads cost money. */
const TRUSTED_MS = 60_000;

/** Whether this site's first steps are over: all done, or hidden by the committee. Throws when the store is unavailable. */
export function createFirstStepsState(documents: Documents, now = () => new Date()) {
  let over = false;
  let readAtMs = Number.NEGATIVE_INFINITY;
  return {
    /** Another instance's `end` counts after a minute at most. */
    async areOver(): Promise<boolean> {
      const ms = now().getTime();
      if (!over && Math.abs(ms - readAtMs) >= TRUSTED_MS) {
        over = (await documents.get(STATE, ID)) !== null;
        readAtMs = ms;
      }
      return over;
    },

    /** For good. Idempotent. */
    async end(): Promise<void> {
      const endedAt = now().toISOString();
      await documents.transaction(async (transaction) => {
        if (!(await transaction.get(STATE, ID))) transaction.create(STATE, ID, { endedAt });
      });
      over = true;
    },
  };
}
