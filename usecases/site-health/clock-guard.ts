import type { Clock } from "#ports/clock.ts";
import type { LastSeenTimeStore } from "#stores/site-state.ts";

const HOUR_MS = 60 * 60 * 1000;
/** Smallest suspicious jump of the clock, in ms: longer than a weekend without power, shorter than a wrong month. */
const JUMP_MS = 48 * HOUR_MS;
/** How long the clock is not trusted after a jump, in ms. NTP corrects a wrong clock within minutes. */
const HOLD_MS = HOUR_MS;
const WRITE_MS = HOUR_MS;

/** Suspends publications and purges after the clock has jumped ahead. */
export interface ClockGuard {
  /** Compares the clock with the last seen time. @returns whether irreversible jobs may run */
  check(): Promise<boolean>;

  /** @returns the last seen time before the clock's jump; null if no job is suspended */
  heldSince(): Date | null;

  /** Call `confirm` after the committee has confirmed the clock. */
  confirm(): Promise<void>;
}

type Parts = { lastSeen: LastSeenTimeStore; clock: Clock; uptimeMs?: () => number };

/**
 * The clock is not trusted for an hour after a jump. A jump ahead suspends jobs for this hour. After a jump back, jobs
 * run, but the last seen time is kept. Otherwise, the correction of a wrong clock would look like a jump ahead. A
 * restart begins the hour again. `uptimeMs`: monotonic clock.
 */
export function createClockGuard({ lastSeen, clock, uptimeMs = () => performance.now() }: Parts): ClockGuard {
  let seen: Date | null = null;
  let written: Date | null = null;
  let jump: { ahead: boolean; sinceMs: number } | null = null;

  const isFar = (from: Date, to: Date, ms: number) => Math.abs(to.getTime() - from.getTime()) > ms;

  async function trust(now: Date): Promise<true> {
    seen = now;
    jump = null;
    if (!written || isFar(written, now, WRITE_MS)) {
      await lastSeen.write(now);
      written = now;
    }
    return true;
  }

  return {
    async check() {
      const now = clock.now();
      // Read the stored time again: another instance may have stored a newer time while this machine slept.
      if (!seen || isFar(seen, now, JUMP_MS)) seen = written = await lastSeen.read();
      if (!seen || !isFar(seen, now, JUMP_MS)) return trust(now);
      const ahead = now > seen;
      if (jump?.ahead !== ahead) jump = { ahead, sinceMs: uptimeMs() };
      return uptimeMs() - jump.sinceMs >= HOLD_MS ? trust(now) : !ahead;
    },
    heldSince: () => (jump?.ahead ? seen : null),
    async confirm() {
      await trust(clock.now());
    },
  };
}
