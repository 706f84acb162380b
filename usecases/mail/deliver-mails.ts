import type { ComposedLetter } from "#domain/mail/letter.ts";
import { heldMailRetryAt, MAIL_LEASE_MS, nextMailAttemptAt } from "#domain/mail/mail-back-off.ts";
import { withoutExampleSettings } from "#domain/settings/example-settings.ts";
import type { Submission } from "#domain/submission.ts";
import { ASK_WEBMASTER_ABOUT_MAIL } from "#domain/webmaster.ts";
import type { MailOutcome } from "#ports/mailer.ts";
import type { MailKind } from "#stores/mail-document.ts";
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
 * mails. A reminder or a letter of Monday that is no longer true is dropped. Calls may run concurrently.
 */
export async function deliverMails(
  services: Needs,
  reports: Partial<DeliveryReports> = {},
  stop?: AbortSignal,
): Promise<void> {
  const { mails, clock } = services;
  const { onError, onHeld, onRefused } = { ...SILENT, ...reports };
  /** Outcomes that apply to all mails of a group. Later mails of the group are not sent. */
  const stopped = new Map<string, MailOutcome>();
  /** Groups with a success or a `held` outcome. A further success does not release their held mails. */
  const withoutRelease = new Set<string>();
  const isTrue = createTruthCheck(services, onError);
  const untilDue = createPace(stop);
  // Lease one mail at a time: while one is sent, the leases on further mails could expire.
  while (!stop?.aborted) {
    const mail = await mails.leaseDue(clock.now(), MAIL_LEASE_MS);
    if (!mail) return;
    await untilDue(mail);
    if (!(await isTrue(mail))) {
      await mails.drop(mail);
      continue;
    }
    const group = groupOf(mail.kind);
    const outcome = stopped.get(group) ?? (await attempt(services, mail, onError));
    if (outcome.outcome === "held") {
      onHeld(outcome.reason);
      withoutRelease.add(group);
      if (outcome.everyMail) stopped.set(group, outcome);
    }
    if (outcome.outcome === "refused" && mail.letter) onRefused(outcome.reason);
    const record = () => mails.record(mail, resultOf(services, mail, outcome));
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
const MAILING_PAUSE_MS = 1000;

/** @returns a function that waits until a letter may leave: a letter of a mailing `MAILING_PAUSE_MS` after the last one */
function createPace(stop?: AbortSignal): (mail: LeasedMail) => Promise<void> {
  let next = 0;
  return async ({ kind }) => {
    if (kind !== "mailing") return;
    const wait = next - performance.now();
    if (wait > 0) await pause(wait, stop);
    next = performance.now() + MAILING_PAUSE_MS;
  };
}

/** Resolves after `ms`, or when `stop` is aborted. */
const pause = (ms: number, stop?: AbortSignal): Promise<void> =>
  new Promise((resume) => {
    const timer = setTimeout(resume, ms);
    const end = () => {
      clearTimeout(timer);
      resume();
    };
    stop?.addEventListener("abort", end, { once: true });
  });

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
