/** Asks for the password again in front of what needs more than a session. */
import type { RouterContextProvider } from "react-router";
import { accountContext, confirmPasswordContext, rateLimiterContext, siteContext } from "#app/contexts.ts";
import type { FieldErrors } from "#domain/fields.ts";
import { CONFIRMATION } from "./confirmed-password.ts";

/** What the form is told: one sentence beside the field of the password, and the answer's status. */
export type NotConfirmed = { readonly errors: FieldErrors; readonly status: 400 | 429 };

/**
 * @param typed the form's field `CONFIRMATION`, if it came. It never goes back with the page
 * @returns null when the account's owner has typed the password in this session, now or a while ago
 * @throws when the provider does not answer
 */
export async function needPassword(context: Readonly<RouterContextProvider>, typed = ""): Promise<NotConfirmed | null> {
  const { record } = context.get(siteContext);
  const { id = null } = context.get(accountContext) ?? {};
  const outcome = await context.get(confirmPasswordContext)(typed);
  if (outcome.ok) {
    if (outcome.value === "typed") record("password-confirmed", id);
    return null;
  }
  const { why, sentence } = outcome.reason;
  if (why === "wrong") record("password-failed", id);
  if (why === "locked" && context.get(rateLimiterContext).shouldLog()) record("password-locked", id);
  return { errors: { [CONFIRMATION]: sentence }, status: why === "locked" ? 429 : 400 };
}
