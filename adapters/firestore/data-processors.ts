import type { DataProcessor } from "#domain/data-processor.ts";

const google = {
  safeguard:
    "Google déclare être certifié selon le Swiss–U.S. Data Privacy Framework, et son contrat contient des clauses contractuelles types.",
} as const;

/**
 * Google keeps everything of this family. Documents and pictures are where the project was set up, which the site cannot
 * ask; accounts are in the United States whatever the project says (Google, "Privacy and Security in Firebase").
 */
export const FIREBASE_PROCESSORS: readonly DataProcessor[] = [
  { role: "data", provider: "Google (Firebase)", country: [], ...google },
  { role: "images", provider: "Google (Firebase)", country: [], ...google },
  { role: "accounts", provider: "Google (Firebase Authentication)", country: ["États-Unis"], ...google },
];
