/** Fetches a release and builds it beside the one that runs. */
import { existsSync, readdirSync, readFileSync, rmSync, statfsSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import {
  CURRENT,
  DATA,
  dataOf,
  HOME,
  programOf,
  RELEASES,
  releaseInUse,
  run,
  SOURCE,
  UpgradeError,
} from "./machine.ts";
import { compareReleases, isRelease, newest } from "./versions.ts";

/** The suffix of a release that is not complete. */
const PARTIAL = ".partial";
/** Bytes that an upgrade leaves free. */
const RESERVE = 64 * 1024 * 1024;

/**
 * Asks the repository which releases there are.
 * @param asked a release, or null for the newest
 * @returns the release to upgrade to; null when the newest one is in use
 * @throws UpgradeError when the repository does not answer, or has no such release, or an older one was asked for
 */
export function findRelease(asked: string | null): string | null {
  // A tag that was moved or withdrawn there is moved or deleted here: `--tags` alone refuses the first.
  const fetch = ["fetch", "--quiet", "--prune", "--no-tags", "origin", "+refs/tags/*:refs/tags/*"];
  // A repository that asks for a password counts as one that does not answer.
  run("env", ["GIT_TERMINAL_PROMPT=0", "git", "-C", SOURCE, ...fetch]);
  const tags = run("git", ["-C", SOURCE, "tag", "--list"]).split("\n");
  const inUse = releaseInUse();
  const found = asked ?? newest(tags);
  if (asked !== null && (!isRelease(asked) || !tags.includes(asked)))
    throw new UpgradeError(`There is no release ${asked}. Leave the version out for the newest one.`);
  if (asked !== null && compareReleases(asked, inUse) < 0)
    throw new UpgradeError(`${asked} is older than ${inUse}. To go back one upgrade: jeunesse rollback.`);
  return found && compareReleases(found, inUse) > 0 ? found : null;
}

/** @throws UpgradeError when the disk has no room for another release and what a migration makes of a copy of the data */
export function checkRoom(): void {
  const kilobytes = Number.parseInt(run("du", ["-sk", `${CURRENT}/`]), 10);
  const database = statSync(join(dataOf(releaseInUse()), "site.db"), { throwIfNoEntry: false });
  const needs = [
    { folder: RELEASES, bytes: kilobytes * 1024 },
    { folder: DATA, bytes: 3 * (database?.size ?? 0) + RESERVE },
  ];
  for (const { folder } of needs) {
    const here = needs.filter((other) => statSync(other.folder).dev === statSync(folder).dev);
    const needed = here.reduce((sum, { bytes }) => sum + bytes, 0);
    const { bavail, bsize } = statfsSync(folder);
    if (bavail * bsize < needed)
      throw new UpgradeError(
        `The disk of ${folder} has ${megabytes(bavail * bsize)} left, and an upgrade needs ${megabytes(needed)}: make room.`,
      );
  }
}

const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1024 / 1024)} MB`;

/** Builds a release beside the one in use, also when it is there, as its tag may have moved. */
export function buildRelease(tag: string): void {
  removeRelease(tag);
  run("sh", [join(CURRENT, "deploy/build-release.sh"), HOME, tag, tag]);
  symlinkSync(dataOf(tag), join(programOf(tag), "data"));
}

/** @returns what a release says of itself and of those before it; empty when it says nothing */
export function readChangelog(tag: string): string {
  const file = join(programOf(tag), "CHANGELOG.md");
  return existsSync(file) ? readFileSync(file, "utf8") : "";
}

/** @returns the release with its data that the one in use has replaced; null when there is none */
export const previousRelease = (): string | null =>
  newest(pairs().filter((release) => compareReleases(release, releaseInUse()) < 0));

const pairs = (): string[] => readdirSync(RELEASES).filter((name) => isRelease(name) && existsSync(dataOf(name)));

/** Deletes releases and their data, but for those named. */
export function keepOnly(...kept: string[]): void {
  for (const folder of [RELEASES, DATA])
    for (const name of readdirSync(folder).map((each) => each.replace(PARTIAL, "")))
      if (isRelease(name) && !kept.includes(name)) removeRelease(name);
}

/** Deletes a release that is not in use, and its data. */
export function removeRelease(release: string): void {
  if (release === releaseInUse()) throw new Error(`${release} is in use.`);
  for (const folder of [programOf(release), programOf(release) + PARTIAL, dataOf(release)])
    rmSync(folder, { recursive: true, force: true });
}
