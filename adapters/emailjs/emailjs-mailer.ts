/** Mail through EmailJS: one POST per attempt, to the call that SPEC.md section 7 names. */
import { setTimeout as pause } from "node:timers/promises";
import PQueue from "p-queue";
import { composeTrial } from "#domain/mail/committee-mail.ts";
import type { CommitteeMail, Mailer, Outcome } from "#ports/mailer.ts";
import { outcomeOfFault, outcomeOfResponse } from "./outcome.ts";

const PATH = "/api/v1.0/email/send";

/** The version of EmailJS's own library whose request this is, byte for byte. */
const LIB_VERSION = "5.0.2";

/**
 * EmailJS takes one request a second from an account. Counted from the answer, the next request cannot come too
 * early, however long the way of the one before was.
 */
const PAUSE_MS = 1_000;

/** Between two requests of different instances; more than a second, since the way of one may be shorter than that of another. */
const TURN_MS = 1_200;
/** Much shorter than a claim on a mail lasts. */
const WAIT_MAX_MS = 20_000;

/** So few that the last one's turn comes long before somebody else takes up its mail. */
const PLACES = 5;

/** A clock that only goes forward, in milliseconds, and a way to let it go on. */
export type Clock = { now: () => number; wait: (ms: number) => Promise<void> };

const CLOCK: Clock = { now: () => performance.now(), wait: (ms) => pause(ms) };

/** An account of EmailJS. */
type Account = {
  /** Origin of the interface, `https://api.emailjs.com`. */
  url: string;
  publicKey: string;
  /** Null where the account does not ask for one. */
  privateKey: string | null;
  serviceId: string;
  /** The template of a message, which carries trials too, and that of a sign-up. */
  templates: Readonly<{ message: string; inscription: string }>;
};

/**
 * Takes the next turn among all instances that send from one account.
 * @param pauseMs least time between two turns, in milliseconds
 * @returns how long to wait for it, in milliseconds
 * @throws when nobody can say
 */
export type Turn = (pauseMs: number) => Promise<number>;

/**
 * Makes the mailer. Whom a mail reaches stands in the template, in the dashboard of EmailJS: the call has no place
 * for it. A trial for addresses that the committee has chosen on the site is therefore refused, in words.
 * @param timeoutMs how long EmailJS may take to answer, in milliseconds
 * @param clock by which requests are a second apart
 * @param turn keeps the pace of several instances; absent: there is this one only
 */
export function createEmailJsMailer({
  timeoutMs = 10_000,
  clock = CLOCK,
  turn = async () => 0,
  ...account
}: Account & { timeoutMs?: number; clock?: Clock; turn?: Turn }): Mailer {
  const inItsTurn = createPace(clock, turn);
  return {
    delivery: "templates",

    async send({ submission, receivedAt, recipients }) {
      if (submission.type === "trial" && recipients.length > 0) return ELSEWHERE;
      return inItsTurn(() => post(account, bodyOf(account, submission, receivedAt), timeoutMs));
    },
  };
}

/** @returns does requests one after the other, a second apart; one that would wait for too long is not made */
function createPace({ now, wait }: Clock, turn: Turn): (request: () => Promise<Outcome>) => Promise<Outcome> {
  const queue = new PQueue({ concurrency: 1 });
  let freeFrom = Number.NEGATIVE_INFINITY;

  /** @returns false when it would take too long, or nobody can say */
  async function waitForOtherInstances(): Promise<boolean> {
    const waitMs = await turn(TURN_MS).catch(() => Number.POSITIVE_INFINITY);
    if (waitMs > WAIT_MAX_MS) return false;
    if (waitMs > 0) await wait(waitMs);
    return true;
  }

  async function afterThePause(request: () => Promise<Outcome>): Promise<Outcome> {
    if (freeFrom > now()) await wait(freeFrom - now());
    try {
      return (await waitForOtherInstances()) ? await request() : FULL;
    } finally {
      freeFrom = now() + PAUSE_MS;
    }
  }

  return async (request) => (queue.size + queue.pending < PLACES ? queue.add(() => afterThePause(request)) : FULL);
}

async function post({ url }: Account, body: string, timeoutMs: number): Promise<Outcome> {
  try {
    const answer = await fetch(new URL(PATH, url), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMs),
    });
    return await outcomeOfResponse(answer);
  } catch (fault) {
    return outcomeOfFault(fault);
  }
}

/** The order of the keys is that of EmailJS's own library; without a private key it leaves its line out. */
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

const ELSEWHERE = {
  outcome: "refused",
  reason:
    "EmailJS n’écrit qu’aux adresses inscrites dans ses modèles, pas à celles des réglages. " +
    "Videz ici la liste des destinataires, puis refaites l’essai.",
} as const;

const FULL = {
  outcome: "retry",
  reason: "Trop de courriers attendent leur tour, car EmailJS n’en prend qu’un par seconde.",
} as const;

/** @returns the `template_params` of SPEC.md section 7, in its order and with nothing else */
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
  const { subject, text } = composeTrial(submission.content.askedBy, receivedAt);
  return { nom: "Site de la Jeunesse", email: submission.content.askedBy, sujet: subject, message: text };
}
