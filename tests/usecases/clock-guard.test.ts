import { describe, expect, it } from "vitest";
import { createClockGuard } from "#usecases/site-health/clock-guard.ts";

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;
const START = new Date("2026-11-24T12:00:00Z").getTime();

/** A machine whose clock and uptime the test sets, with the stored time. */
function machine() {
  let kept: Date | null = null;
  let [now, uptime] = [START, 0];
  let writes = 0;
  const lastSeen = {
    read: async () => kept,
    async write(at: Date) {
      kept = at;
      writes++;
    },
  };
  return {
    /** Starts a process. */
    boot: () => createClockGuard({ lastSeen, clock: { now: () => new Date(now) }, uptimeMs: () => uptime }),
    /** Advances clock and uptime. */
    pass(ms: number) {
      now += ms;
      uptime += ms;
    },
    /** Changes only the clock, as after a correction or a sleep of the machine. */
    jump(ms: number) {
      now += ms;
    },
    kept: () => kept?.getTime(),
    writes: () => writes,
  };
}

const AHEAD = [2.1 * DAY, 400 * DAY, 70 * 365 * DAY];

describe("a clock", () => {
  it("is trusted on the first start and during steady running, and is stored once an hour", async () => {
    const { boot, pass, kept, writes } = machine();
    const guard = boot();
    for (let minute = 0; minute < 5 * 24 * 60; minute++) {
      expect(await guard.check()).toBe(true);
      pass(60_000);
    }
    expect(writes()).toBeLessThanOrEqual(5 * 24 + 1);
    expect(START + 5 * DAY - (kept() ?? 0)).toBeLessThanOrEqual(HOUR + 60_000);
  });

  it.each([0, HOUR, DAY, 1.9 * DAY, -DAY, -5 * 365 * DAY])(
    "suspends no job when it differs by %i ms after a restart",
    async (ms) => {
      const { boot, jump } = machine();
      await boot().check();
      jump(ms);
      const guard = boot();
      expect([await guard.check(), guard.heldSince()]).toEqual([true, null]);
    },
  );

  it.each(AHEAD)("that is %i ms ahead at the start suspends jobs for an hour of uptime", async (ms) => {
    const { boot, jump, pass, kept } = machine();
    await boot().check();
    jump(ms);
    const guard = boot();
    for (let minute = 0; minute < 60; minute++) {
      expect([await guard.check(), guard.heldSince()]).toEqual([false, new Date(START)]);
      expect(kept()).toBe(START);
      pass(60_000);
    }
    expect([await guard.check(), guard.heldSince()]).toEqual([true, null]);
    expect(kept()).toBe(START + ms + HOUR);
    expect(await boot().check()).toBe(true);
  });

  it.each(AHEAD)("that jumps %i ms ahead during a run or a sleep also suspends jobs for an hour", async (ms) => {
    const { boot, jump, pass } = machine();
    const guard = boot();
    await guard.check();
    jump(ms);
    expect([await guard.check(), guard.heldSince()]).toEqual([false, new Date(START)]);
    pass(HOUR);
    // It is not trusted earlier after a restart.
    expect([await boot().check(), await guard.check()]).toEqual([false, true]);
  });

  it("is trusted at once after the committee's confirmation, also by other processes and after restarts", async () => {
    const { boot, jump } = machine();
    await boot().check();
    jump(365 * DAY);
    const [guard, other] = [boot(), boot()];
    expect([await guard.check(), await other.check()]).toEqual([false, false]);
    await guard.confirm();
    expect([await guard.check(), guard.heldSince()]).toEqual([true, null]);
    expect([await other.check(), await boot().check()]).toEqual([true, true]);
  });

  it("that is corrected within the hour suspends jobs no longer, and a later jump suspends them again", async () => {
    const { boot, jump, pass, kept } = machine();
    await boot().check();
    jump(365 * DAY);
    const guard = boot();
    expect(await guard.check()).toBe(false);
    pass(10 * 60_000);
    jump(-365 * DAY);
    expect([await guard.check(), guard.heldSince()]).toEqual([true, null]);
    expect(kept()).toBe(START);
    jump(365 * DAY);
    await guard.confirm();
    jump(-365 * DAY);
    expect(await guard.check()).toBe(true);
    pass(HOUR);
    expect(await guard.check()).toBe(true);
    expect(kept()).toBe(START + HOUR + 10 * 60_000);
    jump(365 * DAY);
    expect(await guard.check()).toBe(false);
  });

  it("that starts in 1970 and is then corrected does not count as a jump ahead", async () => {
    const { boot, jump, pass } = machine();
    await boot().check();
    jump(-START);
    const guard = boot();
    expect(await guard.check()).toBe(true);
    pass(20 * 60_000);
    jump(START);
    expect([await guard.check(), guard.heldSince()]).toEqual([true, null]);
  });

  it("that first jumps back and then ahead suspends jobs for a whole hour after the second jump", async () => {
    const { boot, jump, pass } = machine();
    const guard = boot();
    await guard.check();
    jump(-365 * DAY);
    expect(await guard.check()).toBe(true);
    pass(59 * 60_000);
    jump(800 * DAY);
    expect(await guard.check()).toBe(false);
    pass(59 * 60_000);
    expect(await guard.check()).toBe(false);
    pass(2 * 60_000);
    expect(await guard.check()).toBe(true);
  });
});
