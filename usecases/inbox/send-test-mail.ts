import type { CommitteeOutcome, Mailer } from "#ports/mailer.ts";
import type { Services } from "#usecases/services.ts";

export type TestMailResult = {
  readonly outcome: CommitteeOutcome;
  readonly delivery: Mailer["delivery"];
};

/** Sends the mail at once, without an inbox entry or retries. After a success, held mail becomes due. */
export async function sendTestMail(
  { settings, mailer, inbox, clock }: Pick<Services, "settings" | "mailer" | "inbox" | "clock">,
  askedBy: string,
): Promise<TestMailResult> {
  const { recipients } = await settings.get();
  const outcome = await mailer.send({
    id: crypto.randomUUID(),
    submission: { type: "test", content: { askedBy } },
    receivedAt: clock.now(),
    recipients,
    answers: [],
  });
  // Ignore errors: the next hourly attempt also releases held mail.
  if (outcome.outcome === "sent") await inbox.releaseHeld(clock.now()).catch(() => {});
  return { outcome, delivery: mailer.delivery };
}
