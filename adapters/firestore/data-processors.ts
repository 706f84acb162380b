import type { DataProcessor } from "#domain/data-processor.ts";

const google = {
  safeguard:
    "Google déclare être certifié selon le Swiss–U.S. Data Privacy Framework, et son contrat contient des clauses contractuelles types.",
} as const;

/**
 * Data and images: the site does not know the location of the Firebase project. Accounts are always in the United
 * States (Google, "Privacy and Security in Firebase").
 */
export const FIREBASE_PROCESSORS: readonly DataProcessor[] = [
  { role: "data", provider: "Google (Firebase)", country: [], ...google },
  { role: "images", provider: "Google (Firebase)", country: [], ...google },
  { role: "accounts", provider: "Google (Firebase Authentication)", country: ["États-Unis"], ...google },
];
