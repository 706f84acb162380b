import { dayInZurich } from "#domain/dates.ts";
import { nextAttemptAt, RESERVATION_MS, retryHeldAfter } from "#domain/mail/mail-back-off.ts";
import type { Submission, SubmissionType } from "#domain/submission.ts";
import type { CommitteeOutcome } from "#ports/mailer.ts";
import { answersIn, type InboxEntry } from "#stores/inbox-types.ts";
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
  const stopped = new Map<SubmissionType, CommitteeOutcome>();
  /** Types with a success or a `held` outcome. A further success does not release their held mail. */
  const withoutRelease = new Set<SubmissionType>();
  // Claim one entry at a time: while one mail is sent, the claims on further mails could expire.
  while (!stop?.aborted) {
    const [entry] = await inbox.claimDue(clock.now(), RESERVATION_MS, 1);
    if (!entry) return;
    const outcome = stopped.get(entry.type) ?? (await attempt(services, entry, reportError));
    if (outcome.outcome === "held") {
      onHeld(outcome.reason);
      withoutRelease.add(entry.type);
      if (outcome.everyMail) stopped.set(entry.type, outcome);
    }
    const record = () => recordOutcome(services, entry, outcome);
    if (!hasLeft(outcome)) await record();
    else {
      await persist(record, reportError);
      if (!withoutRelease.has(entry.type)) await inbox.releaseHeld(clock.now(), entry.type);
      withoutRelease.add(entry.type);
    }
  }
}

/** Whether the mail was sent to at least one recipient, in this attempt or an earlier one. */
const hasLeft = ({ outcome, answers = [] }: CommitteeOutcome): boolean =>
  outcome === "sent" || answers.some((answer) => answer.outcome === "sent");

/** An error of the mailer becomes a retry, so that later entries are still sent. */
async function attempt(
  { mailer, settings }: Needs,
  entry: InboxEntry,
  reportError: (error: unknown) => void,
): Promise<CommitteeOutcome> {
  const { recipients } = await settings.get();
  try {
    const { type, content, birthDateToVerify } = entry;
    const submission = { type, content, ...(type === "inscription" && { birthDateToVerify }) } as Submission;
    const { receivedAt, mail } = entry;
    const id = await mailIdOf(entry.id);
    return await mailer.send({ id, submission, receivedAt, recipients, answers: answersIn(mail) });
  } catch (error) {
    reportError(error);
    return { outcome: "retry", reason: "L’envoi a échoué." };
  }
}

function recordOutcome({ inbox, mailer, clock }: Needs, entry: InboxEntry, outcome: CommitteeOutcome): Promise<void> {
  const { id } = entry;
  const now = clock.now();
  const { answers } = outcome;
  if (outcome.outcome === "sent")
    return mailer.delivery === "file" ? inbox.markSaved(id, now) : inbox.markSent(id, now);
  if (outcome.outcome === "refused") return inbox.markFailed(id, outcome.reason, answers);
  return outcome.outcome === "held"
    ? inbox.markRetry(id, outcome.reason, retryHeldAfter(now), { held: true })
    : inbox.markRetry(id, outcome.reason, nextAttemptAt(failuresOf(entry), now), { answers });
}

/** Retries, because a mail that is not recorded as sent would be sent again. */
async function persist(record: () => Promise<void>, reportError: (error: unknown) => void): Promise<void> {
  for (const pause of PAUSES_MS) {
    try {
      return await record();
    } catch (error) {
      reportError(error);
      await new Promise((resume) => setTimeout(resume, pause));
    }
  }
  await record();
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
