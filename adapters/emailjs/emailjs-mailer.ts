/** Mail through EmailJS, one POST per attempt (docs/specification.md section 7). */
import { setTimeout as pause } from "node:timers/promises";
import PQueue from "p-queue";
import type { DataProcessor } from "#domain/data-processor.ts";
import { composeTestMail } from "#domain/mail/committee-mail.ts";
import type { CommitteeMail, Mailer, MailOutcome } from "#ports/mailer.ts";
import { emailJsOutcome, outcomeOfResponse } from "./outcome.ts";

const PATH = "/api/v1.0/email/send";

/** Version of EmailJS's library whose requests are imitated exactly. */
const LIB_VERSION = "5.0.2";

/** Pause between a response and the next request. EmailJS allows one request per second and account. */
const PAUSE_MS = 1_000;

/** Minimum interval between requests of different server instances. The 0.2 s above `PAUSE_MS` are for latency. */
const SLOT_MS = 1_200;
/** Maximum wait for a time slot. Must be much shorter than `MAIL_LEASE_MS`, the lock on a mail. */
const WAIT_MAX_MS = 20_000;

/** Maximum queue length. The last request must be sent before the lock on its mail expires. */
const QUEUE_MAX = 5;

/** Monotonic clock, in milliseconds. */
export type MonotonicTimer = { now: () => number; wait: (ms: number) => Promise<void> };

const CLOCK: MonotonicTimer = { now: () => performance.now(), wait: (ms) => pause(ms) };

type Account = {
  /** Origin of the API, `https://api.emailjs.com`. */
  url: string;
  publicKey: string;
  privateKey: string | null;
  serviceId: string;
  templates: Readonly<{ message: string; inscription: string }>;
};

/** Reserves a time slot, `pauseMs` after the last slot of any server instance. @returns the wait in ms */
export type MailThrottle = (pauseMs: number) => Promise<number>;

/** Only EmailJS's dashboard can set recipients. So this mailer refuses a test mail that names recipients. */
export function createEmailJsMailer({
  timeoutMs = 10_000,
  clock = CLOCK,
  throttle = async () => 0,
  ...account
}: Account & { timeoutMs?: number; clock?: MonotonicTimer; throttle?: MailThrottle }): Mailer {
  const throttled = createThrottle(clock, throttle);
  return {
    delivery: "templates",

    async send({ submission, receivedAt, recipients }) {
      if (submission.type === "test" && recipients.length > 0) return OTHER_RECIPIENTS;
      return throttled(() => post(account, bodyOf(account, submission, receivedAt), timeoutMs));
    },
  };
}

function createThrottle(
  { now, wait }: MonotonicTimer,
  throttle: MailThrottle,
): (request: () => Promise<MailOutcome>) => Promise<MailOutcome> {
  const queue = new PQueue({ concurrency: 1 });
  let nextRequestAt = Number.NEGATIVE_INFINITY;

  async function waitForOtherInstances(): Promise<boolean> {
    const waitMs = await throttle(SLOT_MS).catch(() => Number.POSITIVE_INFINITY);
    if (waitMs > WAIT_MAX_MS) return false;
    if (waitMs > 0) await wait(waitMs);
    return true;
  }

  async function runSpaced(request: () => Promise<MailOutcome>): Promise<MailOutcome> {
    if (nextRequestAt > now()) await wait(nextRequestAt - now());
    try {
      return (await waitForOtherInstances()) ? await request() : BUSY;
    } finally {
      nextRequestAt = now() + PAUSE_MS;
    }
  }

  return async (request) => (queue.size + queue.pending < QUEUE_MAX ? queue.add(() => runSpaced(request)) : BUSY);
}

async function post({ url }: Account, body: string, timeoutMs: number): Promise<MailOutcome> {
  try {
    const response = await fetch(new URL(PATH, url), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMs),
    });
    return await outcomeOfResponse(response);
  } catch (error) {
    return emailJsOutcome(error);
  }
}

/** The fields have the same order as in EmailJS's library. */
const bodyOf = (
  { publicKey, privateKey, serviceId, templates }: Account,
  submission: CommitteeMail["submission"],
  receivedAt: Date,
): string =>
  JSON.stringify({
    lib_version: LIB_VERSION,
    user_id: publicKey,
    ...(privateKey !== null && { accessToken: privateKey }),
    service_id: serviceId,
    template_id: submission.type === "inscription" ? templates.inscription : templates.message,
    template_params: paramsOf(submission, receivedAt),
  });

const OTHER_RECIPIENTS = {
  outcome: "refused",
  reason:
    "EmailJS n’écrit qu’aux adresses inscrites dans ses modèles, pas à celles des réglages. " +
    "Videz ici la liste des destinataires, puis refaites l’essai.",
} as const;

const BUSY = {
  outcome: "retry",
  reason: "Trop de courriers attendent leur tour, car EmailJS n’en prend qu’un par seconde.",
} as const;

/** In the order of docs/specification.md section 7. */
function paramsOf(submission: CommitteeMail["submission"], receivedAt: Date): Record<string, string> {
  if (submission.type === "inscription") {
    const { lastName, firstName, address, phone, birthDate, charter, minorCharter } = submission.content;
    return {
      nom: lastName,
      prenom: firstName,
      adresse: address,
      tel: phone,
      dateAnniv: birthDate,
      charte: charter,
      charteMineur: minorCharter,
    };
  }
  if (submission.type === "message") {
    const { name, email, subject, message } = submission.content;
    return { nom: name, email, sujet: subject, message };
  }
  const { subject, text } = composeTestMail(submission.content.askedBy, receivedAt);
  return { nom: "Site de la Jeunesse", email: submission.content.askedBy, sujet: subject, message: text };
}

/**
 * Source: emailjs.com/legal/privacy-policy, 8 March 2024. EmailJS's data agreement covers only EU law, not
 * Swiss law.
 */
export const EMAILJS_PROCESSOR: DataProcessor = {
  role: "mail",
  provider: "EmailJS Pte. Ltd.",
  country: ["Singapour", "États-Unis"],
  safeguard: null,
};
