import type { Page } from "@playwright/test";

/** One picture of the running site. */
export type Vue = {
  /** File name without `.png`, in docs/images. */
  nom: string;
  chemin: string;
  largeur: 390 | 1440;
  /** Seen by somebody who is signed in. */
  connecte?: true;
  /** The whole page instead of the first screen. */
  entiere?: true;
  /** Brings the page into the state to show. */
  preparer?: (page: Page) => Promise<void>;
};

export const VUES: readonly Vue[] = [
  { nom: "accueil", chemin: "/", largeur: 1440 },
  { nom: "planning-telephone", chemin: "/planning", largeur: 390 },
  { nom: "inscription-telephone", chemin: "/inscription", largeur: 390 },
  { nom: "planning-comite", chemin: "/planning", largeur: 1440, connecte: true },
];
