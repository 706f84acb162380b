import type { Attempt, Unconfirmed } from "#domain/accounts/attempt.ts";
import { waitInWords } from "#domain/accounts/attempt.ts";
import { CONFIRMED_MS } from "#domain/accounts/session-lifetime.ts";
import { accept, type Result, refusal } from "#domain/result.ts";
import type { Services } from "#usecases/services.ts";

const SENTENCES = {
  asked: "Tapez votre mot de passe pour continuer.",
  wrong: "Ce n’est pas votre mot de passe.",
  locked: (when: string) => `Trop d’essais. Par sécurité, le site fait une pause. Réessayez ${when}.`,
} as const;

/** Checks the password before a sensitive change, unless that was done within 15 minutes. `count` counts an attempt. */
export async function confirmPassword(
  { auth, clock }: Pick<Services, "auth" | "clock">,
  token: string,
  typed: string,
  count: () => Attempt,
): Promise<Result<"typed" | "remembered", Unconfirmed>> {
  const at = await auth.readConfirmedAt(token);
  // Clocks of instances differ, so accept a time that is slightly in the future.
  if (at && Math.abs(clock.now().getTime() - at.getTime()) < CONFIRMED_MS) return accept("remembered");
  if (typed === "") return refusal({ why: "asked", sentence: SENTENCES.asked });
  const attempt = count();
  if (attempt.wait > 0) return refusal({ why: "locked", sentence: SENTENCES.locked(waitInWords(attempt.wait)) });
  const right = await auth.confirm(token, typed).catch((error: unknown) => {
    attempt.abandon();
    throw error;
  });
  if (!right) return refusal({ why: "wrong", sentence: SENTENCES.wrong });
  attempt.undo();
  return accept("typed");
}
