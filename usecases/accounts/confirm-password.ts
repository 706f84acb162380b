import type { Attempt, Unconfirmed } from "#domain/accounts/attempt.ts";
import { CONFIRMED_MS } from "#domain/accounts/session-lifetime.ts";
import { accept, type Result, refuse } from "#domain/result.ts";
import { waitInWords } from "#domain/text/wait-in-words.ts";
import type { Services } from "#usecases/services.ts";

const SENTENCES = {
  asked: "Tapez votre mot de passe pour continuer.",
  wrong: "Ce n’est pas votre mot de passe.",
  locked: (when: string) => `Trop d’essais. Par sécurité, le site fait une pause. Réessayez ${when}.`,
} as const;

/**
 * What changes accounts, money or recipients, or takes the inbox away, needs more than a session: the password, typed
 * in it within the last quarter of an hour.
 * @param token of the session
 * @param typed the password; empty when none was typed
 * @param count counts a try; called when there is one only
 * @returns whether it was typed now or a while ago; or why it has to be typed
 * @throws when the provider does not answer; the try is not counted then
 */
export async function confirmPassword(
  { auth, clock }: Pick<Services, "auth" | "clock">,
  token: string,
  typed: string,
  count: () => Attempt,
): Promise<Result<"typed" | "remembered", Unconfirmed>> {
  const at = await auth.readConfirmedAt(token);
  // Clocks of two instances differ a little: an instant that lies ahead counts like one in the past.
  if (at && Math.abs(clock.now().getTime() - at.getTime()) < CONFIRMED_MS) return accept("remembered");
  if (typed === "") return refuse({ why: "asked", sentence: SENTENCES.asked });
  const one = count();
  if (one.wait > 0) return refuse({ why: "locked", sentence: SENTENCES.locked(waitInWords(one.wait)) });
  const right = await auth.confirm(token, typed).catch((fault: unknown) => {
    one.abandon();
    throw fault;
  });
  if (!right) return refuse({ why: "wrong", sentence: SENTENCES.wrong });
  one.undo();
  return accept("typed");
}
