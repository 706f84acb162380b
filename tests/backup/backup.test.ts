import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { MIGRATIONS, openDatabase } from "#adapters/sqlite/database.ts";
import { migrateDatabase } from "#adapters/sqlite/migrate.ts";
import { writeFigures } from "#tests/figures.ts";
import { nextRelease } from "#tests/server/next-release.ts";
import { makeBackup } from "#upkeep/backup/create.ts";
import { writeManifest } from "#upkeep/backup/manifest.ts";
import { restoreBackup, SITE_LOCK } from "#upkeep/backup/restore.ts";
import { createTarWriter } from "#upkeep/backup/tar.ts";
import { lockFolder } from "#upkeep/folder-lock.ts";
import { fillSite, scratch, stateOf, tablesOf } from "./site.ts";

const IS_WINDOWS = process.platform === "win32";
const NO_MODES = IS_WINDOWS ? " (left out: Windows has no file modes)" : "";

/** Number of damaged backups: one byte is changed, or the end is cut off. */
const DAMAGES = 60;

/** A site and its backup, which tests only read. */
let site: string;
let backup: string;
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), "jeunesse-modele-"));
  site = join(folder, "data");
  backup = join(folder, "modele.tar");
  await fillSite(site);
  makeBackup({ dataDir: site, file: backup });
});

const restore = (file: string, dataDir: string) => restoreBackup({ file, dataDir, migrations: MIGRATIONS });
const fingerprint = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

/** @returns a data folder with another site in it */
async function otherSite(): Promise<string> {
  const dataDir = join(scratch(), "data");
  await fillSite(dataDir, "Carnaval");
  return dataDir;
}

/** Writes an archive with the given files and manifest. @returns its path */
function forge(entries: [name: string, bytes: Buffer][], manifest?: (files: object[]) => object | null): string {
  const file = join(scratch(), "forge.tar");
  const fd = openSync(file, "wx");
  const tar = createTarWriter(fd);
  tar.addBytes("jeunesse-sauvegarde-1", Buffer.alloc(0));
  for (const [name, bytes] of entries) tar.addBytes(name, bytes);
  const files = entries.map(([name, bytes]) => ({ name, size: bytes.length, sha256: fingerprint(bytes) }));
  const content = (manifest ?? ((f) => ({ made: "2026-11-21T02:12:00.000Z", schema: "x", missing: [], files: f })))(
    files,
  );
  if (content) {
    const { name, bytes } = writeManifest(content as Parameters<typeof writeManifest>[0]);
    tar.addBytes(name, bytes);
  }
  tar.end();
  closeSync(fd);
  return file;
}

/** Writes a text into the header at `start` and corrects its checksum. @returns the path of the new archive */
function rewritten(file: string, start: number, position: number, value: string): string {
  const bytes = readFileSync(file);
  if (position === 0) bytes.fill(0, start, start + 100);
  bytes.write(value, start + position, "latin1");
  bytes.write("        ", start + 148);
  const sum = bytes.subarray(start, start + 512).reduce((total, byte) => total + byte, 0);
  bytes.write(`${sum.toString(8).padStart(6, "0")}\0 `, start + 148, "latin1");
  const written = join(scratch(), "hostile.tar");
  writeFileSync(written, bytes);
  return written;
}

/** @returns a backup that contains only a database, with a valid manifest */
function forgeAround(database: string): string {
  const schema = readdirSync(MIGRATIONS).sort().at(-1);
  return forge([["site.db", readFileSync(database)]], (files) => ({
    made: "2026-11-21T02:12:00.000Z",
    schema,
    missing: [],
    files,
  }));
}

/** @returns a database of this version after the SQL statements */
function databaseWith(sql: string): string {
  const file = join(scratch(), "site.db");
  openDatabase(file).close();
  const db = new DatabaseSync(file, { enableForeignKeyConstraints: false });
  db.exec(`PRAGMA journal_mode = DELETE; ${sql}`);
  db.close();
  return file;
}

describe("a backup", () => {
  it("restored into an empty folder is equal to the site, row by row and byte by byte", () => {
    const dataDir = join(scratch(), "neuf");
    const { previous, files, missing } = restore(backup, dataDir);
    expect(stateOf(dataDir)).toEqual(stateOf(site));
    expect([previous, missing]).toEqual([null, []]);
    expect(files).toBe(Object.keys(stateOf(site)?.files ?? {}).length + 1);
    expect(readdirSync(dataDir).filter((name) => !name.startsWith("site.db"))).toEqual([
      "images",
      "outbox",
      "secret",
      SITE_LOCK,
    ]);
  });

  it.skipIf(IS_WINDOWS)(`is private, and so are the restored files${NO_MODES}`, () => {
    const dataDir = join(scratch(), "neuf");
    restore(backup, dataDir);
    const rights = (path: string) => (statSync(path).mode & 0o777).toString(8);
    expect([backup, join(dataDir, "site.db"), join(dataDir, "secret"), dataDir].map(rights)).toEqual([
      "600",
      "600",
      "600",
      "700",
    ]);
  });

  it("keeps the complete previous state in another folder when it is restored", async () => {
    const dataDir = await otherSite();
    const before = stateOf(dataDir);
    const { previous } = restore(backup, dataDir);
    expect(stateOf(previous ?? "")).toEqual(before);
    expect(stateOf(dataDir)).toEqual(stateOf(site));
  });

  it("leaves the backups in the data folder where they are", async () => {
    const dataDir = await otherSite();
    const kept = join(dataDir, "sauvegardes", "jeunesse-20261121-021200Z.tar");
    makeBackup({ dataDir, file: kept });
    restore(kept, dataDir);
    expect(existsSync(kept)).toBe(true);
  });

  it("of a site that has lost a picture file is made, and names that file", async () => {
    const dataDir = await otherSite();
    const folder = join(dataDir, "images/variantes");
    const lost = readdirSync(folder)[0] ?? "";
    rmSync(join(folder, lost));
    const file = join(scratch(), "b.tar");
    expect(makeBackup({ dataDir, file }).missing).toEqual([`images/${lost}`]);
    const fresh = join(scratch(), "neuf");
    expect(restore(file, fresh).missing).toEqual([`images/${lost}`]);
    expect(stateOf(fresh)).toEqual(stateOf(dataDir));
  });

  it("is refused without a site, and leaves no file", () => {
    const folder = scratch();
    expect(() => makeBackup({ dataDir: folder, file: join(folder, "b.tar") })).toThrow("There is no site");
    expect(readdirSync(folder)).toEqual([]);
  });

  it("of a damaged database is refused, because rotation would delete a good backup", async () => {
    const dataDir = await otherSite();
    const file = join(dataDir, "site.db");
    const bytes = readFileSync(file);
    writeFileSync(file, bytes.fill("abîmé", 4096));
    const folder = scratch();
    expect(() => makeBackup({ dataDir, file: join(folder, "b.tar") })).toThrow(/damaged/);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("is never made twice at the same time, and deletes the files of a killed one", async () => {
    const dataDir = await otherSite();
    const folder = scratch();
    const unlock = lockFolder(dataDir, "verrou-sauvegarde");
    expect(() => makeBackup({ dataDir, file: join(folder, "b.tar") })).toThrow("Another backup");
    unlock?.();
    for (const rest of [
      "jeunesse-20200101-000000Z.tar.partiel",
      "jeunesse-20200101-000000Z.tar.partiel.db",
      "notes.tar.partiel",
    ])
      writeFileSync(join(folder, rest), "");
    makeBackup({ dataDir, file: join(folder, "b.tar") });
    expect(readdirSync(folder)).toEqual(["b.tar", "notes.tar.partiel"]);
  });

  it("leaves no file when a signal interrupts the command", async () => {
    const dataDir = await otherSite();
    // A large file without content, so that the backup is still running when the signal arrives.
    truncateSync(join(dataDir, "secret"), 500_000_000);
    const folder = scratch();
    const child = spawn(process.execPath, ["cli/backup.ts", join(folder, "b.tar")], {
      env: { ...process.env, DATA_DIR: dataDir },
      stdio: "inherit",
    });
    const ended = once(child, "exit");
    await expect.poll(() => readdirSync(folder)).toEqual(["b.tar.partiel"]);
    child.kill("SIGINT");
    expect(await ended).toEqual([1, null]);
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe("a restore refuses in one line, and changes nothing,", () => {
  /** Checks that the restore fails in one line, and that the folder has neither changed nor new files. */
  async function refused(file: string, why: RegExp | string, dataDir?: string) {
    const folder = dataDir ?? (await otherSite());
    const [before, names] = [
      stateOf(folder),
      new Set([...readdirSync(folder), SITE_LOCK, "site.db-shm", "site.db-wal"]),
    ];
    expect(() => restore(file, folder)).toThrow(why);
    try {
      restore(file, folder);
    } catch (error) {
      expect((error as Error).message).not.toContain("\n");
    }
    expect(stateOf(folder)).toEqual(before);
    expect(readdirSync(folder).filter((name) => !names.has(name))).toEqual([]);
  }

  it("while a site runs on the folder", async () => {
    const dataDir = await otherSite();
    const unlock = lockFolder(dataDir, SITE_LOCK);
    await refused(backup, "A site is running", dataDir);
    unlock?.();
  });

  it("a missing file, and a file of another kind", async () => {
    await refused(join(scratch(), "rien.tar"), "There is no file");
    const letter = join(scratch(), "lettre.txt");
    writeFileSync(letter, "Bonjour".repeat(1000));
    await refused(letter, "it is no backup of this site");
  });

  it("every backup with a changed byte, or without its end", async () => {
    const dataDir = await otherSite();
    const before = stateOf(dataDir);
    const bytes = readFileSync(backup);
    const file = join(scratch(), "abîmée.tar");
    const attempt = (damaged: Buffer) => {
      writeFileSync(file, damaged);
      expect(() => restore(file, dataDir)).toThrow(/is refused: [^\n]+\. Nothing was changed\.$/);
    };
    const position = fc.integer({ min: 0, max: bytes.length - 1 });
    fc.assert(
      fc.property(position, fc.integer({ min: 1, max: 255 }), (position, mask) => {
        const damaged = Buffer.from(bytes);
        damaged[position] = (damaged[position] ?? 0) ^ mask;
        attempt(damaged);
      }),
      { numRuns: DAMAGES / 2 },
    );
    fc.assert(
      fc.property(position, (position) => attempt(bytes.subarray(0, position))),
      { numRuns: DAMAGES / 2 },
    );
    expect(stateOf(dataDir)).toEqual(before);
    writeFigures("r4-sauvegarde-abimee", {
      promise: "A damaged or truncated backup is refused, and the site stays unchanged",
      figures: `${DAMAGES} damaged files, ${DAMAGES} refused`,
    });
  });

  it.each([
    ["a path that leads out of the folder", "../../etc/passwd"],
    ["an absolute path", "/etc/passwd"],
    ["a path with folders", "images/evenements/x"],
    ["a file that no backup holds", "site.db-wal"],
    ["a program", "images/run.sh"],
    ["a half-written picture", "images/0123456789abcdef0123-480.jpg.01234567.tmp"],
  ])("%s", async (_, name) => {
    // The writer refuses most of these names, so they are written into the archive afterwards.
    const file = rewritten(forge([["outbox/a.eml", Buffer.from("x")]]), 512, 0, name);
    await refused(file, "it holds something that no backup holds");
  });

  it.each([
    ["a link", 156, "2"],
    ["a folder", 156, "5"],
    ["a file that anybody may read", 100, "0000644"],
    ["a prefix before its name", 345, "/etc"],
  ])("%s", async (_, position, value) => {
    const file = rewritten(backup, 512, position, value);
    await refused(file, "it holds something that no backup holds");
  });

  it("a file whose stated size is larger than the archive", async () => {
    const file = rewritten(forge([["outbox/a.eml", Buffer.from("x")]]), 512, 124, "77777777777");
    await refused(file, "it is cut short");
  });

  it("the same file twice, a missing manifest, a missing database, and a wrong manifest", async () => {
    const mail: [string, Buffer] = ["outbox/a.eml", Buffer.from("x")];
    await refused(forge([mail, mail]), "it holds a file twice");
    await refused(
      forge([mail], () => null),
      "it is cut short",
    );
    await refused(forge([mail]), "it holds no database");
    await refused(
      forge([mail], () => ({ made: "2026-11-21T02:12:00.000Z", schema: "x", missing: [], files: [] })),
      "its list and its contents differ",
    );
    await refused(
      forge([mail], () => ({ made: "hier", files: [] })),
      "its list is damaged",
    );
  });

  it("a database of another kind, with a trigger, a view or a gap", async () => {
    const other = join(scratch(), "autre.db");
    const db = new DatabaseSync(other);
    db.exec("CREATE TABLE notes (texte TEXT)");
    db.close();
    await refused(forgeAround(other), "none of this site");
    const trigger = "CREATE TRIGGER trap AFTER INSERT ON documents BEGIN DELETE FROM documents; END";
    await refused(forgeAround(databaseWith(trigger)), "other tables than this site makes");
    const index = "CREATE INDEX documents_by_trap ON documents (collection, length(content), id)";
    await refused(forgeAround(databaseWith(index)), "other tables than this site makes");
    const view = "ALTER TABLE documents RENAME TO renamed; CREATE VIEW documents AS SELECT * FROM renamed";
    await refused(forgeAround(databaseWith(view)), "other tables");
    const file = forgeAround(databaseWith("UPDATE migrations SET nom = '0002-next.sql'"));
    const { migrations } = nextRelease();
    expect(() => restoreBackup({ file, dataDir: scratch(), migrations })).toThrow("gaps in its history");
  });

  it("a picture with a path outside of the folder, and a picture that is not in the backup", async () => {
    const image = (id: string) =>
      `INSERT INTO documents VALUES ('pictures', '${id}', '1', '2025-01-01',
        '{"collection":"evenements","made":{"width":480,"height":300}}')`;
    await refused(forgeAround(databaseWith(image("../../../tmp"))), "an invalid picture entry");
    await refused(forgeAround(databaseWith(image("0123456789abcdef0123"))), "a picture is missing in it");
  });

  it("a backup of a newer version, by its format or its database", async () => {
    const file = rewritten(backup, 0, 0, "jeunesse-sauvegarde-2");
    await refused(file, "made by another version of this site");
    const future = databaseWith("INSERT INTO migrations VALUES ('9999-futur.sql', '2030-01-01T00:00:00.000Z')");
    await refused(
      forgeAround(future),
      "made by a newer version of this site (it has 9999-futur.sql): install that version first",
    );
  });
});

describe("a backup of an older version", () => {
  it("is restored unchanged, and migrated when the site opens it", async () => {
    const dataDir = scratch();
    const db = openDatabase(join(dataDir, "site.db"));
    db.exec("INSERT INTO documents VALUES ('settings', 'current', 'v', '2025-08-01T12:00:00.000Z', '{}')");
    db.close();
    writeFileSync(join(dataDir, "secret"), "s".repeat(43));
    const file = join(scratch(), "ancienne.tar");
    makeBackup({ dataDir, file });

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
