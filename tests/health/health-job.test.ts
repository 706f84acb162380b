/** When a running site looks at itself. */
import { expect, it, onTestFinished, vi } from "vitest";
import type { Checked, Measured } from "#domain/site-health/measurements.ts";
import { startHealthChecks } from "#server/jobs/health.ts";
import type { SiteHealth } from "#usecases/services.ts";

const HOUR = 60 * 60 * 1000;
const clock = { now: () => new Date() };

it("looks after the start and after a night's backup, asks for news once a day, and tells the log what is at fault", async () => {
  vi.useFakeTimers({ now: new Date("2026-11-23T12:00:00Z") });
  onTestFinished(() => void vi.useRealTimers());
  let last = new Date("2026-11-23T02:00:00Z");
  let checked: Checked | null = null;
  const readState = async () => ({ last, failedAt: null, kept: 7 });
  const measured: Measured = {
    disk: { free: 1, total: 20e9, backup: 0 },
    memory: { used: 1, limit: 100, free: null },
    clock: { synchronised: null, aheadS: null, heldSince: null },
    backups: await readState(),
    running: "0.2.0",
    news: "off",
  };
  const told: string[] = [];
  const health = {
    measure: async () => measured,
    check: vi.fn(async () => {
      const silent = { outcome: "silent" } as const;
      const trial = { outcome: "none" } as const;
      checked = {
        ...{ at: new Date(), publicUrl: "", trial, certificate: silent },
        ...{ address: { outcome: "site", version: "0.2.0", healthy: true }, mail: "accepted" },
      };
    }),
    readChecked: () => ({ last: checked, underWay: false }),
    askNews: vi.fn(async () => {}),
    newerRelease: () => null,
  } satisfies SiteHealth;
  const job = startHealthChecks({ health, backups: { readState, make: async () => last }, clock }, (_, line) =>
    told.push(line),
  );
  onTestFinished(() => job.stop());
  const counts = () => [health.check.mock.calls.length, health.askNews.mock.calls.length];

  await vi.advanceTimersByTimeAsync(4 * 60_000);
  expect(counts()).toEqual([0, 0]);
  await vi.advanceTimersByTimeAsync(2 * 60_000);
  expect(counts()).toEqual([1, 1]);
  expect(told).toEqual(["health: disk (room)"]);
  await vi.advanceTimersByTimeAsync(15 * HOUR);
  expect(counts()).toEqual([1, 1]);
  last = new Date();
  await vi.advanceTimersByTimeAsync(HOUR);
  expect(counts()).toEqual([2, 1]);
  await vi.advanceTimersByTimeAsync(9 * HOUR);
  expect(counts()).toEqual([2, 2]);
  job.stop();
  await vi.advanceTimersByTimeAsync(48 * HOUR);
  expect(counts()).toEqual([2, 2]);
});
