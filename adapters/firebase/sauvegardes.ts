import type { Sauvegardes } from "#ports/sauvegardes.ts";

/** Google keeps the data, and backs them up as docs/deploy.md has it set up: the site cannot look. */
export const SAUVEGARDES_FIREBASE: Sauvegardes = {
  etat: async () => ({ derniere: null, echecLe: null, gardees: null }),
  faire: async () => {
    throw new Error("Backups of a hosted site are made by Google: docs/deploy.md.");
  },
};
