import type { ResultatEssai } from "#usecases/envoyer-essai.ts";
import type { AdminAnswer } from "./admin-answer.ts";

/** Names the form of the trial mail, which posts to /reglages too. */
export const TRIAL = "essai";

/** What the action of /reglages tells its page, when it does not lead to another one. */
export type SettingsAnswer = AdminAnswer & { readonly essai?: ResultatEssai | "panne" };
