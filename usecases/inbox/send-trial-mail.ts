import type { Mailer, Outcome } from "#ports/mailer.ts";
import type { Services } from "#usecases/services.ts";

/** What became of a trial mail. */
export type TrialResult = {
  readonly outcome: Outcome;
  readonly delivery: Mailer["delivery"];
  /** Whom it was addressed to; empty: the addresses of the configuration. */
  readonly recipients: readonly string[];
};

/**
 * Sends a mail to the committee's own addresses at once, past the outbox: nothing of it stands in the inbox and
 * nothing is repeated. One that goes out has held mail tried again at once.
 * @param askedBy address of the account that asked for it
 * @throws when the settings cannot be read
 */
export async function sendTrial(
  { settings, mailer, inbox, clock }: Pick<Services, "settings" | "mailer" | "inbox" | "clock">,
  askedBy: string,
): Promise<TrialResult> {
  const { recipients } = await settings.get();
  const outcome = await mailer.send({
    id: crypto.randomUUID(),
    submission: { type: "trial", content: { askedBy } },
    receivedAt: clock.now(),
    recipients,
  });
  // Should this fail, the next hourly attempt finds out as well.
  if (outcome.outcome === "sent") await inbox.releaseHeld(clock.now()).catch(() => {});
  return { outcome, delivery: mailer.delivery, recipients };
}
