/** Names the form of the trial mail, which posts to /reglages too. */
export const TRIAL = "essai";
