/** Tests when a running site makes its health checks. */
import { expect, it, onTestFinished, vi } from "vitest";
import type { QuickChecks, SlowChecks } from "#domain/site-health/measurements.ts";
import { startHealthChecks } from "#server/jobs/health.ts";
import type { InboxStore } from "#stores/inbox.ts";
import type { MailStore } from "#stores/mails.ts";
import type { SiteHealth } from "#usecases/services.ts";

const HOUR = 60 * 60 * 1000;
const clock = { now: () => new Date() };

it("the health job runs the slow checks after the start and after each backup, and logs failures", async () => {
  vi.useFakeTimers({ now: new Date("2026-11-23T12:00:00Z") });
  onTestFinished(() => void vi.useRealTimers());
  let last = new Date("2026-11-23T02:00:00Z");
  let checked: SlowChecks | null = null;
  const readState = async () => ({ last, failedAt: null, kept: 7 });
  const disk = { free: 1, total: 20e9, backup: 0 };
  const measured: QuickChecks = {
    disk,
    service: "well",
    clockHeldSince: null,
    logLoss: null,
    updates: null,
    running: "0.2.0",
    backups: await readState(),
  };
  const told: string[] = [];
  const health = {
    measure: async () => measured,
    check: vi.fn(async () => {
      checked = {
        at: new Date(),
        publicUrl: "",
        restoreTest: { outcome: "none" },
        certificate: { outcome: "silent" },
        address: { outcome: "site", version: "0.2.0", healthy: true },
        dns: null,
        mail: "accepted",
        mailDomain: null,
      };
    }),
    readChecked: () => ({ last: checked, inProgress: false }),
  } satisfies SiteHealth;
  const inbox = {
    countRefused: async () => ({ refused: 0, refusedAddresses: [] }),
  } satisfies Partial<InboxStore> as unknown as InboxStore;
  const mails = {
    count: async () => 0,
    heldReason: async () => null,
  } satisfies Partial<MailStore> as unknown as MailStore;
  const backups = { readState, make: async () => last };
  const job = startHealthChecks({ health, backups, inbox, mails, clock }, (_, line) => told.push(line));
  onTestFinished(() => job.stop());
  const count = () => health.check.mock.calls.length;

  await vi.advanceTimersByTimeAsync(4 * 60_000);
  expect(count()).toBe(0);
  await vi.advanceTimersByTimeAsync(2 * 60_000);
  expect(count()).toBe(1);
  expect(told).toEqual([expect.stringMatching(/^health: disk failing: /)]);
  await vi.advanceTimersByTimeAsync(15 * HOUR);
  expect(count()).toBe(1);
  last = new Date();
  await vi.advanceTimersByTimeAsync(HOUR);
  expect(count()).toBe(2);
  last = new Date();
  await vi.advanceTimersByTimeAsync(11 * HOUR);
  expect(count()).toBe(2);
  await vi.advanceTimersByTimeAsync(2 * HOUR);
  expect(count()).toBe(3);
  await vi.advanceTimersByTimeAsync(24 * HOUR);
  expect(count()).toBe(3);
  await vi.advanceTimersByTimeAsync(HOUR);
  expect(count()).toBe(4);
  job.stop();
  await vi.advanceTimersByTimeAsync(48 * HOUR);
  expect(count()).toBe(4);
});
