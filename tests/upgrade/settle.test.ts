/** What an upgrade that was cut leaves, and what becomes of it before the next start. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fillSite, stateOf } from "#tests/backup/site.ts";
import { command } from "#tests/server/command.ts";
import { type Installed, install, NEW, OLD } from "./installed.ts";

let machine: Installed;
let backup: string;
const note = () => join(machine.root, "srv/jeunesse/upgrade.json");

beforeEach(async () => {
  machine = await install();
});
afterEach(() => machine.remove());

describe("an upgrade that was cut", () => {
  beforeEach(async () => {
    await fillSite(machine.dataDir);
    backup = join(machine.root, `backups/avant-${NEW}.tar`);
    expect((await command("backup", { DATA_DIR: machine.dataDir }, backup)).code).toBe(0);
    writeFileSync(note(), JSON.stringify({ from: OLD, to: NEW, backup }));
    mkdirSync(join(machine.root, "srv/jeunesse/releases", NEW));
  });

  it("before it was accepted leads back to the data of before, and leaves nothing of what it made of them", async () => {
    const before = stateOf(machine.dataDir);
    writeFileSync(join(machine.dataDir, "secret"), "of the newer release".padEnd(43, "x"));
    rmSync(join(machine.dataDir, "images"), { recursive: true });
    const { code, output } = await machine.upgrade(["--settle"]);
    expect(output).toContain(`The upgrade to ${NEW} was cut: the site is what it was before.`);
    expect(code).toBe(0);
    expect(stateOf(machine.dataDir)).toEqual(before);
    expect(readdirSync(machine.dataDir).filter((name) => name.startsWith("avant-"))).toEqual([]);
    expect(machine.releases()).toEqual([OLD]);
    expect(existsSync(note())).toBe(false);
    expect((await machine.upgrade(["--settle"])).code).toBe(0);
  });

  it("after it was accepted leads on with the data of the newer release", async () => {
    const current = join(machine.root, "srv/jeunesse/current");
    execFileSync("cp", [
      "-a",
      `${join(machine.root, "srv/jeunesse/releases", OLD)}/.`,
      join(machine.root, "srv/jeunesse/releases", NEW),
    ]);
    rmSync(current);
    symlinkSync(`releases/${NEW}`, current);
    writeFileSync(join(machine.dataDir, "secret"), "of the newer release".padEnd(43, "x"));
    const after = stateOf(machine.dataDir);
    expect(await machine.upgrade(["--settle"])).toEqual({ code: 0, output: "" });
    expect(stateOf(machine.dataDir)).toEqual(after);
    expect(existsSync(note())).toBe(false);
    expect(machine.inUse()).toBe(NEW);
  });

  it("whose backup is damaged does not go on as if nothing had happened", async () => {
    writeFileSync(backup, "nothing of a backup");
    const before = stateOf(machine.dataDir);
    expect((await machine.upgrade(["--settle"])).code).toBe(1);
    expect(stateOf(machine.dataDir)).toEqual(before);
    expect(existsSync(note())).toBe(true);
  });
});

describe("the command", () => {
  it("says how it is used to who gives it words that it does not know", async () => {
    for (const words of [["--all"], ["v1"], ["--check", "v0.3.0"]])
      expect(await machine.upgrade(words), words.join(" ")).toMatchObject({
        code: 2,
        output: expect.stringContaining("Usage: jeunesse upgrade"),
      });
  });

  it("goes to no older release and to none that is not there", async () => {
    machine.publish("v0.1.9", {});
    expect((await machine.upgrade(["0.1.9"])).output).toContain("v0.1.9 is older than v0.2.0");
    expect((await machine.upgrade(["v0.9.9"])).output).toContain("There is no release v0.9.9.");
    machine.publish(NEW, {});
    expect((await machine.upgrade(["--check"])).output).toContain(`There is ${NEW}; ${OLD} runs.`);
    expect(machine.inUse()).toBe(OLD);
  });

  it("follows a tag that was moved or withdrawn, and shows why a repository does not answer", async () => {
    for (const text of ["first", "moved"]) {
      machine.publish(NEW, { "CHANGELOG.md": text });
      expect(await machine.upgrade(["--check"])).toMatchObject({ code: 0, output: expect.stringContaining(NEW) });
      const source = join(machine.root, "srv/jeunesse/source");
      expect(execFileSync("git", ["-C", source, "show", `${NEW}:CHANGELOG.md`]).toString()).toBe(text);
    }
    machine.withdraw(NEW);
    expect(await machine.upgrade()).toEqual({ code: 0, output: `${OLD} is the newest release.\n` });
    machine.withdraw(OLD);
    expect(await machine.upgrade()).toEqual({ code: 0, output: `${OLD} is the newest release.\n` });
    rmSync(join(machine.root, "origin"), { recursive: true });
    expect(await machine.upgrade(["--check"])).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^fatal: .*origin.*\n[\s\S]*fetch.* failed\.\n$/),
    });
  });
});
