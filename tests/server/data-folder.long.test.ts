/** A command and a site on the same data folder: the second process changes nothing that the first one uses. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { MIGRATIONS_FOLDER } from "#adapters/sqlite/database.ts";
import { checkDataFolder, openDataFolderForCommand, openDataFolderForSite } from "#server/backends/data-folder.ts";
import { fillSite, scratch, stateOf, tablesOf } from "#tests/backup/site.ts";
import { makeBackup } from "#upkeep/backup/create.ts";
import { isRestoreUnfinished, SITE_LOCK_FILE } from "#upkeep/backup/restore.ts";
import { lockFolder } from "#upkeep/folder-lock.ts";
import { command, commandHere } from "./command.ts";
import { nextRelease } from "./next-release.ts";
import { dataFolder, start } from "./process.ts";

const ROOT = join(import.meta.dirname, "../..");
const migrationsOf = (dataDir: string) => tablesOf(join(dataDir, "site.db")).migrations?.length;
const backupsOf = (dataDir: string) =>
  existsSync(join(dataDir, "sauvegardes")) ? readdirSync(join(dataDir, "sauvegardes")) : [];

/** Restores a backup in a process that is killed right after the restore is committed. */
async function restoreAndDie(file: string, dataDir: string): Promise<void> {
  const code = `
    import fs from "node:fs";
    import { syncBuiltinESMExports } from "node:module";
    const rename = fs.renameSync;
    fs.renameSync = (from, to) => {
      rename(from, to);
      if (to.endsWith("restauration-prete.db")) process.kill(process.pid, "SIGKILL");
    };
    syncBuiltinESMExports();
    const { restoreBackup } = await import("./upkeep/backup/restore.ts");
    restoreBackup(${JSON.stringify({ file, dataDir, migrations: MIGRATIONS_FOLDER })});`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", code], { cwd: ROOT, stdio: "inherit" });
  await once(child, "exit");
  expect(isRestoreUnfinished(dataDir)).toBe(true);
}

/** @returns a data folder with an interrupted restore, and the state after that restore */
async function interruptedRestore() {
  const model = join(scratch(), "model");
  await fillSite(model, "Raclette");
  const file = join(scratch(), "b.db");
  await makeBackup({ dataDir: model, file });
  const DATA_DIR = join(scratch(), "data");
  await fillSite(DATA_DIR, "Carnaval");
  await restoreAndDie(file, DATA_DIR);
  return { DATA_DIR, restored: JSON.stringify(stateOf(model)) };
}

it("opening a data folder throws one line that names the folder if its files cannot be examined, as in another user's folder", async () => {
  const dataDir = join(scratch(), "data");
  symlinkSync(dataDir, dataDir);
  const folder = { dataDir, backup: { dir: join(dataDir, "sauvegardes"), keep: 7 } };
  const refusal = `The data folder ${dataDir} cannot be written (ELOOP`;
  for (const open of [openDataFolderForSite, openDataFolderForCommand])
    await expect(open(folder)).rejects.toThrow(refusal);
  expect(() => checkDataFolder(folder)).toThrow(refusal);
});

describe("a command of a newer version", () => {
  it("refuses to migrate the tables of a running site, and migrates them after the site has stopped", async () => {
    const DATA_DIR = dataFolder();
    const site = await start({ DATA_DIR });
    const env = { DATA_DIR, ...nextRelease().env };
    const before = migrationsOf(DATA_DIR);
    for (const [name, args] of [
      ["accounts", ["list"]],
      ["demo", []],
    ] as const) {
      const { code, output, error } = await command(name, env, ...args);
      expect([name, code, output]).toEqual([name, 1, ""]);
      expect(error).toMatch(/^The data folder \S+ has to be brought up to date .*: stop the site first\.\n$/);
    }
    expect([migrationsOf(DATA_DIR), backupsOf(DATA_DIR)]).toEqual([before, []]);
    expect((await fetch(`${site.url}/healthz`)).status).toBe(200);
    await site.stop("SIGTERM");

    const list = await command("accounts", env, "list");
    expect([list.code, list.error]).toEqual([0, ""]);
    expect(list.output).toContain("No account yet");
    expect(migrationsOf(DATA_DIR)).toBe(Number(before) + 1);
    expect(backupsOf(DATA_DIR)).toHaveLength(1);
  });
});

describe("after a restore that was interrupted", () => {
  it("npm run serve ends it and starts", async () => {
    const { DATA_DIR } = await interruptedRestore();
    const site = await start({ DATA_DIR });
    expect(await (await fetch(`${site.url}/planning/2025`)).text()).toContain("Raclette");
    expect(isRestoreUnfinished(DATA_DIR)).toBe(false);
  });

  it("the demo of npm start and npm run dev ends it, and adds no examples", async () => {
    const { DATA_DIR, restored } = await interruptedRestore();
    expect(await commandHere("demo", { DATA_DIR })).toEqual({ code: 0, output: "", error: "" });
    expect(JSON.stringify(stateOf(DATA_DIR)) === restored).toBe(true);
  });

  it("a command leaves it to the process that has the folder's lock", async () => {
    const DATA_DIR = dataFolder();
    writeFileSync(join(DATA_DIR, "restauration-prete.db"), "");
    const unlock = lockFolder(DATA_DIR, SITE_LOCK_FILE);
    const { code, error } = await commandHere("accounts", { DATA_DIR }, "list");
    expect([code, error]).toEqual([1, expect.stringMatching(/: stop the site first\.\n$/)]);
    expect(readdirSync(DATA_DIR)).not.toContain("site.db");
    unlock?.();
  });
});
