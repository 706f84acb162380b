/** Migrations at the start of a newer version: a backup first, each migration once, and no start of an older version. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it, vi } from "vitest";
import { openDatabase } from "#adapters/sqlite/database.ts";
import { migrate } from "#adapters/sqlite/migrate.ts";
import { tablesOf } from "#tests/backup/site.ts";
import { nextRelease } from "#tests/server/next-release.ts";
import { command } from "./command.ts";
import { dataFolder, start, startInVain } from "./process.ts";

// Each test starts several processes.
vi.setConfig({ testTimeout: 120_000 });

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

    const again = await start({ DATA_DIR, ...env });
    await again.stop("SIGTERM");
    expect(applied()).toEqual(after);
    const made = readdirSync(join(DATA_DIR, "sauvegardes"));
    expect(made).toHaveLength(1);

    const fresh = join(dataFolder(), "neuf");
    const file = join(DATA_DIR, "sauvegardes", made[0] ?? "");
    expect((await command("restore", { DATA_DIR: fresh }, file)).code).toBe(0);
    expect(tablesOf(join(fresh, "site.db"))).toEqual(before);
  });

  it("makes no backup of a new folder", async () => {
    const DATA_DIR = dataFolder();
    await (await start({ DATA_DIR })).stop("SIGTERM");
    expect(readdirSync(DATA_DIR)).not.toContain("sauvegardes");
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

describe("an older version on a newer database", () => {
  it("ends with one line, and changes nothing", async () => {
    const DATA_DIR = filledSite();
    const db = new DatabaseSync(join(DATA_DIR, "site.db"));
    db.exec("INSERT INTO migrations VALUES ('9999-plus-tard.sql', '2030-01-01T00:00:00.000Z')");
    db.close();
    const before = tablesOf(join(DATA_DIR, "site.db"));
    const { code, output } = await startInVain({ DATA_DIR });
    expect(code).toBe(1);
    expect(output.trim()).toMatch(
      /^The database \S+ was written by a newer version of this site \(it has 9999-plus-tard\.sql\): .*$/,
    );
    expect(tablesOf(join(DATA_DIR, "site.db"))).toEqual(before);
  });
});

describe("a migration that fails", () => {
  it("leaves the database unchanged, after the backup before it", () => {
    const DATA_DIR = filledSite();
    const file = join(DATA_DIR, "site.db");
    const before = tablesOf(file);
    const { migrations } = nextRelease();
    writeFileSync(
      join(migrations, "0002-casse.sql"),
      "ALTER TABLE documents ADD COLUMN x TEXT; DELETE FROM documents; INSERT INTO nulle_part VALUES (1);",
    );
    let copied: Buffer | undefined;
    const db = new DatabaseSync(file);
    expect(() =>
      migrate(db, migrations, () => {
        copied = readFileSync(file);
      }),
    ).toThrow("The migration 0002-casse.sql failed: no such table: nulle_part");
    db.close();
    expect(copied).toBeDefined();
    expect(tablesOf(file)).toEqual(before);
  });
});
