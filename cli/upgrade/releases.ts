/** Works only on a server that deploy/install.sh has set up. */
import { execFileSync } from "node:child_process";
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { parseEnv } from "node:util";

const SITE_HOME = "/srv/jeunesse";
/** Bare clone of the Git repository. */
const SOURCE = join(SITE_HOME, "source");
/** One folder per release, named after the tag. */
const RELEASES = join(SITE_HOME, "releases");
/** Link to the folder of the running release. */
const CURRENT_LINK = join(SITE_HOME, "current");
/** Data of the site, as in deploy/jeunesse.service. The settings take precedence. */
const DATA = "/var/lib/jeunesse";

/** The releases of an upgrade or a rollback. */
export type ReleasePair = { readonly from: string; readonly to: string };

/** An expected failure. The message is one line for the webmaster. */
export class UpgradeError extends Error {}

export const releaseFolder = (release: string): string => join(RELEASES, release);

export function currentRelease(): string {
  try {
    return basename(readlinkSync(CURRENT_LINK));
  } catch {
    throw new UpgradeError(`There is no site in ${SITE_HOME}: deploy/install.sh makes one.`);
  }
}

export const siteEnvironment = (): NodeJS.Dict<string> & { DATA_DIR: string } => ({
  DATA_DIR: DATA,
  ...parseEnv(readFileSync("/etc/jeunesse.env", "utf8")),
});

type Options = { cwd?: string; env?: NodeJS.ProcessEnv };
const LINES_OF_FAILURE = 25;

/** If the command fails, prints the end of its output and throws UpgradeError. */
export function runProgram(command: string, args: readonly string[], options: Options = {}): string {
  try {
    return execFileSync(command, args, { ...options, stdio: "pipe", maxBuffer: 2 ** 28 }).toString();
  } catch (error) {
    const { stdout = "", stderr = "" } = error as { stdout?: Buffer; stderr?: Buffer };
    process.stdout.write(`${stdout}${stderr}`.split("\n").slice(-LINES_OF_FAILURE).join("\n"));
    throw new UpgradeError(`\`${[command, ...args].join(" ")}\` failed.`);
  }
}

export const runSystemctl = (...args: string[]): string => runProgram("systemctl", args);

const PATH = `${dirname(process.execPath)}:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin`;

/**
 * @param settings in addition to those of the site
 * @returns arguments for `runProgram` that run a script of `release` as the site's user
 */
export const commandAsSiteUser = (release: string, script: readonly string[], settings: NodeJS.Dict<string> = {}) =>
  [
    "setpriv",
    ["--reuid=jeunesse", "--regid=jeunesse", "--init-groups", "node", "scripts/run.cjs", ...script],
    { cwd: releaseFolder(release), env: { PATH, HOME: DATA, ...siteEnvironment(), ...settings } },
  ] as const;

/** deploy/build-release.sh adds this suffix to the folder of an incomplete release. */
const PARTIAL = ".partial";
const MB = 1024 * 1024;
/** Bytes that must stay free on the disk after an upgrade. */
const RESERVE = 64 * MB;

const isRelease = (tag: string): boolean => /^v\d+\.\d+\.\d+$/.test(tag);

const compareReleases = (one: string, other: string): number => one.localeCompare(other, "en", { numeric: true });

export const newestRelease = (tags: readonly string[]): string | null =>
  tags.filter(isRelease).sort(compareReleases).at(-1) ?? null;

/**
 * @param asked tag of a release; null: the newest release
 * @returns null if the running release is equal or newer
 */
export function findRelease(asked: string | null): string | null {
  // A tag may have been moved or deleted. With `--tags`, git would keep the old tag.
  const fetch = ["fetch", "--quiet", "--prune", "--no-tags", "origin", "+refs/tags/*:refs/tags/*"];
  // If the repository asks for a password, fail instead of waiting for input.
  runProgram("env", ["GIT_TERMINAL_PROMPT=0", "git", "-C", SOURCE, ...fetch]);
  const tags = runProgram("git", ["-C", SOURCE, "tag", "--list"]).split("\n");
  const inUse = currentRelease();
  if (asked !== null && (!isRelease(asked) || !tags.includes(asked)))
    throw new UpgradeError(`There is no release ${asked}. Leave the version out for the newest one.`);
  if (asked !== null && compareReleases(asked, inUse) < 0)
    throw new UpgradeError(`${asked} is older than ${inUse}. To go back one upgrade: jeunesse rollback.`);
  const found = asked ?? newestRelease(tags);
  return found && compareReleases(found, inUse) > 0 ? found : null;
}

/** An upgrade needs room for another release, for a copy of the data and for a backup. */
export function checkFreeSpace(): void {
  const program = Number.parseInt(runProgram("du", ["-sk", `${CURRENT_LINK}/`]), 10) * 1024;
  const { DATA_DIR } = siteEnvironment();
  const database = statSync(join(DATA_DIR, "site.db"), { throwIfNoEntry: false });
  const needed = program + 2 * (database?.size ?? 0) + RESERVE;
  const inMB = (bytes: number) => `${Math.ceil(bytes / MB)} MB`;
  for (const folder of [RELEASES, DATA_DIR]) {
    const { bavail, bsize } = statfsSync(folder);
    const free = bavail * bsize;
    if (free < needed)
      throw new UpgradeError(
        `The disk of ${folder} has ${inMB(free)} left, and an upgrade needs ${inMB(needed)}: make room.`,
      );
  }
}

/** Rebuilds an existing release, because its tag may have moved. */
export function buildRelease(tag: string): void {
  removeRelease(tag);
  runProgram("sh", [join(CURRENT_LINK, "deploy/build-release.sh"), SITE_HOME, tag, tag]);
}

/** In the folder of a release: the path of the backup that was made before the release changed the data. */
const BACKUP_BEFORE = "backup-before";

export const rememberBackupBeforeUpgrade = (release: string, backup: string): void =>
  writeFileSync(join(releaseFolder(release), BACKUP_BEFORE), backup);

/** @returns null if no backup was made, or if it was deleted since */
export function backupBeforeUpgrade(release: string): string | null {
  const note = join(releaseFolder(release), BACKUP_BEFORE);
  const backup = existsSync(note) ? readFileSync(note, "utf8") : "";
  return existsSync(backup) ? backup : null;
}

/** Survives a power cut: the link then leads to the former release or to this one. */
export function switchCurrentRelease(release: string): void {
  const link = `${CURRENT_LINK}.new`;
  rmSync(link, { force: true });
  symlinkSync(releaseFolder(release), link);
  renameSync(link, CURRENT_LINK);
  const folder = openSync(SITE_HOME, "r");
  fsyncSync(folder);
  closeSync(folder);
}

export function changelogSinceRelease(from: string, to: string): string {
  const [known = [], all = []] = [from, to].map((release) => {
    const file = join(releaseFolder(release), "CHANGELOG.md");
    return existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
  });
  return all.filter((line) => !known.includes(line)).join("\n");
}

/** @returns the newest release that is older than the running one; null if there is none */
export const previousRelease = (): string | null =>
  newestRelease(readdirSync(RELEASES).filter((name) => compareReleases(name, currentRelease()) < 0));

export function removeOtherReleases(...kept: string[]): void {
  for (const name of readdirSync(RELEASES)) {
    const release = name.replace(PARTIAL, "");
    if (isRelease(release) && !kept.includes(release)) removeRelease(release);
  }
}

export function removeRelease(release: string): void {
  if (release === currentRelease()) throw new Error(`${release} is in use.`);
  for (const folder of [releaseFolder(release), releaseFolder(release) + PARTIAL])
    rmSync(folder, { recursive: true, force: true });
}
