import type { DataProcessor } from "#domain/data-processor.ts";

const google = {
  safeguard:
    "Google déclare être certifié selon le Swiss–U.S. Data Privacy Framework, et son contrat contient des clauses contractuelles types.",
} as const;

/**
 * The countries of data and images are unknown: each Firebase project has its own location. Accounts are always in the
 * United States (Google, "Privacy and Security in Firebase").
 */
export const FIREBASE_PROCESSORS: readonly DataProcessor[] = [
  { role: "data", provider: "Google (Firebase)", country: [], ...google },
  { role: "images", provider: "Google (Firebase)", country: [], ...google },
  { role: "accounts", provider: "Google (Firebase Authentication)", country: ["États-Unis"], ...google },
];
