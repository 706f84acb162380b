import { nextAttemptAt, RESERVATION_MS, retryHeldAfter } from "#domain/mail/mail-back-off.ts";
import type { Services } from "#usecases/services.ts";

type Needs = Pick<Services, "accountMail" | "accountMailer" | "clock">;

/** Sends due account mail, with the same retries as `deliverMail`. `onRefusal` gets one line without an address. */
export async function deliverAccountMail(
  { accountMail, accountMailer, clock }: Needs,
  onRefusal: (reason: string) => void = () => {},
  stop?: AbortSignal,
): Promise<void> {
  if (!accountMailer) return;
  while (!stop?.aborted) {
    const mail = await accountMail.claimDue(clock.now(), RESERVATION_MS);
    if (!mail) return;
    const outcome = await accountMailer.send(mail);
    if (outcome.outcome === "retry" || outcome.outcome === "held") {
      const isHeld = outcome.outcome === "held";
      await accountMail.retry(
        mail.id,
        isHeld ? retryHeldAfter(clock.now()) : nextAttemptAt(mail.attempts, clock.now()),
      );
      continue;
    }
    if (outcome.outcome === "refused") onRefusal(outcome.reason);
    await accountMail.drop([mail.id]);
  }
}
