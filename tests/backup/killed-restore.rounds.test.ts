/** A restore that is killed at any step leaves the old site or the new one. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { beforeAll, describe, expect, it } from "vitest";
import { MIGRATIONS_FOLDER } from "#adapters/sqlite/database.ts";
import { writeFigures } from "#tests/figures.ts";
import { makeBackup } from "#upkeep/backup/create.ts";
import { finishRestore, restoreBackup, SITE_LOCK_FILE } from "#upkeep/backup/restore.ts";
import { lockFolder } from "#upkeep/folder-lock.ts";
import { fillSite, scratch, stateOf } from "./site.ts";

/** Number of kills of a restore, spread over all of its changes on the disk. */
const KILLS = 24;
const AT_ONCE = 2;

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

describe("a restore that is killed", () => {
  /** Runs a restore in a process that is killed at its nth change on the disk. @returns the number of its changes */
  async function dieAt(n: number, dataDir: string): Promise<number> {
    const url = (path: string) => JSON.stringify(join(import.meta.dirname, "../..", path));
    const code = `
      import fs from "node:fs";
      import { syncBuiltinESMExports } from "node:module";
      let n = 0;
      for (const nom of ["renameSync", "writeSync", "fsyncSync", "openSync", "closeSync", "mkdirSync", "rmSync"]) {
        const vraie = fs[nom];
        fs[nom] = (...args) => { if (++n === ${n}) process.kill(process.pid, "SIGKILL"); return vraie(...args); };
      }
      syncBuiltinESMExports();
      const { restoreBackup } = await import(${url("upkeep/backup/restore.ts")});
      restoreBackup({ file: ${JSON.stringify(backup)}, dataDir: ${JSON.stringify(dataDir)}, migrations: ${JSON.stringify(MIGRATIONS_FOLDER)} });
      process.stdout.write(String(n));`;
    const child = spawn(process.execPath, ["--input-type=module", "-e", code], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    let output = "";
    child.stdout.on("data", (piece) => {
      output += piece;
    });
    await once(child, "close");
    return Number(output);
  }

  /** @returns a data folder as after a kill of its site: the last write is only in the write-ahead log */
  async function crashedSite(): Promise<string> {
    const [running, crashed] = [join(scratch(), "data"), join(scratch(), "data")];
    await fillSite(running, "Carnaval");
    const db = new DatabaseSync(join(running, "site.db"));
    db.exec("INSERT INTO documents VALUES ('settings', 'only-in-the-log', 'v', '2025-08-01', '{}')");
    cpSync(running, crashed, { recursive: true });
    db.close();
    expect(readdirSync(crashed)).toEqual(expect.arrayContaining(["site.db", "site.db-shm", "site.db-wal"]));
    return crashed;
  }

  it("leaves the old site or the new one, at any step, and can be repeated", {
    timeout: 120_000,
  }, async () => {
    const crashed = await crashedSite();
    const copied = () => {
      const dataDir = join(scratch(), "data");
      cpSync(crashed, dataDir, { recursive: true });
      return dataDir;
    };
    const [old, restored] = [stateOf(copied()), stateOf(site)];
    const total = await dieAt(0, copied());
    expect(total).toBeGreaterThan(10);
    const moments = Array.from({ length: KILLS }, (_, rank) => total - Math.floor((rank * total) / KILLS));
    const seen = { old: 0, restored: 0 };
    const next = async (): Promise<void> => {
      const moment = moments.pop();
      if (moment === undefined) return;
      const dataDir = copied();
      await dieAt(moment, dataDir);
      // What the next start of the site does.
      const unlock = lockFolder(dataDir, SITE_LOCK_FILE);
      finishRestore(dataDir);
      unlock?.();
      const state = stateOf(dataDir);
      const which = JSON.stringify(state) === JSON.stringify(old) ? "old" : "restored";
      expect(state, `killed at step ${moment} of ${total}`).toEqual(which === "old" ? old : restored);
      seen[which]++;
      const aside = readdirSync(dataDir).filter((name) => name.startsWith("avant-restauration-"));
      expect(aside.map((name) => stateOf(join(dataDir, name)))).toEqual(which === "old" ? [] : [old]);
      restoreBackup({ file: backup, dataDir, migrations: MIGRATIONS_FOLDER });
      expect(stateOf(dataDir)).toEqual(restored);
      return next();
    };
    await Promise.all(Array.from({ length: AT_ONCE }, next));
    expect(seen.old).toBeGreaterThan(0);
    expect(seen.restored).toBeGreaterThan(0);
    writeFigures("r4-restauration-interrompue", {
      promise: "A killed restore leaves the old site or the new one, never a mixture",
      figures: `${KILLS} kills: ${seen.old} times the old site, ${seen.restored} times the new one`,
    });
  });
});
