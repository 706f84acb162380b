/** The hooks that ONCE runs before it copies /storage, and after it has restored the copy. */
import { execFile } from "node:child_process";
import { cpSync, existsSync, readdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { fillSite, stateOf } from "#tests/backup/site.ts";
import { COMPILED } from "#tests/compiled.ts";
import { dataFolder, startContainer } from "../process.ts";
import { committeeFolder } from "../visit.ts";
import { ask } from "./proxy.ts";

const ROOT = join(import.meta.dirname, "../../..");
const COPY = "copie-once.db";

/** Runs a hook in a folder like that of the image, beside the program. @returns its exit code and output */
function hook(name: string, DATA_DIR: string): Promise<{ code: number | null; said: string }> {
  const image = dataFolder();
  cpSync(join(ROOT, "deploy/hooks"), join(image, "hooks"), { recursive: true });
  symlinkSync(ROOT, join(image, "site"));
  const PATH = `${dirname(process.execPath)}:/usr/bin:/bin`;
  return new Promise((done) => {
    const child = execFile(
      join(image, "hooks", name),
      { env: { PATH, DATA_DIR, CONTAINER: "on", ...COMPILED } },
      (_, out, error) => done({ code: child.exitCode, said: out + error }),
    );
  });
}

/** Copies the folder of a running site file by file, as ONCE does. @returns the copy */
function copied(from: string): string {
  const to = dataFolder();
  cpSync(from, to, { recursive: true });
  return to;
}

describe("a backup by ONCE", () => {
  it("contains one consistent backup file, which replaces the inconsistent copy when it is restored", async () => {
    const DATA_DIR = dataFolder();
    await fillSite(DATA_DIR, "Raclette");
    const PUBLIC_URL = "https://jeunesse.exemple.ch";
    const site = await startContainer({ DATA_DIR, PUBLIC_URL });
    expect((await ask(`${site.url}/planning/2025`)).text).toContain("Raclette");
    expect(await hook("pre-backup", DATA_DIR)).toMatchObject({ code: 0 });
    const restored = copied(DATA_DIR);
    await site.stop("SIGTERM");
    const state = JSON.stringify(stateOf(DATA_DIR));
    truncateSync(join(restored, "site.db"), 5000);
    writeFileSync(join(restored, "adresse-publique"), `${PUBLIC_URL}\n`);

    expect(await hook("post-restore", restored)).toMatchObject({ code: 0 });
    expect(JSON.stringify(stateOf(restored)) === state).toBe(true);
    expect(readdirSync(restored).filter((name) => name === COPY || name.startsWith("avant-"))).toEqual([]);
  });

  it("is refused if its backup file is damaged, and nothing is changed", async () => {
    const DATA_DIR = await committeeFolder();
    expect(await hook("pre-backup", DATA_DIR)).toMatchObject({ code: 0 });
    truncateSync(join(DATA_DIR, COPY), 3000);
    const before = readFileSync(join(DATA_DIR, "site.db"));
    const { code, said } = await hook("post-restore", DATA_DIR);
    expect([code, said.split("\n")]).toEqual([1, [expect.any(String), ""]]);
    expect(readFileSync(join(DATA_DIR, "site.db")).equals(before)).toBe(true);
  });

  it("contains no older backup file if the new one cannot be made, and is restored as it is", async () => {
    const DATA_DIR = await committeeFolder();
    expect(await hook("pre-backup", DATA_DIR)).toMatchObject({ code: 0 });
    writeFileSync(join(DATA_DIR, "restauration-prete.db"), "");
    expect(await hook("pre-backup", DATA_DIR)).toMatchObject({ code: 1 });
    expect(existsSync(join(DATA_DIR, COPY))).toBe(false);
    expect(await hook("post-restore", DATA_DIR)).toEqual({ code: 0, said: "" });
  });
});
