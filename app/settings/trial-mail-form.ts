import type { TrialResult } from "#usecases/inbox/send-trial-mail.ts";

/** Names the form of the trial mail, which posts to /reglages too. */
export const TRIAL = "trial";

/** What became of a trial mail; 'fault': the site itself failed. */
export type TrialOutcome = TrialResult | "fault";
