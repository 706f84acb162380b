import { heldUntil, nextAttemptAt, RESERVATION_MS } from "#domain/mail/mail-back-off.ts";
import type { Services } from "#usecases/services.ts";

type Needs = Pick<Services, "accountMail" | "accountMailer" | "clock">;

/**
 * One pass over the mail to accounts that waits: sends what is due, one after the other, until nothing is. An attempt
 * that fails is repeated as `deliverMail` does; a mail that is refused for good is forgotten.
 * @param onRefusal told of a refusal for good, in one line without an address
 * @param stop ends the pass between two mails
 * @throws when the queue does not answer; what was being sent is due again when its claim ends
 */
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
      await accountMail.retry(mail.id, isHeld ? heldUntil(clock.now()) : nextAttemptAt(mail.attempts, clock.now()));
      continue;
    }
    if (outcome.outcome === "refused") onRefusal(outcome.reason);
    await accountMail.drop([mail.id]);
  }
}
