/** The releases on the server, and those of the repository. Releases are tags `vX.Y.Z`. */
import { existsSync, readdirSync, readFileSync, rmSync, statfsSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import {
  CURRENT_LINK,
  DATA,
  dataOf,
  RELEASES,
  releaseFolder,
  releaseInUse,
  run,
  SITE_HOME,
  SOURCE,
  UpgradeError,
} from "./machine.ts";

/** The suffix of a release that is not complete (deploy/build-release.sh). */
const PARTIAL = ".partial";
/** Bytes that an upgrade leaves free. */
const RESERVE = 64 * 1024 * 1024;

const isRelease = (tag: string): boolean => /^v\d+\.\d+\.\d+$/.test(tag);

/** @returns below 0 when the first is the older one */
const compareReleases = (one: string, other: string): number => one.localeCompare(other, "en", { numeric: true });

/** @returns the newest release among tags; null when none is one */
export const newest = (tags: readonly string[]): string | null =>
  tags.filter(isRelease).sort(compareReleases).at(-1) ?? null;

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

/** @throws UpgradeError when a disk has no room for another release and what a migration makes of a copy of the data */
export function checkRoom(): void {
  const program = Number.parseInt(run("du", ["-sk", `${CURRENT_LINK}/`]), 10) * 1024;
  const database = statSync(join(dataOf(releaseInUse()), "site.db"), { throwIfNoEntry: false });
  const needed = program + 3 * (database?.size ?? 0) + RESERVE;
  for (const folder of [RELEASES, DATA]) {
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
  run("sh", [join(CURRENT_LINK, "deploy/build-release.sh"), SITE_HOME, tag, tag]);
  symlinkSync(dataOf(tag), join(releaseFolder(tag), "data"));
}

/** @returns what the changelog of a release says that the one of an older release does not */
export function changesSince(from: string, to: string): string {
  const [known = "", all = ""] = [from, to].map((release) => {
    const file = join(releaseFolder(release), "CHANGELOG.md");
    return existsSync(file) ? readFileSync(file, "utf8") : "";
  });
  const lines = new Set(known.split("\n"));
  return all
    .split("\n")
    .filter((line) => !lines.has(line))
    .join("\n");
}

/** @returns the release with its data that the one in use has replaced; null when there is none */
export const previousRelease = (): string | null =>
  newest(readdirSync(RELEASES).filter((name) => existsSync(dataOf(name)) && compareReleases(name, releaseInUse()) < 0));

/** Deletes releases and their data, but for those named. */
export function removeOtherReleases(...kept: string[]): void {
  for (const name of [RELEASES, DATA].flatMap((folder) => readdirSync(folder))) {
    const release = name.replace(PARTIAL, "");
    if (isRelease(release) && !kept.includes(release)) removeRelease(release);
  }
}

/** Deletes a release that is not in use, and its data. */
export function removeRelease(release: string): void {
  if (release === releaseInUse()) throw new Error(`${release} is in use.`);
  for (const folder of [releaseFolder(release), releaseFolder(release) + PARTIAL, dataOf(release)])
    rmSync(folder, { recursive: true, force: true });
}
