import type { ComposedLetter } from "#domain/mail/letter.ts";
import {
  heldMailRetryAt,
  MAIL_LEASE_MS,
  MAILING_LETTER_LIFE_MS,
  nextMailAttemptAt,
} from "#domain/mail/mail-back-off.ts";
import { withoutExampleSettings } from "#domain/settings/example-settings.ts";
import type { Submission } from "#domain/submission.ts";
import { ASK_WEBMASTER_ABOUT_MAIL } from "#domain/webmaster.ts";
import type { MailOutcome } from "#ports/mailer.ts";
import { MAIL_QUEUES, type MailKind } from "#stores/mail-document.ts";
import type { LeasedMail, MailResult } from "#stores/mails.ts";
import { isMailingLetterTrue } from "#usecases/mailings/send-mailing.ts";
import type { Services } from "#usecases/services.ts";
import { arePlacesCurrent } from "#usecases/slots/are-places-current.ts";
import { createToDoLetterCheck, type ToDoLetterServices } from "#usecases/to-do/to-do-letters.ts";

/** Pauses, in milliseconds, between attempts to record that a mail was sent. */
const PAUSES_MS = [100, 200, 400, 800];

type Needs = Pick<
  Services,
  | "mails"
  | "inbox"
  | "mailer"
  | "settings"
  | "slots"
  | "replies"
  | "events"
  | "mailings"
  | "register"
  | "optOuts"
  | "clock"
> &
  ToDoLetterServices;

export type DeliveryReports = {
  /** `where`: the source that cannot be read. Absent for an error of the mailer or the queue. */
  readonly onError: (error: unknown, where?: string) => void;
  /** `reason`: one line without an e-mail address, also below. */
  readonly onHeld: (reason: string) => void;
  /** Called if a letter to an account or a member is permanently refused. */
  readonly onRefused: (reason: string) => void;
};

const SILENT: DeliveryReports = { onError() {}, onHeld() {}, onRefused() {} };

/** Groups the kinds of mail that one setting can block together: EmailJS has a template for each type of submission. */
const groupOf = (kind: MailKind): string => (kind === "inscription" || kind === "message" ? kind : "letter");

/**
 * Sends the due mails, one at a time. Retries never stop: the pause between them doubles from one minute up to one hour.
 * If a wrong setting blocks mails (`held`), one mail of each group is tried each hour. A success releases the group's held
 * mails. A reminder, a letter of Monday or of a mailing that is no longer true is dropped. Calls may run concurrently.
 * @param pace of all calls of a process
 */
export async function deliverMails(
  services: Needs,
  reports: Partial<DeliveryReports> = {},
  stop?: AbortSignal,
  pace = createPace(),
): Promise<void> {
  const { mails, clock } = services;
  const { onError, onHeld, onRefused } = { ...SILENT, ...reports };
  /** Outcomes that apply to all mails of a group. Later mails of the group are not sent. */
  const stopped = new Map<string, MailOutcome>();
  /** Groups with a success or a `held` outcome. A further success does not release their held mails. */
  const withoutRelease = new Set<string>();
  const isTrue = createTruthCheck(services, onError);
  // Lease one mail at a time: while one is sent, the leases on further mails could expire.
  for (let mail = await leaseNext(services, pace, stop); mail; mail = await leaseNext(services, pace, stop)) {
    if (!(await isTrue(mail))) {
      await mails.drop(mail);
      continue;
    }
    const group = groupOf(mail.kind);
    const answer = stopped.get(group) ?? (await attemptAtPace(services, mail, pace, onError));
    if (answer.outcome === "held") {
      onHeld(answer.reason);
      withoutRelease.add(group);
      if (answer.everyMail) stopped.set(group, answer);
    }
    const outcome = isTooLate(mail, clock.now()) ? givenUp(answer) : answer;
    if (outcome.outcome === "refused" && mail.letter) onRefused(outcome.reason);
    const leased = mail;
    const record = () => mails.record(leased, resultOf(services, leased, outcome));
    if (!wasSent(outcome)) await record();
    else {
      await persist(record, onError);
      if (!withoutRelease.has(group)) await mails.releaseHeld(clock.now(), (kind) => groupOf(kind) === group);
      withoutRelease.add(group);
    }
  }
}

/**
 * The pause between two letters of a mailing, in milliseconds. Mail servers that take one letter refuse hundreds at once
 * as spam.
 */
export const MAILING_PAUSE_MS = 1000;

type MailingPace = ReturnType<typeof createPace>;

/** Says when the next letter of a mailing may leave: `pauseMs` after the last attempt. */
export function createPace(pauseMs = MAILING_PAUSE_MS) {
  let next = 0;
  return {
    isFree: (): boolean => performance.now() >= next,
    /** Resolves when a letter may leave, or when `stop` is aborted. */
    wait: (stop?: AbortSignal): Promise<void> => pause(Math.max(0, next - performance.now()), stop),
    noteAttempt() {
      next = performance.now() + pauseMs;
    },
  };
}

/** The queues whose mails leave without pauses. */
const WITHOUT_PACE = MAIL_QUEUES.filter((queue) => queue !== "dueInTurn");

/** Resolves after `ms`, or when `stop` is aborted. */
const pause = (ms: number, stop?: AbortSignal): Promise<void> =>
  new Promise((resume) => {
    if (stop?.aborted) return resume();
    const end = () => {
      clearTimeout(timer);
      stop?.removeEventListener("abort", end);
      resume();
    };
    const timer = setTimeout(end, ms);
    stop?.addEventListener("abort", end);
  });

/**
 * Leases the next due mail. While no letter of a mailing may leave yet, it leases only other mails, then waits.
 * @returns null if no mail is due, or when `stop` is aborted
 */
async function leaseNext(
  { mails, clock }: Pick<Needs, "mails" | "clock">,
  pace: MailingPace,
  stop?: AbortSignal,
): Promise<LeasedMail | null> {
  while (!stop?.aborted) {
    const isFree = pace.isFree();
    const mail = await mails.leaseDue(clock.now(), MAIL_LEASE_MS, isFree ? MAIL_QUEUES : WITHOUT_PACE);
    if (mail || isFree || !(await mails.isLetterInTurn(clock.now()))) return mail;
    await pace.wait(stop);
  }
  return null;
}

/** @returns a function that says whether a mail is still true. A mail that names nothing that may change always is. */
function createTruthCheck(
  services: Needs,
  onError: DeliveryReports["onError"],
): (mail: LeasedMail) => Promise<boolean> {
  const isToDoLetterTrue = createToDoLetterCheck(services, onError);
  return async (mail) => {
    if (mail.kind === "to-do") return isToDoLetterTrue(mail);
    if (mail.kind === "mailing") return isMailingLetterTrue(services, mail);
    return !mail.replies || arePlacesCurrent(services, mail.replies);
  };
}

/** Whether the mail was sent to at least one recipient, in this attempt or an earlier one. */
const wasSent = ({ outcome, addresses = [] }: MailOutcome): boolean =>
  outcome === "sent" || addresses.some(({ state }) => state === "sent");

const isTooLate = ({ kind, failingSince }: LeasedMail, now: Date): boolean =>
  kind === "mailing" &&
  failingSince !== undefined &&
  now.getTime() - Date.parse(failingSince) >= MAILING_LETTER_LIFE_MS;

/** A letter that is not tried again. Nothing is said about its address. */
const givenUp = (outcome: MailOutcome): MailOutcome =>
  outcome.outcome === "retry" || outcome.outcome === "held" ? { outcome: "refused", reason: outcome.reason } : outcome;

async function attemptAtPace(
  services: Needs,
  mail: LeasedMail,
  pace: MailingPace,
  onError: (error: unknown) => void,
): Promise<MailOutcome> {
  const outcome = await attempt(services, mail, onError);
  if (mail.kind === "mailing" && services.mailer.sendLetter) pace.noteAttempt();
  return outcome;
}

/** An error of the mailer becomes a retry, so that later mails are still sent. */
async function attempt(services: Needs, mail: LeasedMail, onError: (error: unknown) => void): Promise<MailOutcome> {
  const { mailer, inbox, settings } = services;
  const { id, cause, letter, addresses } = mail;
  const [entry, current] = await Promise.all([letter ? null : inbox.get(cause), settings.get()]);
  try {
    if (letter) return await attemptLetter(mailer, { ...mail, letter }, withoutExampleSettings(current).email);
    // The entry and its mail were deleted after the lease. Do not record a success: the entry may have been restored
    // since.
    if (!entry) return { outcome: "refused", reason: "L’entrée n’existe plus." };
    const { type, content, birthDateToVerify, receivedAt } = entry;
    const submission = { type, content, ...(type === "inscription" && { birthDateToVerify }) } as Submission;
    return await mailer.send({ id, submission, receivedAt, recipients: current.recipients, addresses });
  } catch (error) {
    onError(error);
    return { outcome: "retry", reason: "L’envoi a échoué." };
  }
}

const NO_SERVER: MailOutcome = {
  outcome: "held",
  reason: `Ce site n’envoie pas d’e-mails aux comptes et aux membres. ${ASK_WEBMASTER_ABOUT_MAIL}`,
  everyMail: true,
};

/** Whether the site writes the mail by itself. The committee can change the words of the others, or expects answers. */
const IS_AUTOMATIC: { readonly [Kind in MailKind]: boolean } = {
  link: true,
  notice: true,
  "own-link": true,
  "to-do": true,
  bill: false,
  "slot-reminder": false,
  mailing: false,
  inscription: false,
  message: false,
};

async function attemptLetter(
  { sendLetter }: Services["mailer"],
  { id, kind, cause, letter, addresses, optOutUrl }: LeasedMail & { readonly letter: ComposedLetter },
  email: string,
): Promise<MailOutcome> {
  const recipients = addresses.map(({ address }) => address);
  const isAutomatic = IS_AUTOMATIC[kind];
  return sendLetter
    ? sendLetter({
        // A restored or resumed mailing queues its letters again. With the same Message-ID, mailboxes recognise them.
        id: kind === "mailing" ? cause : id,
        letter,
        recipients,
        addresses,
        replyTo: email || null,
        isAutomatic,
        optOutUrl: optOutUrl ?? null,
      })
    : NO_SERVER;
}

function resultOf({ mailer, clock }: Needs, { attempts }: LeasedMail, outcome: MailOutcome): MailResult {
  const now = clock.now();
  if (outcome.outcome === "sent") return { state: mailer.delivery === "file" ? "garde" : "envoye", at: now };
  const { reason } = outcome;
  const addresses = outcome.addresses && { addresses: outcome.addresses };
  if (outcome.outcome === "refused") return { state: "echec", reason, ...addresses };
  return outcome.outcome === "held"
    ? { state: "en-attente", reason, held: true, nextAttempt: heldMailRetryAt(now) }
    : { state: "en-attente", reason, nextAttempt: nextMailAttemptAt(attempts, now), ...addresses };
}

/** Retries, because a mail that is not recorded as sent would be sent again. */
async function persist(record: () => Promise<void>, onError: (error: unknown) => void): Promise<void> {
  for (const pause of PAUSES_MS) {
    try {
      return await record();
    } catch (error) {
      onError(error);
      await new Promise((resume) => setTimeout(resume, pause));
    }
  }
  await record();
}
