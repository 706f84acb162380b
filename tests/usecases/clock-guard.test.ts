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

const yearsAhead = [2.1 * DAY, 9 * DAY, 400 * DAY, 5 * 365 * DAY, 70 * 365 * DAY];

describe("a clock", () => {
  it("is believed on the first start, and through days of steady running, written down once an hour", async () => {
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
    "holds nothing up after a start that comes %i ms later by its account",
    async (ms) => {
      const { boot, jump } = machine();
      await boot().check();
      jump(ms);
      const guard = boot();
      expect([await guard.check(), guard.heldSince()]).toEqual([true, null]);
    },
  );

  it.each(yearsAhead)("that is %i ms ahead at the start is held up for an hour of running", async (ms) => {
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

  it.each(yearsAhead)("that jumps %i ms ahead while the site runs, or sleeps, is held up as well", async (ms) => {
    const { boot, jump, pass } = machine();
    const guard = boot();
    await guard.check();
    pass(60_000);
    await guard.check();
    jump(ms);
    expect([await guard.check(), guard.heldSince()]).toEqual([false, new Date(START)]);
    pass(HOUR);
    expect(await guard.check()).toBe(true);
  });

  it("is not believed because the site was restarted", async () => {
    const { boot, jump, pass } = machine();
    await boot().check();
    jump(365 * DAY);
    for (let n = 0; n < 10; n++) {
      expect(await boot().check()).toBe(false);
      pass(HOUR);
    }
  });

  it("is believed at once when the committee says so, by other processes and later starts as well", async () => {
    const { boot, jump } = machine();
    await boot().check();
    jump(365 * DAY);
    const [guard, other] = [boot(), boot()];
    expect([await guard.check(), await other.check()]).toEqual([false, false]);
    await guard.confirm();
    expect([await guard.check(), guard.heldSince()]).toEqual([true, null]);
    expect([await other.check(), await boot().check()]).toEqual([true, true]);
  });

  it("that is set right within the hour holds nothing up any more", async () => {
    const { boot, jump, pass, kept } = machine();
    await boot().check();
    jump(365 * DAY);
    const guard = boot();
    expect(await guard.check()).toBe(false);
    pass(10 * 60_000);
    jump(-365 * DAY);
    expect([await guard.check(), guard.heldSince()]).toEqual([true, null]);
    expect(kept()).toBe(START);
  });

  it("that begins in 1970 and is set right by the network makes no jump of today", async () => {
    const { boot, jump, pass } = machine();
    await boot().check();
    jump(-START);
    const guard = boot();
    expect(await guard.check()).toBe(true);
    pass(20 * 60_000);
    jump(START);
    expect([await guard.check(), guard.heldSince()]).toEqual([true, null]);
  });

  it("that was believed while it was ahead, and is set right, is watched again after an hour", async () => {
    const { boot, jump, pass, kept } = machine();
    await boot().check();
    jump(365 * DAY);
    const guard = boot();
    await guard.confirm();
    jump(-365 * DAY);
    expect(await guard.check()).toBe(true);
    pass(HOUR);
    expect(await guard.check()).toBe(true);
    expect(kept()).toBe(START + HOUR);
    jump(365 * DAY);
    expect(await guard.check()).toBe(false);
  });

  it("that first falls back and then jumps ahead waits the whole hour from then on", async () => {
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
