import type { AttemptKind, RateLimiter } from "#app/contexts.ts";
import type { RateLimitedAttempt } from "#domain/accounts/attempt.ts";
import { ConcurrencyLimit } from "./concurrency-limit.ts";
import { FairQueue } from "./fair-queue.ts";
import { RateLimit } from "./rate-limit.ts";
import { SignInLimit } from "./sign-in-limit.ts";
import { networksOfIpAddress } from "./visitor-address.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** High, because all guests of an event may share one address. */
const PER_HOUR = { form: 60, details: 120, image: 120, slots: 240 };
/** Limit of PDFs, tables, searches, one-time links and malformed forms together. */
const COSTLY = { max: 120, windowMs: MINUTE_MS };
/** A /56 network may send twice as many requests as an address, a /48 network four times as many. */
const PER_NETWORK = [1, 2, 4];
/** Forms that are received at the same time. `perNetwork`: for an address, its /56 network and its /48 network. */
const FORMS = { max: 128, perNetwork: [16, 24, 32] };
/**
 * Limits of running and waiting requests together. The limit per address is high, because a refused client would only
 * retry.
 */
const IN_PROGRESS = { max: 640, perNetwork: [512, 512, 512] };
/** Limited, because each upload takes up to 32 MB of memory. Signed-in people may share one address: it has no limit. */
const UPLOADS = {
  running: { max: 4, perNetwork: [4, 4, 4] },
  inProgress: { max: 12, perNetwork: [12, 12, 12] },
};
/** Concurrent page renders. A higher limit would not save time, because rendering blocks the only thread. */
const READS = { running: { max: 32, perNetwork: [2, 4, 8] }, inProgress: IN_PROGRESS };
/** Concurrent forms. The limit is higher than for pages: hashes, pictures and mail do not block the thread. */
const WRITES = { running: { max: 64, perNetwork: [4, 6, 8] }, inProgress: IN_PROGRESS };
/** Password attempts per session. The thief of a session may use many addresses. */
const SESSION_LIMIT = { max: [10], windowMs: 15 * MINUTE_MS };
/** Log lines about refused requests, so that an attacker cannot flood the log. */
const LOG_LIMIT = { max: 5, windowMs: 15 * MINUTE_MS };

export type VisitorRateLimiter = RateLimiter & {
  /** @returns seconds to wait; 0 if no limit has refused this request */
  wait: () => number;
  /** Counts an expensive request. Returns the seconds to wait, 0 if allowed. */
  costly: () => number;
  /** Like `costly`, but counts no request. */
  costlyWait: () => number;
  /** @returns a function that frees the slot; null if no slot is free */
  receive: () => (() => void) | null;
  runQueued: <T>(kind: "read" | "write" | "upload", work: () => Promise<T>) => Promise<T>;
};

export function createRateLimiter(now?: () => number): (address: string) => VisitorRateLimiter {
  const limit = ({ max, windowMs }: { max: number; windowMs: number }) =>
    new RateLimit({ max: PER_NETWORK.map((times) => times * max), windowMs, now });
  const perHour = (max: number) => limit({ max, windowMs: HOUR_MS });
  const counters: Record<AttemptKind, RateLimit> = {
    contact: perHour(PER_HOUR.form),
    inscription: perHour(PER_HOUR.form),
    proposal: perHour(PER_HOUR.form),
    "contact-details": perHour(PER_HOUR.details),
    "lost-link": perHour(PER_HOUR.details),
    image: perHour(PER_HOUR.image),
    slots: perHour(PER_HOUR.slots),
  };
  const costly = limit(COSTLY);
  const lines = limit(LOG_LIMIT);
  const logins = new SignInLimit(now);
  const sessions = new RateLimit({ ...SESSION_LIMIT, now });
  const forms = new ConcurrencyLimit(FORMS);
  const queues = { read: new FairQueue(READS), write: new FairQueue(WRITES), upload: new FairQueue(UPLOADS) };

  return (address) => {
    let wait = 0;
    const recordWait = (ms: number): number => {
      const seconds = Math.ceil(ms / 1000);
      wait = Math.max(wait, seconds);
      return seconds;
    };
    const login = (email: string): RateLimitedAttempt => ({
      wait: recordWait(logins.attempt(address, email)),
      undo: () => logins.succeed(address, email),
      abandon: () => logins.abandon(address, email),
    });
    return {
      wait: () => wait,
      costly: () => recordWait(costly.take(address)),
      costlyWait: () => recordWait(costly.wait(address)),
      malformed: () => void costly.take(address),
      receive: () => forms.take(networksOfIpAddress(address)),
      runQueued: (kind, work) => queues[kind].enter(address, work),
      shouldLog: () => lines.take(address) === 0,
      attempt(what): RateLimitedAttempt {
        const counter = counters[what];
        const undo = () => counter.undo(address);
        return { wait: recordWait(counter.take(address)), undo, abandon: undo };
      },
      login,
      passwordIn(session, email): RateLimitedAttempt {
        const seconds = recordWait(sessions.take(session));
        if (seconds > 0) return { wait: seconds, undo: () => {}, abandon: () => {} };
        const signInAttempt = login(email);
        if (signInAttempt.wait > 0) sessions.undo(session);
        const both = (also: () => void) => () => {
          sessions.undo(session);
          also();
        };
        return { wait: signInAttempt.wait, undo: both(signInAttempt.undo), abandon: both(signInAttempt.abandon) };
      },
      recognise: (email) => logins.recognise(address, email),
    };
  };
}
