/** Releases on a server that deploy/install.sh has set up: where they are, how commands run in them, which there are. */
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
/** A bare clone of the repository. */
const SOURCE = join(SITE_HOME, "source");
/** One folder per release, named after its tag. Its link `data` leads to the release's own data. */
const RELEASES = join(SITE_HOME, "releases");
/** The link to the release in use: it decides which program runs, and on which data. */
export const CURRENT_LINK = join(SITE_HOME, "current");
/** One folder per release; they belong to the site's user. */
const DATA = "/var/lib/jeunesse";

/** One line for the webmaster that says why an upgrade ended. */
export class UpgradeError extends Error {}

export const releaseFolder = (release: string): string => join(RELEASES, release);
export const dataOf = (release: string): string => join(DATA, release);

/** @throws UpgradeError when the site was not installed by deploy/install.sh */
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
 * @throws UpgradeError when it fails; its last lines go to the log
 */
export function run(command: string, args: readonly string[], options: Options = {}): string {
  try {
    return execFileSync(command, args, { ...options, stdio: "pipe", maxBuffer: 2 ** 28 }).toString();
  } catch (error) {
    const { stdout = "", stderr = "" } = error as { stdout?: Buffer; stderr?: Buffer };
    process.stdout.write(`${stdout}${stderr}`.split("\n").slice(-LINES_OF_FAILURE).join("\n"));
    throw new UpgradeError(`\`${[command, ...args].join(" ")}\` failed.`);
  }
}

export const systemctl = (...args: string[]): string => run("systemctl", args);

const PATH = `${dirname(process.execPath)}:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin`;

/** How a script of a release is run as the site's user, with the site's settings and on the release's data. */
export const asSiteUser = (release: string, script: readonly string[]) =>
  [
    "setpriv",
    ["--reuid=jeunesse", "--regid=jeunesse", "--init-groups", "node", "scripts/run.cjs", ...script],
    {
      cwd: releaseFolder(release),
      env: { PATH, HOME: dataOf(release), ...readSettings(), DATA_DIR: dataOf(release) },
    },
  ] as const;

/** The suffix of a release that is not complete (deploy/build-release.sh). */
const PARTIAL = ".partial";
const MB = 1024 * 1024;
/** Bytes that an upgrade leaves free. */
const RESERVE = 64 * MB;

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
  if (asked !== null && (!isRelease(asked) || !tags.includes(asked)))
    throw new UpgradeError(`There is no release ${asked}. Leave the version out for the newest one.`);
  if (asked !== null && compareReleases(asked, inUse) < 0)
    throw new UpgradeError(`${asked} is older than ${inUse}. To go back one upgrade: jeunesse rollback.`);
  const found = asked ?? newest(tags);
  return found && compareReleases(found, inUse) > 0 ? found : null;
}

/** @throws UpgradeError when a disk has no room for another release and for what a migration makes of a copy of the data */
export function checkRoom(): void {
  const program = Number.parseInt(run("du", ["-sk", `${CURRENT_LINK}/`]), 10) * 1024;
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

/** Builds a release beside the one in use; anew where it is there, as its tag may have moved. */
export function buildRelease(tag: string): void {
  removeRelease(tag);
  run("sh", [join(CURRENT_LINK, "deploy/build-release.sh"), SITE_HOME, tag, tag]);
  symlinkSync(dataOf(tag), join(releaseFolder(tag), "data"));
}

/** @returns the lines of a release's changelog that the one of an older release lacks */
export function changesSince(from: string, to: string): string {
  const [known = [], all = []] = [from, to].map((release) => {
    const file = join(releaseFolder(release), "CHANGELOG.md");
    return existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
  });
  return all.filter((line) => !known.includes(line)).join("\n");
}

/** @returns the release that the one in use has replaced, if its data are there; null when there is none */
export const previousRelease = (): string | null =>
  newest(readdirSync(RELEASES).filter((name) => existsSync(dataOf(name)) && compareReleases(name, releaseInUse()) < 0));

/** Deletes all other releases and their data. */
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
