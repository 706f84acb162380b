import type { Clock } from "#ports/clock.ts";
import type { LastSeenTime } from "#stores/site-state.ts";

const HOUR_MS = 60 * 60 * 1000;
/** A site that was off for a weekend does not wait; a clock that is wrong by a month or by years does. */
const JUMP_MS = 48 * HOUR_MS;
/** So long a site runs with a clock that jumped until it believes it: NTP sets it right within minutes. */
const HOLD_MS = HOUR_MS;
const WRITE_MS = HOUR_MS;

/** Keeps a clock that has jumped ahead from publishing drafts and from deleting anything for good. */
export interface ClockGuard {
  /**
   * Compares the clock with the last time seen, and notes it.
   * @returns whether what cannot be undone may follow the clock now
   * @throws when the store does not answer
   */
  check(): Promise<boolean>;

  /** @returns the last time seen before the jump that holds everything up; null: nothing is held up */
  heldSince(): Date | null;

  /** The committee says that the clock is right: nothing is held up any more. @throws when the store does not answer */
  confirm(): Promise<void>;
}

type Parts = {
  lastSeen: LastSeenTime;
  clock: Clock;
  /** Milliseconds that never go back. */
  uptimeMs?: () => number;
};

/**
 * A jump in either direction is believed after an hour, so that a short look at 1970 does not make today a jump. Only one
 * ahead holds anything up: for a clock that was set back, nothing is due. While it is held up, the last time seen stays
 * what it was, so that a restart waits anew.
 */
export function createClockGuard({ lastSeen, clock, uptimeMs = () => performance.now() }: Parts): ClockGuard {
  let seen: Date | null = null;
  let written: Date | null = null;
  let jump: { ahead: boolean; sinceMs: number } | null = null;

  const isFar = (from: Date, to: Date, ms: number) => Math.abs(to.getTime() - from.getTime()) > ms;

  async function believe(now: Date): Promise<true> {
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
      // Another instance may have seen more, and whoever slept has the wrong time in memory.
      if (!seen || isFar(seen, now, JUMP_MS)) seen = written = await lastSeen.read();
      if (!seen || !isFar(seen, now, JUMP_MS)) return believe(now);
      const ahead = now > seen;
      if (jump?.ahead !== ahead) jump = { ahead, sinceMs: uptimeMs() };
      return uptimeMs() - jump.sinceMs >= HOLD_MS ? believe(now) : !ahead;
    },
    heldSince: () => (jump?.ahead ? seen : null),
    async confirm() {
      await believe(clock.now());
    },
  };
}
