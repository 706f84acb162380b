import type { Counter, RateLimiter } from "#app/contexts.ts";
import type { Attempt } from "#domain/accounts/attempt.ts";
import { ConcurrencyLimit } from "./concurrency-limit.ts";
import { FairQueue } from "./fair-queue.ts";
import { RateLimit } from "./rate-limit.ts";
import { SignInLimit } from "./sign-in-limit.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** High, because a whole tent may share one address, and the committee uploads many pictures from one. */
const LIMITS: Record<Counter, { max: number; windowMs: number }> = {
  contact: { max: 60, windowMs: HOUR_MS },
  inscription: { max: 60, windowMs: HOUR_MS },
  image: { max: 120, windowMs: HOUR_MS },
};
/** Expensive requests: PDFs, tables, searches, one-time links; and malformed forms. */
const COSTLY = { max: 120, windowMs: MINUTE_MS };
/** Factors for networks with several visitors: a /56 is a household, a /48 a company or part of a mobile network. */
const PER_NETWORK = [1, 2, 4];
/** Forms being received, up to 256 KB and a second each: 16 suffice for a tent. A slow sender holds an eighth. */
const FORMS = { max: 128, perNetwork: [16, 24, 32] };
/** Running and waiting requests: as many per address as connections, because rejected requests come again. */
const IN_PROGRESS = { max: 640, perNetwork: [512, 512, 512] };
/** Pages rendered at once. Rendering blocks the only thread for some milliseconds: more would not be faster. */
const READS = { atOnce: 32, perNetwork: [2, 4, 8], inProgress: IN_PROGRESS };
/** Forms processed at once. Hashes, pictures and mail do not block the thread, so more run at once than pages. */
const WRITES = { atOnce: 64, perNetwork: [4, 6, 8], inProgress: IN_PROGRESS };
/** Password attempts per session: a thief of the session may use many addresses that the account trusts. */
const SESSION_LIMIT = { max: [10], windowMs: 15 * MINUTE_MS };
/** Log lines about refusals: a flood of requests must not flood the log. */
const LOG_LIMIT = { max: 5, windowMs: 15 * MINUTE_MS };

export type VisitorLimiter = RateLimiter & {
  /** Seconds that the visitor must wait; 0 when nothing was refused. */
  wait: () => number;
  /** Counts an expensive request. @returns seconds to wait, 0 when allowed */
  costly: () => number;
  /** Counts nothing. @returns seconds until the next expensive request, 0 when allowed */
  costlyWait: () => number;
  /** Takes a slot for receiving a form. @returns the release function; null when no slot is free */
  receive: () => (() => void) | null;
  /** Queues the task fairly among addresses. @throws `Overload` at once when the queue is full */
  runQueued: <T>(kind: "read" | "write", work: () => Promise<T>) => Promise<T>;
};

/** @param now milliseconds of a monotonic clock; for tests */
export function createRateLimiter(now?: () => number): (address: string) => VisitorLimiter {
  const clock = now ? { now } : {};
  const limit = ({ max, windowMs }: { max: number; windowMs: number }) =>
    new RateLimit({ max: PER_NETWORK.map((times) => times * max), windowMs, ...clock });
  const counters: Record<Counter, RateLimit> = {
    contact: limit(LIMITS.contact),
    inscription: limit(LIMITS.inscription),
    image: limit(LIMITS.image),
  };
  const costly = limit(COSTLY);
  const lines = limit(LOG_LIMIT);
  const logins = new SignInLimit(now);
  const sessions = new RateLimit({ ...SESSION_LIMIT, ...clock });
  const forms = new ConcurrencyLimit(FORMS);
  const queues = { read: new FairQueue(READS), write: new FairQueue(WRITES) };

  return (address) => {
    let wait = 0;
    const recordWait = (ms: number): number => {
      const seconds = Math.ceil(ms / 1000);
      wait = Math.max(wait, seconds);
      return seconds;
    };
    const login = (email: string): Attempt => ({
      wait: recordWait(logins.attempt(address, email)),
      undo: () => logins.succeed(address, email),
      abandon: () => logins.abandon(address, email),
    });
    return {
      wait: () => wait,
      costly: () => recordWait(costly.take(address)),
      costlyWait: () => recordWait(costly.wait(address)),
      malformed: () => void costly.take(address),
      receive: () => forms.take(address),
      runQueued: (kind, work) => queues[kind].enter(address, work),
      shouldLog: () => lines.take(address) === 0,
      attempt(what): Attempt {
        const counter = counters[what];
        const undo = () => counter.undo(address);
        return { wait: recordWait(counter.take(address)), undo, abandon: undo };
      },
      login,
      passwordIn(session, email): Attempt {
        const seconds = recordWait(sessions.take(session));
        if (seconds > 0) return { wait: seconds, undo: () => {}, abandon: () => {} };
        const signInAttempt = login(email);
        // The attempt was refused, so neither counts.
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
