import type { Mailer, Outcome } from "#ports/mailer.ts";
import type { Services } from "#usecases/services.ts";

export type TestMailResult = {
  readonly outcome: Outcome;
  readonly delivery: Mailer["delivery"];
};

/** Sends the mail at once, without an inbox entry or retries. After a success, held mail becomes due. */
export async function sendTestMail(
  { settings, mailer, mails, clock }: Pick<Services, "settings" | "mailer" | "mails" | "clock">,
  askedBy: string,
): Promise<TestMailResult> {
  const { recipients } = await settings.get();
  const outcome = await mailer.send({
    id: crypto.randomUUID(),
    submission: { type: "test", content: { askedBy } },
    receivedAt: clock.now(),
    recipients,
    addresses: [],
  });
  // Ignore errors: the next hourly attempt also releases held mail.
  if (outcome.outcome === "sent") await mails.releaseHeld(clock.now()).catch(() => {});
  return { outcome, delivery: mailer.delivery };
}
