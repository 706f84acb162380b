import type { ResultatEssai } from "#usecases/envoyer-essai.ts";

/** Names the form of the trial mail, which posts to /reglages too. */
export const TRIAL = "essai";

/** What became of a trial mail; 'panne': the site itself failed. */
export type TrialOutcome = ResultatEssai | "panne";
