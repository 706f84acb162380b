/** Automatic backups: how they are made and rotated, and when the server makes them. */
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as round } from "node:timers/promises";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { backupHealth, checkOncePerSecond } from "#server/http/health.ts";
import { startBackups } from "#server/jobs/backups.ts";
import { createNightlyBackups } from "#upkeep/backup/nightly-backups.ts";
import { lockFolder } from "#upkeep/folder-lock.ts";
import type { ClockGuard } from "#usecases/site-health/clock-guard.ts";
import { fillSite, scratch } from "./site.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** Minimum number of turns of the event loop during a backup. */
const ROUNDS = 10;

const STEADY: ClockGuard = { check: async () => true, heldSince: () => null, confirm: async () => {} };

async function place(keep = 2) {
  const dataDir = join(scratch(), "data");
  await fillSite(dataDir);
  const directory = join(scratch(), "sauvegardes");
  let instant = new Date("2026-11-21T13:00:00Z");
  const backups = createNightlyBackups({ dataDir, directory, keep, now: () => instant });
  onTestFinished(() => backups.stop());
  return {
    dataDir,
    directory,
    backups,
    clock: { now: () => instant },
    clockGuard: STEADY,
    advance: (ms: number) => {
      instant = new Date(instant.getTime() + ms);
    },
    files: () => readdirSync(directory).sort(),
  };
}

describe("the site’s own backups", () => {
  it("are rotated: the oldest backups above the maximum number are deleted, and no other file", async () => {
    const { backups, advance, files, directory } = await place();
    expect(await backups.readState()).toEqual({ last: null, failedAt: null, kept: 2 });
    for (let n = 0; n < 3; n++) {
      await backups.make();
      if (n === 0) writeFileSync(join(directory, "à garder.db"), "");
      advance(DAY_MS);
    }
    expect(files()).toEqual(["jeunesse-20261122-130000Z.db", "jeunesse-20261123-130000Z.db", "à garder.db"]);
    expect((await backups.readState()).last).toEqual(new Date("2026-11-23T13:00:00Z"));
  });

  it("that fail are reported until one succeeds, and earlier backups stay", async () => {
    const { backups, dataDir, advance, files, clock } = await place(1);
    await backups.make();
    const before = files();
    advance(DAY_MS);
    const unlock = lockFolder(dataDir, "verrou-sauvegarde");
    await expect(backups.make()).rejects.toThrow("Another backup");
    expect(await backupHealth({ backups, clock })).toMatchObject({ state: "failed" });
    expect(files()).toEqual(before);
    unlock?.();
    await backups.make();
    expect(await backupHealth({ backups, clock })).toMatchObject({ state: "ok" });
  });

  it("run only once for two concurrent requests, and do not block the event loop", async () => {
    const { backups, files } = await place();
    let done = false;
    const second = Promise.all([backups.make(), backups.make()]).finally(() => {
      done = true;
    });
    let rounds = 0;
    for (; !done; rounds++) await round();
    await second;
    expect(files()).toHaveLength(1);
    expect(rounds).toBeGreaterThan(ROUNDS);
  });

  it("are cancelled by a shutdown: an incomplete file does not count, and the next backup deletes it", async () => {
    const { backups, files } = await place();
    const made = backups.make().catch((error: Error) => error.message);
    await backups.stop();
    const outcome = await made;
    if (typeof outcome === "string") expect((await backups.readState()).last).toBeNull();
    await backups.make();
    expect(files()).not.toEqual([]);
    for (const name of files()) expect(name).toMatch(/^jeunesse-\d{8}-\d{6}Z\.db$/);
  });
});

describe("the server", () => {
  const PACE = { firstMs: 1, stepMs: 1, retryMs: 1 };

  it("makes the first backup soon after the start, then one a day", async () => {
    const { backups, clock, clockGuard, advance, files } = await place(5);
    const errors: unknown[] = [];
    const { stop } = startBackups({ backups, clock, clockGuard }, (error) => error && errors.push(error), PACE);
    onTestFinished(stop);
    const last = async () => (await backups.readState()).last?.getTime();
    await vi.waitUntil(async () => (await last()) === clock.now().getTime(), { timeout: 20_000 });
    expect(files()).toHaveLength(1);
    advance(DAY_MS);
    await vi.waitUntil(async () => (await last()) === clock.now().getTime(), { timeout: 20_000 });
    expect(files()).toHaveLength(2);
    expect(errors).toEqual([]);
  });

  it("makes a backup and deletes none while the clock is not trusted", async () => {
    const { backups, clock, directory, files } = await place(1);
    mkdirSync(directory);
    writeFileSync(join(directory, "jeunesse-20260101-020000Z.db"), "");
    const clockGuard = { ...STEADY, check: async () => false };
    const { stop } = startBackups({ backups, clock, clockGuard }, () => {}, PACE);
    onTestFinished(stop);
    const made = async () => (await backups.readState()).last?.getTime() === clock.now().getTime();
    await vi.waitUntil(made, { timeout: 20_000 });
    expect(files()).toHaveLength(2);
  });

  it("makes no backup with BACKUP_KEEP=0", async () => {
    const { backups, clock, clockGuard } = await place(0);
    let requests = 0;
    const { promise: looked, resolve } = Promise.withResolvers<void>();
    const spy = {
      ...backups,
      readState: async () => {
        if (++requests === 3) resolve();
        return backups.readState();
      },
    };
    const { stop } = startBackups({ backups: spy, clock, clockGuard }, () => {}, PACE);
    onTestFinished(stop);
    await looked;
    expect((await backups.readState()).last).toBeNull();
  });

  it("reports a failure and tries again", async () => {
    const { backups, clock, clockGuard, dataDir } = await place();
    const unlock = lockFolder(dataDir, "verrou-sauvegarde");
    const errors: string[] = [];
    const { stop } = startBackups(
      { backups, clock, clockGuard },
      (error, position) => error && errors.push(position),
      PACE,
    );
    onTestFinished(stop);
    await vi.waitUntil(() => errors.length > 0, { timeout: 20_000 });
    expect(errors[0]).toMatch(/^backup: Another backup of /);
    unlock?.();
    await vi.waitUntil(async () => (await backups.readState()).last !== null, { timeout: 20_000 });
  });
});

describe("the health check", () => {
  it("writes to the disk once a second at most, for any number of requests", async () => {
    let [writes, now] = [0, 0];
    const check = checkOncePerSecond(
      () => ++writes > 0,
      () => now,
    );
    for (let n = 0; n < 1000; n++) expect(await check()).toBe(true);
    expect(writes).toBe(1);
    now = 1000;
    await check();
    expect(writes).toBe(2);
  });
});
