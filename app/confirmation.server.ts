/** Asks for the password again in front of what needs more than a session. */
import type { RouterContextProvider } from "react-router";
import type { Erreurs } from "#domain/champs.ts";
import { CONFIRMATION } from "./confirmation.ts";
import { compteContext, confirmPasswordContext, gardeContext, siteContext } from "./context.ts";

/** What the form is told: one sentence beside the field of the password, and the answer's status. */
export type NotConfirmed = { readonly erreurs: Erreurs; readonly status: 400 | 429 };

/**
 * @param typed the form's field `CONFIRMATION`, if it came. It never goes back with the page
 * @returns null when the account's owner has typed the password in this session, now or a while ago
 * @throws when the provider does not answer
 */
export async function needPassword(context: Readonly<RouterContextProvider>, typed = ""): Promise<NotConfirmed | null> {
  const { record } = context.get(siteContext);
  const { id = null } = context.get(compteContext) ?? {};
  const issue = await context.get(confirmPasswordContext)(typed);
  if (issue.ok) {
    if (issue.valeur === "typed") record("password-confirmed", id);
    return null;
  }
  const { why, sentence } = issue.raison;
  if (why === "wrong") record("password-failed", id);
  if (why === "locked" && context.get(gardeContext).worthALine()) record("password-locked", id);
  return { erreurs: { [CONFIRMATION]: sentence }, status: why === "locked" ? 429 : 400 };
}
