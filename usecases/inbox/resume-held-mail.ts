import { dayInZurich } from "#domain/dates.ts";
import type { SubmissionType } from "#domain/submission.ts";
import type { Services } from "#usecases/services.ts";

/** Reasons recorded by versions up to November 2026 as final, although a setting caused them. */
const BEGINNINGS = [
  "EmailJS demande la clé privée, ou ne reconnaît pas",
  "EmailJS ne reconnaît pas ",
  "EmailJS n’accepte pas d’envoi depuis un serveur",
  "EmailJS ne connaît pas ce compte",
  "EmailJS n’a plus accès à la boîte",
  "EmailJS prend le site pour un navigateur automatique",
];

/** Whether a refused mail is held by a setting instead (ports/mailer.ts, `held`). */
const blamesSetting = (reason: string): boolean => BEGINNINGS.some((beginning) => reason.startsWith(beginning));

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
