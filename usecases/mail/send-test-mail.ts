import type { Mailer, MailOutcome } from "#ports/mailer.ts";
import type { Services } from "#usecases/services.ts";

export type TestMailResult = {
  readonly outcome: MailOutcome;
  readonly delivery: Mailer["delivery"];
};

/**
 * Sends the mail at once, without an inbox entry or retries. After a success, held mail becomes due, and the setup
 * checklist knows that mail reaches these recipients.
 */
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
  if (outcome.outcome === "sent") {
    // Ignore errors: the next hourly attempt also releases held mail, and a test mail can be repeated.
    await mails.releaseHeld(clock.now()).catch(() => {});
    if (mailer.delivery !== "file") await mails.recordTestMail(recipients, clock.now()).catch(() => {});
  }
  return { outcome, delivery: mailer.delivery };
}
