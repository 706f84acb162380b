/** A data folder that other users of the machine can read: the start makes it private, or logs why it cannot. */
import { chmodSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { fillSite, scratch } from "#tests/backup/site.ts";
import { dataFolder, openStores } from "#tests/server/process.ts";
import { makeDataFolderPrivate } from "#upkeep/private-folder.ts";

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

/** Makes everything readable for other users, as after a copy or with another umask. */
function openToAll(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    const path = join(folder, name);
    chmodSync(path, statSync(path).isDirectory() ? 0o755 : 0o644);
  }
  chmodSync(folder, 0o755);
}

it("a site changes the folder to mode 700 and the files to 600 when it opens its stores, before it answers", async () => {
  const DATA_DIR = dataFolder();
  await fillSite(DATA_DIR);
  mkdirSync(join(DATA_DIR, "sauvegardes"));
  writeFileSync(join(DATA_DIR, "sauvegardes/copie.db"), "");
  openToAll(DATA_DIR);
  const report = vi.fn();
  const { close } = await openStores({ DATA_DIR }, report);
  onTestFinished(close);
  expect(modeOf(DATA_DIR)).toBe("700");
  const open = readdirSync(DATA_DIR, { recursive: true, encoding: "utf8" }).filter(
    (name) => statSync(join(DATA_DIR, name)).mode & 0o077,
  );
  expect(open).toEqual([]);
  expect(report).not.toHaveBeenCalled();
});

it.each([0o750, 0o701, 0o777, 0o770])("the start makes a folder of mode %o private", (mode) => {
  const folder = scratch();
  writeFileSync(join(folder, "site.db"), "");
  chmodSync(join(folder, "site.db"), 0o664);
  chmodSync(folder, mode);
  expect(makeDataFolderPrivate(folder)).toBeNull();
  expect([modeOf(folder), modeOf(join(folder, "site.db"))]).toEqual(["700", "600"]);
});

it("the start changes neither other files nor the target of a symbolic link", () => {
  const [folder, elsewhere] = [scratch(), scratch()];
  for (const path of [join(folder, "notes.sh"), join(elsewhere, "a.jpg")]) {
    writeFileSync(path, "");
    chmodSync(path, 0o755);
  }
  symlinkSync(elsewhere, join(folder, "outbox"));
  chmodSync(folder, 0o755);
  expect(makeDataFolderPrivate(folder)).toBeNull();
  expect([folder, join(folder, "notes.sh"), join(elsewhere, "a.jpg")].map(modeOf)).toEqual(["700", "755", "755"]);
});

it("the start returns one line with the reason if modes cannot be changed", () => {
  // A folder of the kernel, whose mode cannot be changed.
  expect(makeDataFolderPrivate("/proc/sys/kernel")).toMatch(
    /^Other users of this machine[^\n]+could not be changed[^\n]+DATA_DIR/,
  );
});
