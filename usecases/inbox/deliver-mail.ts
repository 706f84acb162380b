import { dayInZurich } from "#domain/dates.ts";
import { nextAttemptAt, RESERVATION_MS, retryHeldAfter } from "#domain/mail/mail-back-off.ts";
import type { Submission, SubmissionType } from "#domain/submission.ts";
import type { Outcome } from "#ports/mailer.ts";
import type { InboxEntry } from "#stores/inbox-types.ts";
import type { Services } from "#usecases/services.ts";

/** Pauses, in milliseconds, between attempts to record that a mail was sent. */
const PAUSES_MS = [100, 200, 400, 800];

type Needs = Pick<Services, "inbox" | "mailer" | "settings" | "clock">;

/**
 * Retries never stop. The pause between retries doubles from one minute to at most one hour. If a wrong setting blocks
 * mail (`held`), one mail per type is tried each hour. A success releases the type's held mail. Calls may run
 * concurrently.
 */
export async function deliverMail(
  services: Needs,
  reportError: (error: unknown) => void = () => {},
  stop?: AbortSignal,
  onHeld: (reason: string) => void = () => {},
): Promise<void> {
  const { inbox, clock } = services;
  /** Outcomes that apply to all mail of a type. Later mail of the type is not sent. */
  const stopped = new Map<SubmissionType, Outcome>();
  /** Types with a success or a `held` outcome. A further success does not release their held mail. */
  const withoutRelease = new Set<SubmissionType>();
  // Claim one entry at a time: while one mail is sent, the claims on further mails could expire.
  while (!stop?.aborted) {
    const [entry] = await inbox.claimDue(clock.now(), RESERVATION_MS, 1);
    if (!entry) return;
    const outcome = stopped.get(entry.type) ?? (await attempt(services, entry, reportError));
    if (outcome.outcome === "sent") {
      await recordSent(services, entry.id, reportError);
      if (!withoutRelease.has(entry.type)) await inbox.releaseHeld(clock.now(), entry.type);
      withoutRelease.add(entry.type);
    } else if (outcome.outcome === "held") {
      onHeld(outcome.reason);
      withoutRelease.add(entry.type);
      if (outcome.everyMail) stopped.set(entry.type, outcome);
      await inbox.markRetry(entry.id, outcome.reason, retryHeldAfter(clock.now()), true);
    } else if (outcome.outcome === "refused") {
      await inbox.markFailed(entry.id, outcome.reason);
    } else {
      await inbox.markRetry(entry.id, outcome.reason, nextAttemptAt(failuresOf(entry), clock.now()));
    }
  }
}

/** An error of the mailer becomes a retry, so that later entries are still sent. */
async function attempt(
  { mailer, settings }: Needs,
  entry: InboxEntry,
  reportError: (error: unknown) => void,
): Promise<Outcome> {
  const { recipients } = await settings.get();
  try {
    const { type, content, birthDateToVerify } = entry;
    const submission = { type, content, ...(type === "inscription" && { birthDateToVerify }) } as Submission;
    return await mailer.send({ id: await mailIdOf(entry.id), submission, receivedAt: entry.receivedAt, recipients });
  } catch (error) {
    reportError(error);
    return { outcome: "retry", reason: "L’envoi a échoué." };
  }
}

/** Retries, because a mail that is not recorded as sent would be sent again. */
async function recordSent(
  { inbox, mailer, clock }: Needs,
  id: string,
  reportError: (error: unknown) => void,
): Promise<void> {
  const at = clock.now();
  const mark = () => (mailer.delivery === "file" ? inbox.markSaved(id, at) : inbox.markSent(id, at));
  for (const pause of PAUSES_MS) {
    try {
      return await mark();
    } catch (error) {
      reportError(error);
      await new Promise((resume) => setTimeout(resume, pause));
    }
  }
  await mark();
}

const failuresOf = ({ mail }: InboxEntry): number => (mail.state === "en-attente" ? mail.attempts : 0);

/** First words of refusals that a wrong setting caused. Versions up to November 2026 recorded such mail as refused. */
const BEGINNINGS = [
  "EmailJS demande la clé privée, ou ne reconnaît pas",
  "EmailJS ne reconnaît pas ",
  "EmailJS n’accepte pas d’envoi depuis un serveur",
  "EmailJS ne connaît pas ce compte",
  "EmailJS n’a plus accès à la boîte",
  "EmailJS prend le site pour un navigateur automatique",
];

const blamesSetting = (reason: string): boolean => BEGINNINGS.some((beginning) => reason.startsWith(beginning));

const TYPES: readonly SubmissionType[] = ["inscription", "message"];

/** Call `resumeHeldMail` at startup, because settings may have changed. */
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

/** An entry's id gives access to a minor's consent form. Mail must not contain the id. */
export async function mailIdOf(id: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(`mail of ${id}`));
  return [...new Uint8Array(digest, 0, 16)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
