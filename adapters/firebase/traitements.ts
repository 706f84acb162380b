import type { Traitement } from "#domain/traitement.ts";

const google = {
  garantie:
    "Google déclare être certifié selon le Swiss–U.S. Data Privacy Framework, et son contrat contient des clauses contractuelles types.",
} as const;

/**
 * Google keeps everything of this family. Documents and pictures are where the project was set up, which the site cannot
 * ask; accounts are in the United States whatever the project says (Google, "Privacy and Security in Firebase").
 */
export const TRAITEMENTS_FIREBASE: readonly Traitement[] = [
  { role: "donnees", prestataire: "Google (Firebase)", pays: [], ...google },
  { role: "images", prestataire: "Google (Firebase)", pays: [], ...google },
  { role: "comptes", prestataire: "Google (Firebase Authentication)", pays: ["États-Unis"], ...google },
];
