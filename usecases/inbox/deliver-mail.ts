import { heldUntil, nextAttemptAt, RESERVATION_MS } from "#domain/mail/mail-back-off.ts";
import type { Submission, SubmissionType } from "#domain/submission.ts";
import type { Outcome } from "#ports/mailer.ts";
import type { InboxEntry } from "#stores/inbox-types.ts";
import type { Services } from "#usecases/services.ts";
import { mailIdOf } from "./mail-id.ts";

/** Pauses between attempts to record a success, in milliseconds. */
const PAUSES_MS = [100, 200, 400, 800];

type Needs = Pick<Services, "inbox" | "mailer" | "settings" | "clock">;

/** How many mails went out or were kept, wait for another attempt, were refused for good. */
export type DeliveryReport = { sent: number; deferred: number; refused: number };

/**
 * One pass over the outbox: sends what is due, one entry after the other, until nothing is. An attempt that
 * fails is repeated after one minute, then two, four… at most an hour, without end: nothing sent is lost.
 * Mail that a setting stops is tried once an hour, one of each type for all, and all of it once one goes out.
 * Several passes may run at the same time.
 * @param reportFault told of a fault that concerns one entry only; the pass goes on
 * @param stop ends the pass between two entries
 * @param onHeld told why, for each mail that a setting stops
 * @throws when a store does not answer; what was being sent is due again when its claim ends
 */
export async function deliverMail(
  services: Needs,
  reportFault: (fault: unknown) => void = () => {},
  stop?: AbortSignal,
  onHeld: (reason: string) => void = () => {},
): Promise<DeliveryReport> {
  const { inbox, clock } = services;
  const report = { sent: 0, deferred: 0, refused: 0 };
  /** What the first mail of a type was answered, in place of the attempts of the others. */
  const stopped = new Map<SubmissionType, Outcome>();
  /** Types whose held mail was tried in this pass, or is released. */
  const released = new Set<SubmissionType>();
  // One at a time: a claim on several would run out while the first of them are being sent.
  while (!stop?.aborted) {
    const [entry] = await inbox.claimDue(clock.now(), RESERVATION_MS, 1);
    if (!entry) break;
    const outcome = stopped.get(entry.type) ?? (await attempt(services, entry, reportFault));
    if (outcome.outcome === "sent") {
      report.sent++;
      await recordSent(services, entry.id, reportFault);
      if (!released.has(entry.type)) await inbox.releaseHeld(clock.now(), entry.type);
      released.add(entry.type);
    } else if (outcome.outcome === "held") {
      report.deferred++;
      onHeld(outcome.reason);
      released.add(entry.type);
      if (outcome.everyMail) stopped.set(entry.type, outcome);
      await inbox.markRetry(entry.id, outcome.reason, heldUntil(clock.now()), true);
    } else if (outcome.outcome === "refused") {
      report.refused++;
      await inbox.markFailed(entry.id, outcome.reason);
    } else {
      report.deferred++;
      await inbox.markRetry(entry.id, outcome.reason, nextAttemptAt(failuresOf(entry), clock.now()));
    }
  }
  return report;
}

/** One attempt. A mailer that throws must not keep the entries behind this one waiting. */
async function attempt(
  { mailer, settings }: Needs,
  entry: InboxEntry,
  reportFault: (fault: unknown) => void,
): Promise<Outcome> {
  const { recipients } = await settings.get();
  try {
    const { type, content, birthDateToVerify } = entry;
    const submission = { type, content, ...(type === "inscription" && { birthDateToVerify }) } as Submission;
    return await mailer.send({ id: await mailIdOf(entry.id), submission, receivedAt: entry.receivedAt, recipients });
  } catch (fault) {
    reportFault(fault);
    return { outcome: "retry", reason: "L’envoi a échoué." };
  }
}

/** Records a success, and whether anybody has received the mail; a store that falters for a moment must not make the same mail go out again. */
async function recordSent(
  { inbox, mailer, clock }: Needs,
  id: string,
  reportFault: (fault: unknown) => void,
): Promise<void> {
  const at = clock.now();
  const mark = () => (mailer.delivery === "file" ? inbox.markSaved(id, at) : inbox.markSent(id, at));
  for (const pause of PAUSES_MS) {
    try {
      return await mark();
    } catch (fault) {
      reportFault(fault);
      await new Promise((resume) => setTimeout(resume, pause));
    }
  }
  await mark();
}

const failuresOf = ({ mail }: InboxEntry): number => (mail.state === "en-attente" ? mail.attempts : 0);
