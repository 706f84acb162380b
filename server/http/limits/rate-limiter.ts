/** Everything that is counted per visitor, and how much of it is allowed. */
import type { Counter, RateLimiter } from "#app/contexts.ts";
import type { Attempt } from "#domain/accounts/attempt.ts";
import { ConcurrencyLimit } from "./concurrency-limit.ts";
import { FairQueue } from "./fair-queue.ts";
import { RateLimit } from "./rate-limit.ts";
import { SignInLimit } from "./sign-in-limit.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** A whole tent signs up on one address, and the committee uploads an evening's pictures from one. */
const LIMITS: Record<Counter, { max: number; windowMs: number }> = {
  contact: { max: 60, windowMs: HOUR_MS },
  inscription: { max: 60, windowMs: HOUR_MS },
  image: { max: 120, windowMs: HOUR_MS },
};
/** What is made anew for each request: papers, tables, searches, one-time links; and forms that cannot be read. */
const COSTLY = { max: 120, windowMs: MINUTE_MS };
/** Networks around an IPv6 address hold several visitors: the /56 a household, the /48 a firm or a part of a mobile network. */
const PER_NETWORK = [1, 2, 4];
/**
 * Forms that are being received at the same moment, each up to 256 KB. One arrives in less than a second, so that
 * sixteen are a whole tent's; who sends slowly on purpose holds no more than an eighth of the places.
 */
const FORMS = { max: 128, perNetwork: [16, 24, 32] };
/**
 * Requests under way, those that wait included: as many of an address as it may have connections. One that waits costs
 * less than one that is refused and sent again.
 */
const UNDER_WAY = { max: 640, perNetwork: [512, 512, 512] };
/**
 * Pages that are rendered at the same moment. Each takes some milliseconds of the one thread, so that more of them at
 * once serve nobody sooner.
 */
const READS = { atOnce: 32, perNetwork: [2, 4, 8], inProgress: UNDER_WAY };
/**
 * Forms that are worked on at the same moment. They have places of their own, so that none waits for a page, and more of
 * them, since a password, a picture or a mail takes a second without taking the thread: seventeen sign-ins that wait for
 * their hash leave room for the forms of everybody else.
 */
const WRITES = { atOnce: 64, perNetwork: [4, 6, 8], inProgress: UNDER_WAY };
/** Tries at the password within one session: who has stolen it may come from many addresses, each known to the account. */
const IN_A_SESSION = { max: [10], windowMs: 15 * MINUTE_MS };
/** Refusals that the security log tells of: a flood of them must not become one of lines. */
const LINES = { max: 5, windowMs: 15 * MINUTE_MS };

/** The guard as one request sees it. */
export type VisitorLimiter = RateLimiter & {
  /** Seconds that this visitor was told to wait; 0 when nothing was refused. */
  wait: () => number;
  /** Counts something that is made anew. @returns seconds to wait, 0 when it may go on */
  costly: () => number;
  /** Counts nothing. @returns seconds to wait before something that is made anew, 0 when it may go on */
  costlyWait: () => number;
  /** Takes a place for a form that is being received. @returns what gives it back; null when there is none */
  receive: () => (() => void) | null;
  /**
   * Renders an answer when the turn of this visitor comes.
   * @throws `Overload` at once when too many are waiting
   */
  runQueued: <T>(kind: "read" | "write", work: () => Promise<T>) => Promise<T>;
};

/**
 * @param now milliseconds of a clock that never goes back; for tests
 * @returns the guard for an address
 */
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
  const lines = limit(LINES);
  const logins = new SignInLimit(now);
  const sessions = new RateLimit({ ...IN_A_SESSION, ...clock });
  const forms = new ConcurrencyLimit(FORMS);
  const turns = { read: new FairQueue(READS), write: new FairQueue(WRITES) };

  return (address) => {
    let wait = 0;
    const noteWait = (ms: number): number => {
      const seconds = Math.ceil(ms / 1000);
      wait = Math.max(wait, seconds);
      return seconds;
    };
    const login = (email: string): Attempt => ({
      wait: noteWait(logins.attempt(address, email)),
      undo: () => logins.succeed(address, email),
      abandon: () => logins.abandon(address, email),
    });
    return {
      wait: () => wait,
      costly: () => noteWait(costly.take(address)),
      costlyWait: () => noteWait(costly.wait(address)),
      malformed: () => void costly.take(address),
      receive: () => forms.take(address),
      runQueued: (kind, work) => turns[kind].enter(address, work),
      shouldLog: () => lines.take(address) === 0,
      attempt(what): Attempt {
        const counter = counters[what];
        const undo = () => counter.giveBack(address);
        return { wait: noteWait(counter.take(address)), undo, abandon: undo };
      },
      login,
      passwordIn(session, email): Attempt {
        const seconds = noteWait(sessions.take(session));
        if (seconds > 0) return { wait: seconds, undo: () => {}, abandon: () => {} };
        const signInAttempt = login(email);
        // Nothing was tried: neither counts.
        if (signInAttempt.wait > 0) sessions.giveBack(session);
        const both = (also: () => void) => () => {
          sessions.giveBack(session);
          also();
        };
        return { wait: signInAttempt.wait, undo: both(signInAttempt.undo), abandon: both(signInAttempt.abandon) };
      },
      recognise: (email) => logins.recognise(address, email),
    };
  };
}
