/** A data folder that has lost its database: only `--new` creates an empty one in its place. */
import { mkdirSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it, vi } from "vitest";
import { openDataFolderForCommand, openDataFolderForSite, replaceLostDatabase } from "#server/backends/data-folder.ts";
import { fillSite, scratch, stateOf } from "#tests/backup/site.ts";
import { commandHere } from "#tests/server/command.ts";
import { dataFolder, launchForTest, openStores, start, startInVain } from "#tests/server/process.ts";
import { makeBackup } from "#upkeep/backup/create.ts";
import { SITE_LOCK_FILE } from "#upkeep/backup/restore.ts";
import { writeSiteMarker } from "#upkeep/lost-database.ts";

vi.setConfig({ testTimeout: 120_000 });

const BACKUP = "jeunesse-20261121-021200Z.db";

/** @returns the names of all files of a folder, each with its mode, size and time */
const listing = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .sort()
    .map((name) => {
      const { size, mtimeMs, mode } = statSync(join(folder, name));
      return statSync(join(folder, name)).isDirectory() ? `${name} ${mode}` : `${name} ${mode} ${size} ${mtimeMs}`;
    });

/** Ways to lose the database. */
const LOSSES: Record<string, (file: string) => void> = {
  missing: (file) => rmSync(file),
  "of no byte": (file) => truncateSync(file),
  "without tables": (file) => {
    rmSync(file);
    const db = new DatabaseSync(file);
    db.exec("PRAGMA journal_mode = WAL; PRAGMA user_version = 1");
    db.close();
  },
  "without a migration": (file) => {
    rmSync(file);
    const db = new DatabaseSync(file);
    db.exec("CREATE TABLE migrations (nom TEXT PRIMARY KEY, appliquee_le TEXT NOT NULL) STRICT");
    db.close();
  },
};

/** Remains of a site, each of which proves that there was a database. */
const REMAINS: Record<string, { make: (dataDir: string) => void; named: RegExp }> = {
  "the marker": { make: writeSiteMarker, named: /the file \S+\/site\b/ },
  backups: {
    make(dir) {
      mkdirSync(join(dir, "sauvegardes"));
      for (const name of ["jeunesse-20260101-000000Z.db", BACKUP]) writeFileSync(join(dir, "sauvegardes", name), "");
    },
    named: new RegExp(`backups.*npm run restore -- \\S+/sauvegardes/${BACKUP}`),
  },
};

const folderOf = (dataDir: string) => ({ dataDir, backup: { dir: join(dataDir, "sauvegardes"), keep: 7 } });

/** @returns a data folder that has lost its database, and the state before that */
async function lostSite(loss = "missing") {
  const DATA_DIR = dataFolder();
  await fillSite(DATA_DIR);
  await makeBackup({ dataDir: DATA_DIR, file: join(DATA_DIR, "sauvegardes", BACKUP) });
  const before = JSON.stringify(stateOf(DATA_DIR));
  LOSSES[loss]?.(join(DATA_DIR, "site.db"));
  return { DATA_DIR, before };
}

describe.each(Object.keys(LOSSES))("a database that is %s", (loss) => {
  it.each(Object.keys(REMAINS))("is refused in one line if %s are left, and nothing is changed", async (remains) => {
    const dataDir = dataFolder();
    writeFileSync(join(dataDir, "site.db"), "x");
    LOSSES[loss]?.(join(dataDir, "site.db"));
    REMAINS[remains]?.make(dataDir);
    const before = listing(dataDir);
    for (const open of [openDataFolderForSite, openDataFolderForCommand]) {
      const refusal =
        /^The database \S+site\.db is (?:missing|empty).*Nothing was touched\..*--new.*docs\/recovery\.md/;
      await expect(open(folderOf(dataDir))).rejects.toThrow(refusal);
      await expect(open(folderOf(dataDir))).rejects.toThrow(REMAINS[remains]?.named);
      await expect(open(folderOf(dataDir))).rejects.not.toThrow("\n");
    }
    expect(listing(dataDir)).toEqual(before);
  });

  it("is a first start if only saved mails or backups of an empty site are left", async () => {
    const dataDir = dataFolder();
    writeFileSync(join(dataDir, "site.db"), "x");
    LOSSES[loss]?.(join(dataDir, "site.db"));
    for (const file of ["outbox/a.eml", "sauvegardes/jeunesse-20261121-021200Z-vide.db"]) {
      mkdirSync(dirname(join(dataDir, file)));
      writeFileSync(join(dataDir, file), "");
    }
    const { db, release } = await openDataFolderForSite(folderOf(dataDir));
    db.close();
    release();
  });
});

it("a database that has lost all bytes is restored by the command in the error message", async () => {
  const { DATA_DIR, before } = await lostSite("of no byte");
  const refusal = await openStores({ DATA_DIR }).catch(String);
  const file = /npm run restore -- (\S+)\. /.exec(String(refusal))?.[1] ?? "";
  expect(await commandHere("restore", { DATA_DIR }, file)).toMatchObject({ code: 0, error: "" });
  expect(JSON.stringify(stateOf(DATA_DIR)) === before).toBe(true);
});

describe("a lost database of which the log is left", () => {
  it.each(["-wal", "-shm"])("is refused, and its %s stays", async (log) => {
    for (const loss of ["missing", "of no byte"]) {
      const dataDir = dataFolder();
      writeFileSync(join(dataDir, "site.db"), "x");
      LOSSES[loss]?.(join(dataDir, "site.db"));
      writeFileSync(join(dataDir, `site.db${log}`), "what was written last");
      const before = listing(dataDir);
      for (const open of [openDataFolderForSite, openDataFolderForCommand])
        await expect(open(folderOf(dataDir))).rejects.toThrow(/the database's own log/);
      const backup = makeBackup({ dataDir, file: join(scratch(), "b.db") });
      await expect(backup).rejects.toThrow(/^There is no site in /);
      expect(listing(dataDir)).toEqual(before);
    }
  });
});

it("a second site on the same folder does not start, because both would delete each other's pictures", async () => {
  const dataDir = dataFolder();
  const { db, release } = await openDataFolderForSite(folderOf(dataDir));
  await expect(openDataFolderForSite(folderOf(dataDir))).rejects.toThrow(
    `Another site is already running on the data folder ${dataDir}, or it is being restored.`,
  );
  db.close();
  release();
});

describe("every way to start, and every command that opens the data,", () => {
  it("refuses with exit code 1 and one line; a container before it listens", async () => {
    const { DATA_DIR } = await lostSite();
    const before = listing(DATA_DIR);
    const env = { DATA_DIR, PORT: "1" };
    for (const [more, args] of [
      [{ REHEARSAL: "on" }, ["server/index.ts", "--demo"]],
      [{ CONTAINER: "on", PUBLIC_URL: "https://exemple.ch", ADMIN_EMAIL: "anne@exemple.ch" }, ["server/index.ts"]],
      [{}, ["server/dev.ts"]],
    ] as const) {
      const { code, output } = await startInVain({ ...env, ...more }, [...args]);
      expect([args, code, output]).toEqual([args, 1, expect.stringMatching(/^The database [^\n]+--new[^\n]+\n$/)]);
    }
    for (const [name, args] of [
      ["accounts", ["list"]],
      ["demo", []],
    ] as const) {
      const { code, output, error } = await commandHere(name, { DATA_DIR }, ...args);
      expect([name, code, output, error]).toEqual([name, 1, "", expect.stringMatching(/^The database [^\n]+\n$/)]);
    }
    expect(await commandHere("backup", { DATA_DIR })).toMatchObject({
      code: 1,
      error: expect.stringMatching(/no site in/),
    });
    expect(listing(DATA_DIR)).toEqual(before);
  });

  it("refuses a new folder if BACKUP_DIR has backups of another site, and does not create the folder", async () => {
    const { DATA_DIR: former } = await lostSite();
    const DATA_DIR = join(scratch(), "new");
    await expect(openStores({ DATA_DIR, BACKUP_DIR: join(former, "sauvegardes") })).rejects.toThrow(BACKUP);
    expect(readdirSync(join(DATA_DIR, ".."))).toEqual([]);
  });
});

describe("--new", () => {
  it("starts an empty site, moves the remains to another folder, and leaves the backups where they are", async () => {
    const { DATA_DIR } = await lostSite();
    const kept = stateOfRemains(DATA_DIR);
    const site = await start({ DATA_DIR }, undefined, ["server/index.ts", "--new"]);
    const [, aside = ""] = /The files of the former site are in (\S+)\.\n/.exec(site.output()) ?? [];
    expect(stateOfRemains(aside)).toEqual(kept);
    expect(readdirSync(join(DATA_DIR, "sauvegardes"))).toContain(BACKUP);
    expect((await fetch(`${site.url}/healthz`)).status).toBe(200);
    await site.stop("SIGTERM");
    const { db, release } = await openDataFolderForSite(folderOf(DATA_DIR));
    db.close();
    release();
  });

  it("changes nothing if the database exists", async () => {
    const DATA_DIR = dataFolder();
    await fillSite(DATA_DIR);
    const before = listing(DATA_DIR);
    replaceLostDatabase({ backend: { by: "embedded" }, ...folderOf(DATA_DIR) });
    expect(listing(DATA_DIR).filter((line) => !line.startsWith(`${SITE_LOCK_FILE} `))).toEqual(before);
  });

  it("moves the files away before the examples of `npm start` are added", async () => {
    const { DATA_DIR } = await lostSite();
    launchForTest({ DATA_DIR }, ["cli/demo.ts", "--new"]);
    const isMoved = () => readdirSync(DATA_DIR).some((name) => name.startsWith("avant-nouveau-"));
    await vi.waitUntil(isMoved, { timeout: 20_000 });
  });
});

/** @returns names and sizes of the mails of a data folder, and the size of its marker */
const stateOfRemains = (dataDir: string) =>
  ["site", ...readdirSync(join(dataDir, "outbox")).map((name) => join("outbox", name))].map((name) => [
    name,
    statSync(join(dataDir, name)).size,
  ]);
