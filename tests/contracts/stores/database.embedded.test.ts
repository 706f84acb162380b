import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it, onTestFinished } from "vitest";
import { openDatabase } from "#adapters/sqlite/database.ts";
import { migrateDatabase } from "#adapters/sqlite/migrate.ts";
import { embeddedFile } from "./embedded-file.ts";

const IS_WINDOWS = process.platform === "win32";
const NO_MODES = IS_WINDOWS ? " (left out: Windows has no file modes)" : "";

const rights = (path: string) => (statSync(path).mode & 0o777).toString(8);

describe("the database file", () => {
  it.skipIf(IS_WINDOWS)(`and its companions are readable by their owner only, also if they were not${NO_MODES}`, () => {
    const { file, open } = embeddedFile();
    open().close();
    expect(rights(file)).toBe("600");
    chmodSync(file, 0o644);
    const db = openDatabase(file);
    onTestFinished(() => db.close());
    expect(rights(dirname(file))).toBe("700");
    expect(readdirSync(dirname(file)).map((name) => [name, rights(join(dirname(file), name))])).toEqual([
      ["site.db", "600"],
      ["site.db-shm", "600"],
      ["site.db-wal", "600"],
    ]);
  });

  it("uses a write-ahead log with full synchronisation, and checks foreign keys", () => {
    const db = embeddedFile().open();
    const setting = (name: string) => Object.values(db.prepare(`PRAGMA ${name}`).get() ?? {})[0];
    expect(setting("journal_mode")).toBe("wal");
    expect(setting("synchronous")).toBe(2);
    expect(setting("foreign_keys")).toBe(1);
    expect(setting("busy_timeout")).toBe(0);
  });

  it("can be opened for the first time by several processes at once", async () => {
    const { file } = embeddedFile();
    const module = JSON.stringify(join(import.meta.dirname, "../../../adapters/sqlite/database.ts"));
    const code = `(await import(${module})).openDatabase(${JSON.stringify(file)}).close()`;
    const codes = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const child = spawn(process.execPath, ["--input-type=module", "-e", code], { stdio: "inherit" });
        return (await once(child, "exit"))[0];
      }),
    );
    expect(codes).toEqual([0, 0, 0, 0]);
  });

  it("is refused with one line if another version of the site wrote it", () => {
    const { open } = embeddedFile();
    const db = open();
    db.exec("INSERT INTO migrations VALUES ('9999-from-the-future.sql', '2030-01-01T00:00:00.000Z')");
    db.close();
    expect(open).toThrow(
      /another version of this site \(it has 9999-from-the-future\.sql\): start that version[^\n]*$/,
    );
  });

  it("is refused, and not changed, if it is not a database", () => {
    const { file } = embeddedFile();
    mkdirSync(dirname(file));
    writeFileSync(file, "Ceci n’est pas une base de données.".repeat(100));
    const before = statSync(file).size;
    expect(() => openDatabase(file)).toThrow("file is not a database");
    expect(statSync(file).size).toBe(before);
  });
});

describe("migrations", () => {
  /** A database in memory and a folder of migrations that the test fills. */
  const setUp = () => {
    const folder = mkdtempSync(join(tmpdir(), "jeunesse-migrations-"));
    const db = new DatabaseSync(":memory:");
    onTestFinished(() => {
      db.close();
      rmSync(folder, { recursive: true });
    });
    return {
      db,
      write: (name: string, sql: string) => writeFileSync(join(folder, name), sql),
      migrate: () => migrateDatabase(db, folder),
      traces: () =>
        db
          .prepare("SELECT text FROM traces ORDER BY rowid")
          .all()
          .map(({ text }) => text),
    };
  };

  it("run in the order of their numbers, once each", () => {
    const { write, migrate, traces } = setUp();
    write("0003-c.sql", "INSERT INTO traces VALUES ('trois')");
    write("0001-a.sql", "CREATE TABLE traces (text TEXT); INSERT INTO traces VALUES ('un')");
    write("0002-b.sql", "INSERT INTO traces VALUES ('deux')");
    write("notes.txt", "not SQL");
    migrate();
    migrate();
    write("0004-d.sql", "INSERT INTO traces VALUES ('quatre')");
    migrate();
    expect(traces()).toEqual(["un", "deux", "trois", "quatre"]);
  });

  it("roll back a failed migration, name it, and continue with it after its correction", () => {
    const { db, write, migrate, traces } = setUp();
    write("0001-a.sql", "CREATE TABLE traces (text TEXT)");
    write("0002-b.sql", "INSERT INTO traces VALUES ('moitié'); INSERT INTO nulle_part VALUES (1)");
    write("0003-c.sql", "INSERT INTO traces VALUES ('trois')");
    expect(migrate).toThrow("The migration 0002-b.sql failed: no such table: nulle_part");
    expect(traces()).toEqual([]);
    expect(db.isTransaction).toBe(false);
    write("0002-b.sql", "INSERT INTO traces VALUES ('deux')");
    migrate();
    expect(traces()).toEqual(["deux", "trois"]);
  });
});
