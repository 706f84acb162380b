/** Fetches a release and builds it beside the one that runs, which notices nothing of it. */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statfsSync, statSync } from "node:fs";
import { join } from "node:path";
import { type Machine, releaseInUse, UpgradeFault } from "./machine.ts";
import { compareReleases, isRelease, newest } from "./versions.ts";

/** How a release is called until it is whole. */
const PARTIAL = ".partial";
/** Releases and backups of before an upgrade that are kept: this one, and the one to go back to. */
const KEPT = 2;
const BEFORE = /^avant-v[\d.]+\.tar$/;

/**
 * Asks the repository which releases there are.
 * @param asked a release, or null for the newest
 * @returns the one to go to; null when the one in use is the newest
 * @throws UpgradeFault when the repository does not answer, or has no such release, or an older one was asked for
 */
export async function findRelease(machine: Machine, asked: string | null): Promise<string | null> {
  const { source } = machine;
  // A tag that was moved or withdrawn there is moved or deleted here: `--tags` alone refuses the first.
  const fetch = ["fetch", "--quiet", "--prune", "--no-tags", "origin", "+refs/tags/*:refs/tags/*"];
  await machine.run("git", ["-C", source, ...fetch], { env: NO_QUESTIONS });
  const tags = (await machine.run("git", ["-C", source, "tag", "--list"], { quiet: true })).split("\n");
  const inUse = releaseInUse(machine);
  if (asked === null) {
    const last = newest(tags);
    return last && compareReleases(last, inUse) > 0 ? last : null;
  }
  if (!isRelease(asked) || !tags.includes(asked)) throw new UpgradeFault(`There is no release ${asked}.`);
  if (asked === inUse) return null;
  if (compareReleases(asked, inUse) < 0)
    throw new UpgradeFault(`${asked} is older than ${inUse}, whose data it cannot read. docs/deploy.md: going back.`);
  return asked;
}

/** A repository that wants a password is one that does not answer. */
const NO_QUESTIONS = { GIT_TERMINAL_PROMPT: "0" };

/** @throws UpgradeFault when the disk has no room for another release, two backups and what a restore unpacks */
export async function checkRoom(machine: Machine): Promise<void> {
  const release = await sizeOf(machine, `${machine.current}/`);
  const data = await sizeOf(machine, machine.dataDir);
  const needs: [string, number][] = [
    [machine.releases, 2 * release],
    [machine.backupDir, 2 * data],
    [machine.dataDir, 2 * data],
  ];
  for (const [folder] of needs) mkdirSync(folder, { recursive: true });
  for (const device of new Set(needs.map(([folder]) => statSync(folder).dev))) {
    const here = needs.filter(([folder]) => statSync(folder).dev === device);
    const needed = here.reduce((sum, [, bytes]) => sum + bytes, 0);
    const [folder] = here[0] ?? [machine.releases];
    const { bavail, bsize } = statfsSync(folder);
    if (bavail * bsize < needed)
      throw new UpgradeFault(
        `The disk of ${folder} has ${megabytes(bavail * bsize)} left, and an upgrade needs ${megabytes(needed)}.`,
      );
  }
}

const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1024 / 1024)} MB`;

async function sizeOf(machine: Machine, folder: string): Promise<number> {
  return Number.parseInt(await machine.run("du", ["-sk", folder], { quiet: true }), 10) * 1024;
}

/** Lays a release out and builds it, also when it is there, as its tag may have moved. A failure leaves nothing of it. */
export async function buildRelease(machine: Machine, tag: string): Promise<void> {
  const folder = join(machine.releases, tag);
  forgetPartial(machine);
  rmSync(folder, { recursive: true, force: true });
  const partial = folder + PARTIAL;
  const archive = `${partial}.tar`;
  try {
    mkdirSync(partial, { mode: 0o755 });
    await machine.run("git", ["-C", machine.source, "archive", "--output", archive, tag]);
    await machine.run("tar", ["-xf", archive, "-C", partial]);
    rmSync(archive);
    await machine.run("npm", ["ci", "--no-audit", "--no-fund"], { cwd: partial });
    await machine.run("npm", ["run", "build"], { cwd: partial });
    // What a power cut would take away again must not be started.
    await machine.run("sync", ["-f", partial]);
    renameSync(partial, folder);
  } catch (fault) {
    forgetPartial(machine);
    throw fault;
  }
}

function forgetPartial({ releases }: Machine): void {
  for (const name of readdirSync(releases))
    if (name.includes(PARTIAL)) rmSync(join(releases, name), { recursive: true, force: true });
}

/** @returns what a release says of itself and of those before it; empty when it says nothing */
export function readChangelog({ releases }: Machine, tag: string): string {
  const file = join(releases, tag, "CHANGELOG.md");
  return existsSync(file) ? readFileSync(file, "utf8") : "";
}

/** Keeps the release in use and the one before it, and the backups that lead back. */
export function forgetOldReleases(machine: Machine): void {
  const { releases, backupDir } = machine;
  const inUse = releaseInUse(machine);
  const older = readdirSync(releases).filter((name) => isRelease(name) && compareReleases(name, inUse) < 0);
  for (const name of older.sort(compareReleases).slice(0, 1 - KEPT))
    rmSync(join(releases, name), { recursive: true, force: true });
  const backups = readdirSync(backupDir).filter((name) => BEFORE.test(name));
  const age = (name: string) => statSync(join(backupDir, name)).mtimeMs;
  for (const name of backups.sort((a, b) => age(a) - age(b)).slice(0, -KEPT)) rmSync(join(backupDir, name));
}
