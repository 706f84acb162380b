import type { Traitement } from "#domain/traitement.ts";

const ici = { prestataire: null, pays: [], garantie: null } as const;

/** The stores of this family keep everything in the data folder of the site's own server. */
export const TRAITEMENTS_EMBEDDED: readonly Traitement[] = [
  { role: "donnees", ...ici },
  { role: "images", ...ici },
  { role: "comptes", ...ici },
];
