/** Releases on a server that deploy/install.sh has set up: finds, builds and deletes them, and runs their scripts. */
import { execFileSync } from "node:child_process";
import {
  existsSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statfsSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { parseEnv } from "node:util";

const SITE_HOME = "/srv/jeunesse";
/** A bare clone of the Git repository, from which releases are built. */
const SOURCE = join(SITE_HOME, "source");
/** Folder with one folder per release, named after its tag. The link `data` in each leads to the release's data. */
const RELEASES = join(SITE_HOME, "releases");
/** Symbolic link to the current release. It determines which program runs, and with which data. */
export const CURRENT_LINK = join(SITE_HOME, "current");
/** Folder with one data folder per release, owned by the site's user. */
const DATA = "/var/lib/jeunesse";

/** An expected failure of an upgrade; the message is one line for the webmaster. */
export class UpgradeError extends Error {}

export const releaseFolder = (release: string): string => join(RELEASES, release);
export const dataOf = (release: string): string => join(DATA, release);

/** Returns the current release. Throws an UpgradeError when deploy/install.sh has not installed the site. */
export function releaseInUse(): string {
  try {
    return basename(readlinkSync(CURRENT_LINK));
  } catch {
    throw new UpgradeError(`There is no site in ${SITE_HOME}: deploy/install.sh makes one.`);
  }
}

export const readSettings = (): NodeJS.Dict<string> => parseEnv(readFileSync("/etc/jeunesse.env", "utf8"));

type Options = { cwd?: string; env?: NodeJS.ProcessEnv };
const LINES_OF_FAILURE = 25;

/**
 * Runs a command to its end.
 * @returns its standard output
 * @throws UpgradeError when the command fails; the last lines of its output go to the log
 */
export function runProgram(command: string, args: readonly string[], options: Options = {}): string {
  try {
    return execFileSync(command, args, { ...options, stdio: "pipe", maxBuffer: 2 ** 28 }).toString();
  } catch (error) {
    const { stdout = "", stderr = "" } = error as { stdout?: Buffer; stderr?: Buffer };
    process.stdout.write(`${stdout}${stderr}`.split("\n").slice(-LINES_OF_FAILURE).join("\n"));
    throw new UpgradeError(`\`${[command, ...args].join(" ")}\` failed.`);
  }
}

export const systemctl = (...args: string[]): string => runProgram("systemctl", args);

const PATH = `${dirname(process.execPath)}:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin`;

/** @returns arguments of `runProgram` that start a script of a release as the site's system user, on the release's data */
export const asSiteUser = (release: string, script: readonly string[]) =>
  [
    "setpriv",
    ["--reuid=jeunesse", "--regid=jeunesse", "--init-groups", "node", "scripts/run.cjs", ...script],
    {
      cwd: releaseFolder(release),
      env: { PATH, HOME: dataOf(release), ...readSettings(), DATA_DIR: dataOf(release) },
    },
  ] as const;

/** Suffix of the folder of an incomplete release (deploy/build-release.sh). */
const PARTIAL = ".partial";
const MB = 1024 * 1024;
/** Bytes that must stay free on the disk after an upgrade. */
const RESERVE = 64 * MB;

const isRelease = (tag: string): boolean => /^v\d+\.\d+\.\d+$/.test(tag);

/** @returns a negative number when `one` is older than `other` */
const compareReleases = (one: string, other: string): number => one.localeCompare(other, "en", { numeric: true });

/** @returns the newest release among Git tags; null when no tag names a release */
export const newestRelease = (tags: readonly string[]): string | null =>
  tags.filter(isRelease).sort(compareReleases).at(-1) ?? null;

/**
 * Fetches the tags of the repository.
 * @param asked a release, or null for the newest
 * @returns the release to upgrade to; null when it is already in use
 * @throws UpgradeError when the repository does not answer, or the release is unknown or older than the current one
 */
export function findRelease(asked: string | null): string | null {
  // Also move and delete local tags that the repository moved or deleted; with `--tags` alone, git does not move tags.
  const fetch = ["fetch", "--quiet", "--prune", "--no-tags", "origin", "+refs/tags/*:refs/tags/*"];
  // Fail, instead of waiting for input, when the repository asks for a password.
  runProgram("env", ["GIT_TERMINAL_PROMPT=0", "git", "-C", SOURCE, ...fetch]);
  const tags = runProgram("git", ["-C", SOURCE, "tag", "--list"]).split("\n");
  const inUse = releaseInUse();
  if (asked !== null && (!isRelease(asked) || !tags.includes(asked)))
    throw new UpgradeError(`There is no release ${asked}. Leave the version out for the newest one.`);
  if (asked !== null && compareReleases(asked, inUse) < 0)
    throw new UpgradeError(`${asked} is older than ${inUse}. To go back one upgrade: jeunesse rollback.`);
  const found = asked ?? newestRelease(tags);
  return found && compareReleases(found, inUse) > 0 ? found : null;
}

/** @throws UpgradeError when a disk has no room for another release and a migrated copy of the data */
export function checkRoom(): void {
  const program = Number.parseInt(runProgram("du", ["-sk", `${CURRENT_LINK}/`]), 10) * 1024;
  const database = statSync(join(dataOf(releaseInUse()), "site.db"), { throwIfNoEntry: false });
  const needed = program + 3 * (database?.size ?? 0) + RESERVE;
  const inMB = (bytes: number) => `${Math.ceil(bytes / MB)} MB`;
  for (const folder of [RELEASES, DATA]) {
    const { bavail, bsize } = statfsSync(folder);
    const free = bavail * bsize;
    if (free < needed)
      throw new UpgradeError(
        `The disk of ${folder} has ${inMB(free)} left, and an upgrade needs ${inMB(needed)}: make room.`,
      );
  }
}

/** Builds a release next to the current one. Rebuilds an existing release, because its tag may have moved. */
export function buildRelease(tag: string): void {
  removeRelease(tag);
  runProgram("sh", [join(CURRENT_LINK, "deploy/build-release.sh"), SITE_HOME, tag, tag]);
  symlinkSync(dataOf(tag), join(releaseFolder(tag), "data"));
}

/** @returns the lines of the changelog of release `to` that are not in the changelog of the older release `from` */
export function changesSince(from: string, to: string): string {
  const [known = [], all = []] = [from, to].map((release) => {
    const file = join(releaseFolder(release), "CHANGELOG.md");
    return existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
  });
  return all.filter((line) => !known.includes(line)).join("\n");
}

/** @returns the newest release that is older than the current one and still has its data; null when there is none */
export const previousRelease = (): string | null =>
  newestRelease(
    readdirSync(RELEASES).filter((name) => existsSync(dataOf(name)) && compareReleases(name, releaseInUse()) < 0),
  );

/** Deletes all releases except `kept`, and their data. */
export function removeOtherReleases(...kept: string[]): void {
  for (const name of [RELEASES, DATA].flatMap((folder) => readdirSync(folder))) {
    const release = name.replace(PARTIAL, "");
    if (isRelease(release) && !kept.includes(release)) removeRelease(release);
  }
}

/** Deletes a release and its data. Throws when the release is in use. */
export function removeRelease(release: string): void {
  if (release === releaseInUse()) throw new Error(`${release} is in use.`);
  for (const folder of [releaseFolder(release), releaseFolder(release) + PARTIAL, dataOf(release)])
    rmSync(folder, { recursive: true, force: true });
}
