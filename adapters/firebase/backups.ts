import type { Backups } from "#ports/upkeep/backups.ts";

/** Google keeps the data, and backs them up as docs/deploy.md has it set up: the site cannot look. */
export const FIREBASE_BACKUPS: Backups = {
  readState: async () => ({ last: null, failedAt: null, kept: null }),
  make: async () => {
    throw new Error("Backups of a hosted site are made by Google: docs/deploy.md.");
  },
};
