import { dayInZurich } from "#domain/dates.ts";
import { blamesSetting } from "#domain/mail/earlier-refusals.ts";
import type { SubmissionType } from "#domain/submission.ts";
import type { Services } from "#usecases/services.ts";

const TYPES: readonly SubmissionType[] = ["inscription", "message"];

/** Settings may change at startup. Versions before December 2026 marked held mail as refused: resend it, too. */
export async function resumeHeldMail({ inbox, clock }: Pick<Services, "inbox" | "clock">): Promise<void> {
  const now = clock.now();
  for (const type of TYPES) {
    if ((await inbox.count(type)).refused === 0) continue;
    const { entries } = await inbox.search({ type, text: "", filter: "echec", day: dayInZurich(now) });
    for (const { id, mail, handledAt } of entries)
      if (handledAt === null && mail.state === "echec" && blamesSetting(mail.reason)) await inbox.resend(id, now);
  }
  await inbox.releaseHeld(now);
}
