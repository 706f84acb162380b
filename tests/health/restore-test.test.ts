/** Tests the restore test, which restores the newest backup into a temporary folder. */
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { MIGRATIONS as migrations } from "#adapters/sqlite/database.ts";
import { fillSite, scratch } from "#tests/backup/site.ts";
import { makeBackup } from "#upkeep/backup/create.ts";
import {
  createRestoreTests,
  newestBackupBytes,
  removeRestoreTest,
  testNewestBackup,
} from "#upkeep/backup/restore-test.ts";
import { lockFolder } from "#upkeep/folder-lock.ts";

const NAME = "jeunesse-20261121-021200Z.tar";
const OLDER = "jeunesse-20261120-021200Z.tar";
const LOCK = "verrou-essai";

async function place() {
  const dataDir = join(scratch(), "data");
  await fillSite(dataDir);
  const directory = join(scratch(), "sauvegardes");
  const { bytes } = makeBackup({ dataDir, file: join(directory, NAME) });
  return { directory, file: join(directory, NAME), bytes };
}

const damage = (file: string) => {
  const bytes = readFileSync(file);
  const middle = Math.floor(bytes.length / 2);
  bytes.writeUInt8(bytes.readUInt8(middle) ^ 1, middle);
  writeFileSync(file, bytes);
};

describe("the restore test of the newest backup", () => {
  it("restores it completely, and deletes the restored files", async () => {
    const { directory, bytes } = await place();
    const { restoreTest } = testNewestBackup({ directory, migrations });
    expect(restoreTest).toMatchObject({ outcome: "restored", files: expect.any(Number) });
    expect(restoreTest.outcome === "restored" && restoreTest.files).toBeGreaterThan(3);
    expect(readdirSync(directory).sort()).toEqual([NAME, LOCK]);
    expect(newestBackupBytes(directory)).toBe(bytes);
  });

  it("detects a single changed bit", async () => {
    const { directory, file } = await place();
    copyFileSync(file, join(directory, OLDER));
    damage(file);
    const { restoreTest, why } = testNewestBackup({ directory, migrations });
    expect(restoreTest).toEqual({ outcome: "refused", madeAt: new Date("2026-11-21T02:12:00Z") });
    expect(why).toContain(`${NAME} is refused`);
    expect(readdirSync(directory).sort()).toEqual([OLDER, NAME, LOCK]);
  });

  it("starts only when there is enough room, and states how much is needed", async () => {
    const { directory, bytes } = await place();
    const reserve = 1e15;
    const { restoreTest } = testNewestBackup({ directory, migrations, reserve });
    expect(restoreTest).toEqual({ outcome: "no-room", needed: reserve + bytes, free: expect.any(Number) });
  });

  it("deletes the files that a crashed test left", async () => {
    const { directory } = await place();
    mkdirSync(join(directory, "essai-de-restauration/images"), { recursive: true });
    writeFileSync(join(directory, "essai-de-restauration/site.db"), "half of it");
    expect(testNewestBackup({ directory, migrations }).restoreTest.outcome).toBe("restored");
    expect(readdirSync(directory)).not.toContain("essai-de-restauration");
  });

  it("leaves the folder of a test that another process runs", async () => {
    const { directory } = await place();
    const unlock = lockFolder(directory, "verrou-essai");
    mkdirSync(join(directory, "essai-de-restauration"));
    expect(testNewestBackup({ directory, migrations }).restoreTest).toEqual({ outcome: "failed" });
    removeRestoreTest(directory);
    expect(readdirSync(directory)).toContain("essai-de-restauration");
    unlock?.();
  });

  it("reports that there is no backup", () => {
    expect(testNewestBackup({ directory: scratch(), migrations }).restoreTest).toEqual({ outcome: "none" });
    expect(testNewestBackup({ directory: "/there/is/none", migrations }).restoreTest).toEqual({ outcome: "none" });
    expect(newestBackupBytes("/there/is/none")).toBe(0);
  });

  it("runs in a worker thread, logs why a backup was refused, and stops with the site", async () => {
    const { directory, file } = await place();
    const told: string[] = [];
    const restoreTests = createRestoreTests({ directory, migrations }, (_, where) => told.push(where));
    onTestFinished(() => restoreTests.stop());
    expect((await restoreTests.run()).outcome).toBe("restored");
    damage(file);
    expect((await restoreTests.run()).outcome).toBe("refused");
    expect(told).toEqual([expect.stringMatching(/^health: restore test: The backup .*Z\.tar is refused/)]);
    const last = restoreTests.run();
    await restoreTests.stop();
    expect(await last).toEqual({ outcome: "failed" });
    expect(readdirSync(directory)).not.toContain("essai-de-restauration");
    expect((await restoreTests.run()).outcome).toBe("refused");
  });
});
