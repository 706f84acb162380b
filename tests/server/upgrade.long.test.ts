/** Migrations at the start of a newer version: a backup first, and no start of an older version. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { openDatabase } from "#adapters/sqlite/database.ts";
import { openDataFolderForSite } from "#server/backends/data-folder.ts";
import { tablesOf } from "#tests/backup/site.ts";
import { nextRelease } from "#tests/server/next-release.ts";
import { commandHere } from "./command.ts";
import { dataFolder, start, startInVain } from "./process.ts";
import { write } from "./visit.ts";

/** @returns a data folder of this version, with a setting in it */
function filledSite(): string {
  const DATA_DIR = dataFolder();
  const db = openDatabase(join(DATA_DIR, "site.db"));
  db.exec(
    `INSERT INTO documents VALUES ('settings', 'current', '1', '2025-08-01T12:00:00.000Z', '{"planningYear":2031}')`,
  );
  db.close();
  return DATA_DIR;
}

const folderOf = (dataDir: string) => ({ dataDir, backup: { dir: join(dataDir, "sauvegardes"), keep: 7 } });

describe("the first start of a newer version", () => {
  it("makes a backup, migrates and keeps the data; the backup can be restored", async () => {
    const DATA_DIR = filledSite();
    const before = tablesOf(join(DATA_DIR, "site.db"));
    const { env } = nextRelease();
    const site = await start({ DATA_DIR, ...env });
    expect(await (await fetch(`${site.url}/planning`)).text()).toContain("Planning 2031");
    await site.stop("SIGTERM");
    expect(tablesOf(join(DATA_DIR, "site.db")).migrations).toHaveLength(2);
    const made = readdirSync(join(DATA_DIR, "sauvegardes"));
    expect(made).toHaveLength(1);

    const fresh = join(dataFolder(), "neuf");
    const file = join(DATA_DIR, "sauvegardes", made[0] ?? "");
    expect((await commandHere("restore", { DATA_DIR: fresh }, file)).code).toBe(0);
    expect(tablesOf(join(fresh, "site.db"))).toEqual(before);
  });

  it("makes no backup of a new folder", async () => {
    const dataDir = dataFolder();
    const { db, release } = await openDataFolderForSite(folderOf(dataDir));
    db.close();
    release();
    expect(readdirSync(dataDir)).not.toContain("sauvegardes");
  });

  it("changes nothing if that backup fails", async () => {
    const DATA_DIR = filledSite();
    const before = tablesOf(join(DATA_DIR, "site.db"));
    const BACKUP_DIR = join(DATA_DIR, "site.db", "impossible");
    const { code, output } = await startInVain({ DATA_DIR, BACKUP_DIR, ...nextRelease().env });
    expect([code, output.trim()]).toEqual([
      1,
      expect.stringMatching(/^Nothing was upgraded, because the backup before it failed: .*$/),
    ]);
    expect(tablesOf(join(DATA_DIR, "site.db"))).toEqual(before);
  });
});

describe("an older version", () => {
  const NEWER = {
    tables: "INSERT INTO migrations VALUES ('9999-plus-tard.sql', '2030-01-01T00:00:00.000Z')",
    format: `INSERT INTO documents VALUES ('state', 'format', 'v', '2030-01-01T00:00:00.000Z', '{"version":9}')`,
  };
  const REFUSALS = {
    tables: /^The database \S+ was written by another version of this site \(it has 9999-plus-tard\.sql\): .*$/,
    format: /^A newer version of this site wrote its documents \(format 9\): start that version\.$/,
  };

  it.each(["tables", "format"] as const)(
    "refuses newer %s in one line and changes nothing, also during a rollback",
    async (what) => {
      const DATA_DIR = filledSite();
      const db = new DatabaseSync(join(DATA_DIR, "site.db"));
      db.exec(NEWER[what]);
      db.close();
      const before = tablesOf(join(DATA_DIR, "site.db"));
      await expect(openDataFolderForSite(folderOf(DATA_DIR))).rejects.toThrow(REFUSALS[what]);
      const asked = await commandHere("release-data", { DATA_DIR }, "reads");
      expect([asked.code, asked.error, asked.output.trim()]).toEqual([1, "", expect.stringMatching(REFUSALS[what])]);
      expect(tablesOf(join(DATA_DIR, "site.db"))).toEqual(before);
    },
  );

  it("reads the data while the site runs on them, copies them, and says what came since a backup", async () => {
    const DATA_DIR = filledSite();
    const site = await start({ DATA_DIR });
    const ask = (...words: string[]) => commandHere("release-data", { DATA_DIR }, ...words);
    expect(await ask("reads")).toEqual({ code: 0, output: "", error: "" });
    const backup = (await ask("back-up")).output.trim();
    expect(await ask("newest")).toEqual({ code: 0, output: `${backup}\n`, error: "" });
    const copy = join(dataFolder(), "copie");
    expect(await ask("copy", copy)).toEqual({ code: 0, output: "", error: "" });
    expect(tablesOf(join(copy, "site.db")).documents).toContainEqual(expect.stringContaining("planningYear"));
    expect((await ask("changes", backup)).output).toBe("nothing\n");
    expect((await write(site.url, "Depuis")).status).toBe(200);
    expect((await ask("changes", backup)).output).toMatch(/^1 sign-ups and messages(?:, \d+ other documents)?\n$/);
    expect((await ask("everything")).code).toBe(2);
  });
});
