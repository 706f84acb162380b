/** Migrations at the start of a newer version: a backup first, each migration once, and no start of an older version. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { openDatabase } from "#adapters/sqlite/database.ts";
import { migrateDatabase } from "#adapters/sqlite/migrate.ts";
import { openForSite } from "#server/backends/data-folder.ts";
import { tablesOf } from "#tests/backup/site.ts";
import { nextRelease } from "#tests/server/next-release.ts";
import { command, commandHere } from "./command.ts";
import { dataFolder, start, startInVain } from "./process.ts";

/** @returns a data folder of this version, with a setting in it */
function filledSite(): string {
  const DATA_DIR = dataFolder();
  const db = openDatabase(join(DATA_DIR, "site.db"));
  db.exec(
    `INSERT INTO documents VALUES ('settings', 'current', '1', '2025-08-01T12:00:00.000Z', '{"content":{"planningYear":2031}}')`,
  );
  db.close();
  writeFileSync(join(DATA_DIR, "secret"), "s".repeat(43));
  return DATA_DIR;
}

describe("the first start of a newer version", () => {
  it("makes a backup, migrates once and keeps the data; the backup can be restored", async () => {
    const DATA_DIR = filledSite();
    const before = tablesOf(join(DATA_DIR, "site.db"));
    const { env } = nextRelease();
    const site = await start({ DATA_DIR, ...env });
    expect(await (await fetch(`${site.url}/planning`)).text()).toContain("Planning 2031");
    await site.stop("SIGTERM");
    const applied = () => tablesOf(join(DATA_DIR, "site.db")).migrations;
    const after = applied();
    expect(after).toHaveLength(2);

    expect((await command("accounts", { DATA_DIR, ...env }, "list")).code).toBe(0);
    expect(applied()).toEqual(after);
    const made = readdirSync(join(DATA_DIR, "sauvegardes"));
    expect(made).toHaveLength(1);

    const fresh = join(dataFolder(), "neuf");
    const file = join(DATA_DIR, "sauvegardes", made[0] ?? "");
    expect((await commandHere("restore", { DATA_DIR: fresh }, file)).code).toBe(0);
    expect(tablesOf(join(fresh, "site.db"))).toEqual(before);
  });

  it("makes no backup of a new folder", () => {
    const dataDir = dataFolder();
    const { db, release } = openForSite({ dataDir, backup: { dir: join(dataDir, "sauvegardes"), keep: 7 } });
    db.close();
    release();
    expect(readdirSync(dataDir)).not.toContain("sauvegardes");
  });

  it("changes nothing if that backup fails", async () => {
    const DATA_DIR = filledSite();
    const before = tablesOf(join(DATA_DIR, "site.db"));
    const BACKUP_DIR = join(DATA_DIR, "secret", "impossible");
    const { code, output } = await startInVain({ DATA_DIR, BACKUP_DIR, ...nextRelease().env });
    expect([code, output.trim()]).toEqual([
      1,
      expect.stringMatching(/^Nothing was upgraded, because the backup before it failed: .*$/),
    ]);
    expect(tablesOf(join(DATA_DIR, "site.db"))).toEqual(before);
  });
});

it("an older version ends with one line on a newer database, and changes nothing", async () => {
  const DATA_DIR = filledSite();
  const db = new DatabaseSync(join(DATA_DIR, "site.db"));
  db.exec("INSERT INTO migrations VALUES ('9999-plus-tard.sql', '2030-01-01T00:00:00.000Z')");
  db.close();
  const before = tablesOf(join(DATA_DIR, "site.db"));
  const { code, output } = await startInVain({ DATA_DIR });
  expect([code, output.trim()]).toEqual([
    1,
    expect.stringMatching(
      /^The database \S+ was written by a newer version of this site \(it has 9999-plus-tard\.sql\): .*$/,
    ),
  ]);
  expect(tablesOf(join(DATA_DIR, "site.db"))).toEqual(before);
});

it("a migration that fails leaves the database unchanged, after the backup before it", () => {
  const file = join(filledSite(), "site.db");
  const before = tablesOf(file);
  const { migrations } = nextRelease();
  writeFileSync(
    join(migrations, "0002-casse.sql"),
    "ALTER TABLE documents ADD COLUMN x TEXT; DELETE FROM documents; INSERT INTO nulle_part VALUES (1);",
  );
  let copied: Buffer | undefined;
  const db = new DatabaseSync(file);
  expect(() =>
    migrateDatabase(db, migrations, () => {
      copied = readFileSync(file);
    }),
  ).toThrow("The migration 0002-casse.sql failed: no such table: nulle_part");
  db.close();
  expect(copied).toBeDefined();
  expect(tablesOf(file)).toEqual(before);
});
