import type { RouterContextProvider } from "react-router";
import { accountContext, confirmPasswordContext, rateLimiterContext, siteContext } from "#app/contexts.ts";
import { CONFIRMATION_FIELD } from "#app/session/confirm-password.tsx";
import type { FieldErrors } from "#domain/fields.ts";

export type PasswordConfirmationErrors = { readonly errors: FieldErrors; readonly status: 400 | 429 };

/**
 * Requires the password or a passkey.
 * @param typed value of the field `CONFIRMATION_FIELD`; never sent back to the page
 * @returns null if the password or passkey is right, or was confirmed earlier in this session; else the errors
 * @throws if the identity provider is unavailable
 */
export async function requirePassword(
  context: Readonly<RouterContextProvider>,
  typed = "",
): Promise<PasswordConfirmationErrors | null> {
  const { logSecurity } = context.get(siteContext);
  const { id = null } = context.get(accountContext) ?? {};
  const outcome = await context.get(confirmPasswordContext)(typed);
  if (outcome.ok) {
    if (outcome.value === "typed") logSecurity("password-confirmed", id);
    if (outcome.value === "passkey") logSecurity("password-confirmed", id, { what: "passkey" });
    return null;
  }
  const { why, sentence } = outcome.reason;
  if (why === "wrong") logSecurity("password-failed", id);
  if (why === "locked" && context.get(rateLimiterContext).shouldLog()) logSecurity("password-locked", id);
  return { errors: { [CONFIRMATION_FIELD]: sentence }, status: why === "locked" ? 429 : 400 };
}
