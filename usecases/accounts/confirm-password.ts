import {
  type PasswordConfirmationRefusal,
  type RateLimitedAttempt,
  waitingTimeInFrench,
} from "#domain/accounts/attempt.ts";
import { PASSKEY_SENTENCES, readPasskeyResponse } from "#domain/accounts/passkey.ts";
import { type Result, refusal, success } from "#domain/result.ts";
import type { Services } from "#usecases/services.ts";

/** Time in ms after a check of the password during which sensitive changes do not ask for it again. */
const CONFIRMED_MS = 15 * 60 * 1000;

const ASKED = "Tapez votre mot de passe pour continuer.";
const WRONG = "Ce n’est pas votre mot de passe.";
const LOCKED = "Trop d’essais. Par sécurité, le site fait une pause.";

/** @param typed the password, or a passkey's response as JSON @param count records an attempt for the rate limit */
export async function confirmPassword(
  { auth, clock }: Pick<Services, "auth" | "clock">,
  token: string,
  typed: string,
  count: () => RateLimitedAttempt,
): Promise<Result<"typed" | "passkey" | "remembered", PasswordConfirmationRefusal>> {
  const at = await auth.readConfirmedAt(token);
  // Clocks of server instances differ, so accept a time in the near future.
  if (at && Math.abs(clock.now().getTime() - at.getTime()) < CONFIRMED_MS) return success("remembered");
  if (typed === "") return refusal({ why: "asked", sentence: ASKED });
  const attempt = count();
  if (attempt.wait > 0)
    return refusal({ why: "locked", sentence: `${LOCKED} Réessayez ${waitingTimeInFrench(attempt.wait)}.` });
  const response = readPasskeyResponse(typed);
  const check = response ? auth.confirmWithPasskey(token, response) : auth.confirm(token, typed);
  const right = await check.catch((error: unknown) => {
    attempt.abandon();
    throw error;
  });
  if (!right) return refusal({ why: "wrong", sentence: WRONG });
  if (right !== true && !right.ok) return refusal({ why: "wrong", sentence: PASSKEY_SENTENCES[right.reason] });
  attempt.undo();
  return success(response ? "passkey" : "typed");
}
