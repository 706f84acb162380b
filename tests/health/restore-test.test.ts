/** Tests the restore test, which reads the newest backup as a restore would. */
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it, onTestFinished } from "vitest";
import { MIGRATIONS_FOLDER as migrations } from "#adapters/sqlite/database.ts";
import { fillSite, scratch } from "#tests/backup/site.ts";
import { makeBackup } from "#upkeep/backup/create.ts";
import { createRestoreTests, newestBackupBytes, testNewestBackup } from "#upkeep/backup/restore-test.ts";

const NAME = "jeunesse-20261121-021200Z.db";
const OLDER = "jeunesse-20261120-021200Z.db";

async function place(change = "") {
  const dataDir = join(scratch(), "data");
  await fillSite(dataDir);
  const db = new DatabaseSync(join(dataDir, "site.db"));
  db.exec(change);
  db.close();
  const directory = join(scratch(), "sauvegardes");
  const { bytes, madeAt } = await makeBackup({ dataDir, file: join(directory, NAME) });
  return { directory, file: join(directory, NAME), bytes, madeAt };
}

const damage = (file: string) => {
  const bytes = readFileSync(file);
  const middle = Math.floor(bytes.length / 2);
  bytes.writeUInt8(bytes.readUInt8(middle) ^ 1, middle);
  writeFileSync(file, bytes);
};

describe("the restore test of the newest backup", () => {
  it("reads it, and writes nothing", async () => {
    const { directory, bytes, madeAt } = await place();
    expect(await testNewestBackup({ directory, migrations })).toEqual({ restoreTest: { outcome: "readable", madeAt } });
    expect(readdirSync(directory)).toEqual([NAME]);
    expect(newestBackupBytes(directory)).toBe(bytes);
  });

  it("detects a single changed bit", async () => {
    const { directory, file } = await place();
    copyFileSync(file, join(directory, OLDER));
    damage(file);
    const { restoreTest, why } = await testNewestBackup({ directory, migrations });
    expect(restoreTest).toEqual({ outcome: "refused", madeAt: new Date("2026-11-21T02:12:00Z") });
    expect(why).toContain(`${NAME} is refused`);
  });

  it("detects a picture that cannot be decoded, and tables of another program", async () => {
    const damaged = await place("UPDATE files SET bytes = zeroblob(length(bytes)) WHERE type = 'image/jpeg'");
    const { restoreTest, why } = await testNewestBackup({ directory: damaged.directory, migrations });
    expect(restoreTest.outcome).toBe("refused");
    expect(why).toContain("a picture in it cannot be decoded");
    const foreign = await place("CREATE TABLE notes (texte TEXT)");
    const answer = await testNewestBackup({ directory: foreign.directory, migrations });
    expect(answer.why).toContain("other tables than this site makes");
  });

  it("accepts a site without pictures", async () => {
    const { directory } = await place("DELETE FROM files");
    expect((await testNewestBackup({ directory, migrations })).restoreTest.outcome).toBe("readable");
  });

  it("reports that there is no backup", async () => {
    for (const directory of [scratch(), "/there/is/none"])
      expect(await testNewestBackup({ directory, migrations })).toEqual({ restoreTest: { outcome: "none" } });
    expect(newestBackupBytes("/there/is/none")).toBe(0);
  });

  it("runs in a worker thread, logs why a backup was refused, and stops with the site", async () => {
    const { directory, file } = await place();
    const told: string[] = [];
    const restoreTests = createRestoreTests({ directory, migrations }, (_, where) => told.push(where));
    onTestFinished(() => restoreTests.stop());
    expect((await restoreTests.run()).outcome).toBe("readable");
    damage(file);
    expect((await restoreTests.run()).outcome).toBe("refused");
    expect(told).toEqual([expect.stringMatching(/^health: restore test: The backup .*Z\.db is refused/)]);
    const last = restoreTests.run();
    await restoreTests.stop();
    expect(await last).toEqual({ outcome: "failed" });
    expect((await restoreTests.run()).outcome).toBe("refused");
  });
});
