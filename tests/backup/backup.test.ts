import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { beforeAll, describe, expect, it } from "vitest";
import { MIGRATIONS_FOLDER, openDatabase } from "#adapters/sqlite/database.ts";
import { migrateDatabase } from "#adapters/sqlite/migrate.ts";
import { nextRelease } from "#tests/server/next-release.ts";
import { addBackupChecksum } from "#upkeep/backup/checksum.ts";
import { copySiteData, makeBackup } from "#upkeep/backup/create.ts";
import { restoreBackup, SITE_LOCK_FILE } from "#upkeep/backup/restore.ts";
import { lockFolder } from "#upkeep/folder-lock.ts";
import { fillSite, scratch, stateOf, tablesOf } from "./site.ts";

const IS_WINDOWS = process.platform === "win32";
const NO_MODES = IS_WINDOWS ? " (left out: Windows has no file modes)" : "";

/** A site and its backup, which tests only read. */
let site: string;
let backup: string;
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), "jeunesse-modele-"));
  site = join(folder, "data");
  backup = join(folder, "modele.db");
  await fillSite(site);
  await makeBackup({ dataDir: site, file: backup });
});

const restore = (file: string, dataDir: string) => restoreBackup({ file, dataDir, migrations: MIGRATIONS_FOLDER });
const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

/** @returns a data folder with another site in it */
async function otherSite(): Promise<string> {
  const dataDir = join(scratch(), "data");
  await fillSite(dataDir, "Carnaval");
  return dataDir;
}

/** @returns a database of this version after the SQL statements, with a valid checksum */
function forge(sql: string, fill = openDatabase): string {
  const file = join(scratch(), "forge.db");
  fill(file).close();
  const db = new DatabaseSync(file, { enableForeignKeyConstraints: false, defensive: false });
  db.exec(`PRAGMA journal_mode = DELETE; ${sql}`);
  db.close();
  addBackupChecksum(file, new Date("2026-11-21T02:12:00Z"));
  return file;
}

describe("a backup", () => {
  it("restored into an empty folder is equal to the site, row by row and byte by byte", () => {
    const dataDir = join(scratch(), "neuf");
    const { previous, files } = restore(backup, dataDir);
    expect(stateOf(dataDir)).toEqual(stateOf(site));
    expect(files).toBe(stateOf(site)?.files?.length);
    expect(files).toBeGreaterThan(0);
    expect(previous).toBeNull();
    expect(readdirSync(dataDir).filter((name) => !/^site\.db-/.test(name))).toEqual(["site.db", SITE_LOCK_FILE]);
  });

  it("is a database that any program reads, and ends with the checksum of its pages and its time", () => {
    const db = new DatabaseSync(backup, { readOnly: true });
    expect(db.prepare("SELECT count(*) AS number FROM documents WHERE collection = 'inbox'").get()).toEqual({
      number: 1,
    });
    expect(db.prepare("PRAGMA journal_mode").get()).toEqual({ journal_mode: "delete" });
    db.close();
    const bytes = readFileSync(backup);
    const line = bytes.subarray(bytes.lastIndexOf("jeunesse-sauvegarde-2 "));
    const pages = bytes.subarray(0, bytes.length - line.length);
    expect(pages.length % 4096).toBe(0);
    const [, , hash, made = ""] = line.toString().trimEnd().split(" ");
    expect(hash).toBe(createHash("sha256").update(pages).update(made).digest("hex"));
    expect(Math.abs(Date.now() - Date.parse(made))).toBeLessThan(600_000);
  });

  it.skipIf(IS_WINDOWS)(`is private, and so is the restored database${NO_MODES}`, () => {
    const dataDir = join(scratch(), "neuf");
    restore(backup, dataDir);
    expect([backup, join(dataDir, "site.db"), dataDir].map(modeOf)).toEqual(["600", "600", "700"]);
  });

  it("keeps the previous database with its log in another folder when it is restored; saved mail stays", async () => {
    const dataDir = await otherSite();
    const running = new DatabaseSync(join(dataDir, "site.db"));
    running.exec("INSERT INTO documents VALUES ('settings', 'only-in-the-log', 'v', '2025-08-01', '{}')");
    const crashed = join(scratch(), "data");
    // As after a kill: the last write is only in the log.
    await fillSite(crashed, "Carnaval");
    for (const name of ["site.db", "site.db-wal"]) copyFileSync(join(dataDir, name), join(crashed, name));
    const before = stateOf(dataDir);
    running.close();
    const mails = readdirSync(join(crashed, "outbox"));
    const { previous } = restore(backup, crashed);
    expect(readdirSync(crashed).filter((name) => name.startsWith("site.db"))).toEqual(["site.db"]);
    expect(stateOf(crashed)).toEqual(stateOf(site));
    expect(stateOf(previous ?? "")).toEqual(before);
    expect(readdirSync(join(crashed, "outbox"))).toEqual(mails);
  });

  it("is restored without the rollback journal of a program that was killed while it wrote", async () => {
    const dataDir = await otherSite();
    const database = join(dataDir, "site.db");
    const code = `
      const db = new (require("node:sqlite").DatabaseSync)(${JSON.stringify(database)});
      db.exec("PRAGMA journal_mode = DELETE; PRAGMA cache_size = 1; BEGIN; UPDATE files SET bytes = zeroblob(length(bytes))");
      process.kill(process.pid, "SIGKILL");`;
    await once(spawn(process.execPath, ["-e", code]), "exit");
    expect(statSync(`${database}-journal`).size).toBeGreaterThan(0);
    restore(backup, dataDir);
    expect(readdirSync(dataDir).filter((name) => name.startsWith("site.db"))).toEqual(["site.db"]);
    expect(stateOf(dataDir)).toEqual(stateOf(site));
  });

  it("keeps each previous database when several are restored within a second", async () => {
    const dataDir = await otherSite();
    const folders = [0, 1, 2].map(() => restore(backup, dataDir).previous);
    expect(new Set(folders).size).toBe(3);
    for (const folder of folders) expect(existsSync(join(folder ?? "", "site.db"))).toBe(true);
  });

  it("leaves the backups in the data folder where they are", async () => {
    const dataDir = await otherSite();
    const kept = join(dataDir, "sauvegardes", "jeunesse-20261121-021200Z.db");
    await makeBackup({ dataDir, file: kept });
    restore(kept, dataDir);
    expect(existsSync(kept)).toBe(true);
  });

  it("of a running site has what was committed before it began, and leaves the site's log to the site", async () => {
    const dataDir = await otherSite();
    const running = new DatabaseSync(join(dataDir, "site.db"));
    const add = (id: string) => running.exec(`INSERT INTO documents VALUES ('settings', '${id}', 'v', '2025', '{}')`);
    add("avant");
    const file = join(scratch(), "b.db");
    const making = makeBackup({ dataDir, file });
    add("pendant");
    await making;
    running.close();
    const settings = tablesOf(file).documents?.filter((row) => row.includes('"settings"'));
    expect(settings).toEqual([expect.stringContaining("avant")]);
  });

  it("is refused without a site, and leaves no file", async () => {
    const folder = scratch();
    await expect(makeBackup({ dataDir: folder, file: join(folder, "b.db") })).rejects.toThrow("There is no site");
    expect(readdirSync(folder)).toEqual([]);
  });

  it("is refused while a restore is unfinished, before and after the former database has moved aside", async () => {
    for (const dataDir of [await otherSite(), scratch()]) {
      writeFileSync(join(dataDir, "restauration-prete.db"), "");
      const file = join(scratch(), "b.db");
      await expect(makeBackup({ dataDir, file })).rejects.toThrow("was interrupted: start the site");
    }
  });

  it("of a database that another version has written is refused in the line of a start, and leaves no file", async () => {
    const dataDir = await otherSite();
    const db = new DatabaseSync(join(dataDir, "site.db"));
    db.exec("UPDATE migrations SET nom = '0001-documents.sql'; DROP TABLE files");
    db.close();
    const folder = scratch();
    await expect(makeBackup({ dataDir, file: join(folder, "b.db") })).rejects.toThrow("written by another version");
    expect(readdirSync(folder)).toEqual([]);
  });

  it("of a damaged database is refused, because rotation would delete a good backup", async () => {
    const dataDir = await otherSite();
    const file = join(dataDir, "site.db");
    const bytes = readFileSync(file);
    writeFileSync(file, bytes.fill("abîmé", 4096));
    const folder = scratch();
    await expect(makeBackup({ dataDir, file: join(folder, "b.db") })).rejects.toThrow(/damaged/);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("is never made twice at the same time, and deletes the files of a killed one", async () => {
    const dataDir = await otherSite();
    const folder = scratch();
    const unlock = lockFolder(dataDir, "verrou-sauvegarde");
    await expect(makeBackup({ dataDir, file: join(folder, "b.db") })).rejects.toThrow("Another backup");
    unlock?.();
    for (const rest of [
      "jeunesse-20200101-000000Z.db.partiel",
      "jeunesse-20200101-000000Z.db.partiel-wal",
      "notes.db.partiel",
    ])
      writeFileSync(join(folder, rest), "");
    await makeBackup({ dataDir, file: join(folder, "b.db") });
    expect(readdirSync(folder)).toEqual(["b.db", "notes.db.partiel"]);
  });

  it("leaves no file when a signal interrupts the command", async () => {
    const dataDir = await otherSite();
    const db = new DatabaseSync(join(dataDir, "site.db"));
    // Large, so that the backup is still running when the signal arrives.
    db.exec("INSERT INTO files VALUES ('a', 'image/jpeg', '2025', 'g', zeroblob(300000000))");
    db.close();
    const folder = scratch();
    const child = spawn(process.execPath, ["cli/backup.ts", join(folder, "b.db")], {
      env: { ...process.env, DATA_DIR: dataDir },
      stdio: "inherit",
    });
    const ended = once(child, "exit");
    await expect.poll(() => readdirSync(folder)).toContain("b.db.partiel");
    child.kill("SIGINT");
    expect(await ended).toEqual([1, null]);
    expect(readdirSync(folder)).toEqual([]);
  }, 30_000);

  it("can be made as a data folder of its own, on which a site starts; saved mail is not in it", async () => {
    const target = join(scratch(), "essai");
    await copySiteData(site, target);
    expect(stateOf(target)).toEqual(stateOf(site));
    expect(readdirSync(target).filter((name) => !name.startsWith("site.db-"))).toEqual(["site", "site.db"]);
    expect(modeOf(target)).toBe("700");
  });
});

describe("a restore refuses in one line, and changes nothing,", () => {
  /** Checks that the restore fails in one line, and that the folder has neither changed nor new files. */
  async function refused(file: string, why: RegExp | string, dataDir?: string) {
    const folder = dataDir ?? (await otherSite());
    const [before, names] = [stateOf(folder), new Set([...readdirSync(folder), SITE_LOCK_FILE])];
    expect(() => restore(file, folder)).toThrow(why);
    try {
      restore(file, folder);
    } catch (error) {
      expect((error as Error).message).not.toContain("\n");
    }
    expect(readdirSync(folder).filter((name) => !names.has(name))).toEqual([]);
    expect(stateOf(folder)).toEqual(before);
  }

  it("while a site runs on the folder", async () => {
    const dataDir = await otherSite();
    const unlock = lockFolder(dataDir, SITE_LOCK_FILE);
    await refused(backup, "A site is running", dataDir);
    unlock?.();
  });

  it("a missing file, and files of another kind", async () => {
    await refused(join(scratch(), "rien.db"), "There is no file");
    const letter = join(scratch(), "lettre.txt");
    for (const text of ["", "Bonjour", "Bonjour".repeat(1000)]) {
      writeFileSync(letter, text);
      await refused(letter, "it is no backup of this site");
    }
    await refused(join(site, "site.db"), "it is cut short, or no backup of this site");
  });

  it("a database of another kind, with a trigger, a view, an index or a gap", async () => {
    const fill = (file: string) => new DatabaseSync(file);
    await refused(forge("CREATE TABLE notes (texte TEXT)", fill), "none of this site");
    const trigger = "CREATE TRIGGER trap AFTER INSERT ON documents BEGIN DELETE FROM documents; END";
    await refused(forge(trigger), "other tables than this site makes");
    for (const [column, collection] of [
      ["length(content)", "inbox"],
      ["json_extract(content, '$.at')", "mails"],
    ]) {
      const index = `CREATE INDEX "inbox_by_at" ON documents (collection, ${column}, id) WHERE collection = '${collection}'`;
      await refused(forge(index), "other tables than this site makes");
    }
    const view = "ALTER TABLE documents RENAME TO renamed; CREATE VIEW documents AS SELECT * FROM renamed";
    await refused(forge(view), "other tables");
    await refused(forge("DELETE FROM migrations"), "gaps in its history");
    const file = forge("UPDATE migrations SET nom = '0002-next.sql'");
    const { migrations } = nextRelease();
    expect(() => restoreBackup({ file, dataDir: scratch(), migrations })).toThrow("gaps in its history");
  });

  it("a trigger whose name looks like one of SQLite's own", async () => {
    const trigger = "CREATE TRIGGER trap AFTER INSERT ON documents BEGIN DELETE FROM documents; END";
    const renaming = "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET name = 'sqlite_trap' WHERE name = 'trap'";
    await refused(forge(`${trigger}; ${renaming}`), /other tables|cannot be read/);
  });

  it("a backup of another version, by its format or its database", async () => {
    const bytes = readFileSync(backup);
    const start = bytes.lastIndexOf("jeunesse-sauvegarde-2 ");
    bytes.write("jeunesse-sauvegarde-3 ", start);
    const file = join(scratch(), "b.db");
    writeFileSync(file, bytes);
    await refused(file, "made by another version of this site");
    const future = "INSERT INTO migrations VALUES ('9999-futur.sql', '2030-01-01T00:00:00.000Z')";
    await refused(
      forge(future),
      "made by another version of this site (it has 9999-futur.sql): install that version first",
    );
    const format = `INSERT INTO documents VALUES ('state', 'format', 'v', '2030-01-01T00:00:00.000Z', '{"version":9}')`;
    await refused(forge(format), "made by a newer version of this site (format 9): install that version first");
  });
});

describe("a backup of an older version", () => {
  it("is restored unchanged, and migrated when the site opens it", async () => {
    const dataDir = scratch();
    const db = openDatabase(join(dataDir, "site.db"));
    db.exec("INSERT INTO documents VALUES ('settings', 'current', 'v', '2025-08-01T12:00:00.000Z', '{}')");
    db.close();
    const file = join(scratch(), "ancienne.db");
    await makeBackup({ dataDir, file });

    const fresh = join(scratch(), "neuf");
    const { migrations } = nextRelease();
    restoreBackup({ file, dataDir: fresh, migrations });
    expect(tablesOf(join(fresh, "site.db")).migrations).toHaveLength(1);
    const restored = new DatabaseSync(join(fresh, "site.db"));
    migrateDatabase(restored, migrations);
    restored.close();
    expect(tablesOf(join(fresh, "site.db")).migrations).toHaveLength(2);
    expect(tablesOf(join(fresh, "site.db")).documents?.[0]).toContain('"version":"v"');
  });
});
