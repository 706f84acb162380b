import { nextAttemptAt, RESERVATION_MS, retryHeldAfter } from "#domain/mail/mail-back-off.ts";
import type { Services } from "#usecases/services.ts";

/** @param onRefusal gets the reason: one line without an e-mail address */
export async function deliverAccountMail(
  { accountMail, accountMailer, clock }: Pick<Services, "accountMail" | "accountMailer" | "clock">,
  onRefusal: (reason: string) => void = () => {},
  stop?: AbortSignal,
): Promise<void> {
  if (!accountMailer) return;
  while (!stop?.aborted) {
    const mail = await accountMail.claimDue(clock.now(), RESERVATION_MS);
    if (!mail) return;
    const outcome = await accountMailer.send(mail);
    if (outcome.outcome === "refused") onRefusal(outcome.reason);
    if (outcome.outcome === "held") await accountMail.retry(mail.id, retryHeldAfter(clock.now()));
    else if (outcome.outcome === "retry") await accountMail.retry(mail.id, nextAttemptAt(mail.attempts, clock.now()));
    else await accountMail.drop([mail.id]);
  }
}
