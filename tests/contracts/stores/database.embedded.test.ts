import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout } from "node:timers/promises";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { canWrite, openDatabase } from "#adapters/embedded/database.ts";
import { migrate } from "#adapters/embedded/migrate.ts";
import { transaction, transactionBefore } from "#adapters/embedded/transaction.ts";
import { StoreUnavailable } from "#ports/store-unavailable.ts";
import { embeddedFile } from "./embedded-file.ts";

const rights = (path: string) => (statSync(path).mode & 0o777).toString(8);

describe("the database file", () => {
  it.skipIf(process.platform === "win32")("is readable by nobody else, with all that belongs to it", () => {
    const { file } = embeddedFile();
    const db = openDatabase(file);
    onTestFinished(() => db.close());
    expect(rights(dirname(file))).toBe("700");
    expect(readdirSync(dirname(file)).map((name) => [name, rights(join(dirname(file), name))])).toEqual([
      ["site.db", "600"],
      ["site.db-shm", "600"],
      ["site.db-wal", "600"],
    ]);
  });

  it.skipIf(process.platform === "win32")("becomes private again when a restore left it readable", () => {
    const { file, open } = embeddedFile();
    open().close();
    chmodSync(file, 0o644);
    open();
    expect(rights(file)).toBe("600");
  });

  it("is written with a log that survives a power cut, and checks foreign keys", () => {
    const db = embeddedFile().open();
    const setting = (name: string) => Object.values(db.prepare(`PRAGMA ${name}`).get() ?? {})[0];
    expect(setting("journal_mode")).toBe("wal");
    expect(setting("synchronous")).toBe(2);
    expect(setting("foreign_keys")).toBe(1);
    expect(setting("busy_timeout")).toBe(0);
  });

  it("opens when several processes open it for the first time at the same moment", async () => {
    const { file } = embeddedFile();
    const module = JSON.stringify(join(import.meta.dirname, "../../../adapters/embedded/database.ts"));
    const code = `(await import(${module})).openDatabase(${JSON.stringify(file)}).close()`;
    const codes = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const child = spawn(process.execPath, ["--input-type=module", "-e", code], { stdio: "inherit" });
        return (await once(child, "exit"))[0];
      }),
    );
    expect(codes).toEqual([0, 0, 0, 0]);
  });

  it("is refused in one clear line when a newer version of the site wrote it", () => {
    const { open } = embeddedFile();
    const db = open();
    db.exec("INSERT INTO migrations VALUES ('9999-from-the-future.sql', '2030-01-01T00:00:00.000Z')");
    db.close();
    expect(open).toThrow(/newer version of this site \(it has 9999-from-the-future\.sql\): start that version[^\n]*$/);
  });

  it("is refused when it is something else, and stays as it was", () => {
    const { file } = embeddedFile();
    mkdirSync(dirname(file));
    writeFileSync(file, "Ceci n’est pas une base de données.".repeat(100));
    const before = statSync(file).size;
    expect(() => openDatabase(file)).toThrow("file is not a database");
    expect(statSync(file).size).toBe(before);
  });
});

describe("the health check", () => {
  it("says yes while the store can be written", async () => {
    const db = embeddedFile().open();
    expect(await canWrite(db)).toBe(true);
    expect(await canWrite(db)).toBe(true);
  });

  it("says no when the store cannot be written", async () => {
    const { file, open } = embeddedFile();
    open();
    const parsed = new DatabaseSync(file, { readOnly: true });
    onTestFinished(() => parsed.close());
    expect(await canWrite(parsed)).toBe(false);
  });

  it("says no within a second while another process keeps the store locked", async () => {
    const { open } = embeddedFile();
    const [db, other] = [open(), open()];
    other.exec("BEGIN IMMEDIATE");
    const start = performance.now();
    expect(await canWrite(db)).toBe(false);
    expect(performance.now() - start).toBeLessThan(2_500);
    other.exec("ROLLBACK");
    expect(await canWrite(db)).toBe(true);
  });

  it("says no when the store is closed", async () => {
    const db = embeddedFile().open();
    db.close();
    expect(await canWrite(db)).toBe(false);
  });
});

describe("a transaction", () => {
  it("keeps other writers out from its first line on, and lets them in when it is over", async () => {
    const { open } = embeddedFile();
    const [one, second] = [open(), open()];
    await transaction(one, () => expect(() => second.exec("BEGIN IMMEDIATE")).toThrow("database is locked"));
    expect(await transaction(second, () => "libre")).toBe("libre");
  });

  it("waits for another process without stopping this one; writes keep their order, and run once", async () => {
    const { open } = embeddedFile();
    const [db, other] = [open(), open()];
    other.exec("BEGIN IMMEDIATE");
    const order: number[] = [];
    const writes = [1, 2, 3].map((number) => transaction(db, () => order.push(number)));
    await setTimeout(200);
    expect(order).toEqual([]);
    other.exec("COMMIT");
    await Promise.all(writes);
    expect(order).toEqual([1, 2, 3]);
  });

  it("is given up with nothing done when another process keeps the lock", async () => {
    const { open } = embeddedFile();
    const [db, other] = [open(), open()];
    other.exec("BEGIN IMMEDIATE");
    const work = vi.fn();
    await expect(transactionBefore(performance.now() + 50, db, work)).rejects.toThrow(StoreUnavailable);
    other.exec("COMMIT");
    await transaction(db, () => {});
    expect(work).not.toHaveBeenCalled();
  });

  it("keeps nothing when it fails half-way, and says why", async () => {
    const db = embeddedFile().open();
    const before = db.prepare("SELECT * FROM health").all();
    const failing = transaction(db, () => {
      db.exec("UPDATE health SET writes = 99");
      throw new Error("half-way");
    });
    await expect(failing).rejects.toThrow("half-way");
    expect(db.isTransaction).toBe(false);
    expect(db.prepare("SELECT * FROM health").all()).toEqual(before);
  });
});

describe("migrations", () => {
  /** A database in memory and a folder of migrations that the test fills. */
  const workshop = () => {
    const folder = mkdtempSync(join(tmpdir(), "jeunesse-migrations-"));
    const db = new DatabaseSync(":memory:");
    onTestFinished(() => {
      db.close();
      rmSync(folder, { recursive: true });
    });
    return {
      db,
      write: (name: string, sql: string) => writeFileSync(join(folder, name), sql),
      migrate: () => migrate(db, folder),
      traces: () =>
        db
          .prepare("SELECT text FROM traces ORDER BY rowid")
          .all()
          .map(({ text }) => text),
    };
  };

  it("run in the order of their numbers, once each", () => {
    const { write, migrate, traces } = workshop();
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

  it("leave nothing behind when one fails, say which, and go on from there once it is mended", () => {
    const { db, write, migrate, traces } = workshop();
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
