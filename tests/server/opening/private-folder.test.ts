/** A data folder that other users of the machine can read: the start takes it back, or says why it cannot. */
import { chmodSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { fillSite, scratch } from "#tests/backup/site.ts";
import { dataFolder, start } from "#tests/server/process.ts";
import { makePrivate } from "#upkeep/private-folder.ts";

vi.setConfig({ testTimeout: 60_000 });

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

/** Lets others read everything, as an older version, a copy or a umask does. */
function openToAll(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    const path = join(folder, name);
    chmodSync(path, statSync(path).isDirectory() ? 0o755 : 0o644);
  }
  chmodSync(folder, 0o755);
}

it("sets the folder to 700 and the files of the site to 600 before it answers", async () => {
  const DATA_DIR = dataFolder();
  await fillSite(DATA_DIR);
  mkdirSync(join(DATA_DIR, "sauvegardes"));
  writeFileSync(join(DATA_DIR, "sauvegardes/copie.tar"), "");
  openToAll(DATA_DIR);
  const site = await start({ DATA_DIR, LOG_LEVEL: "info" });
  expect(modeOf(DATA_DIR)).toBe("700");
  const open = readdirSync(DATA_DIR, { recursive: true, encoding: "utf8" }).filter(
    (name) => statSync(join(DATA_DIR, name)).mode & 0o077,
  );
  expect(open).toEqual([]);
  expect(site.output()).not.toContain("Other users");
  expect(await (await fetch(`${site.url}/planning/2025`)).text()).toContain("Brisolée");
});

it.each([0o750, 0o701, 0o777, 0o770])("closes a folder of mode %o", (mode) => {
  const folder = scratch();
  writeFileSync(join(folder, "secret"), "");
  chmodSync(join(folder, "secret"), 0o664);
  chmodSync(folder, mode);
  expect(makePrivate(folder)).toBeNull();
  expect([modeOf(folder), modeOf(join(folder, "secret"))]).toEqual(["700", "600"]);
});

it("leaves what is not the site's as it is, and what a link leads to", () => {
  const [folder, elsewhere] = [scratch(), scratch()];
  for (const path of [join(folder, "notes.sh"), join(elsewhere, "a.jpg")]) {
    writeFileSync(path, "");
    chmodSync(path, 0o755);
  }
  symlinkSync(elsewhere, join(folder, "images"));
  chmodSync(folder, 0o755);
  expect(makePrivate(folder)).toBeNull();
  expect([folder, join(folder, "notes.sh"), join(elsewhere, "a.jpg")].map(modeOf)).toEqual(["700", "755", "755"]);
});

it("closes what a kill left open: the folder is the last", () => {
  const folder = scratch();
  mkdirSync(join(folder, "outbox"));
  writeFileSync(join(folder, "outbox/a.eml"), "");
  chmodSync(join(folder, "outbox/a.eml"), 0o644);
  chmodSync(folder, 0o755);
  makePrivate(folder);
  expect(modeOf(join(folder, "outbox/a.eml"))).toBe("600");
});

it("says in one line why others can still read it where modes cannot be changed", () => {
  // A folder of the kernel's own: it can be read by all, and changed by nobody.
  expect(makePrivate("/proc/sys/kernel")).toMatch(
    /^Other users of this machine[^\n]+could not be changed[^\n]+DATA_DIR/,
  );
});
