/** The server that deploy/install.sh has set up: where things are, and how commands run on it. */
import { execFileSync } from "node:child_process";
import { readFileSync, readlinkSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { parseEnv } from "node:util";

export const SITE_HOME = "/srv/jeunesse";
/** A bare clone of the repository. */
export const SOURCE = join(SITE_HOME, "source");
/** One folder per release, named after its tag. Its link `data` leads to the release's own data. */
export const RELEASES = join(SITE_HOME, "releases");
/** The link to the release in use: it decides which program runs, and on which data. */
export const CURRENT_LINK = join(SITE_HOME, "current");
/** One folder per release in use, and per release that can be used again; they belong to the site's user. */
export const DATA = "/var/lib/jeunesse";

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

/** @returns what /etc/jeunesse.env says */
export const readSettings = (): NodeJS.Dict<string> => parseEnv(readFileSync("/etc/jeunesse.env", "utf8"));

/**
 * Runs a command to its end.
 * @returns its standard output
 * @throws UpgradeError when it fails; what it wrote last goes to the log
 */
export function run(
  command: string,
  args: readonly string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): string {
  try {
    return execFileSync(command, args, { ...options, stdio: "pipe", maxBuffer: 2 ** 28 }).toString();
  } catch (error) {
    const { stdout = "", stderr = "" } = error as { stdout?: Buffer; stderr?: Buffer };
    process.stdout.write(`${stdout}${stderr}`.split("\n").slice(-LINES_OF_FAILURE).join("\n"));
    throw new UpgradeError(`\`${[command, ...args].join(" ")}\` failed.`);
  }
}

const LINES_OF_FAILURE = 25;

export const systemctl = (...args: string[]): string => run("systemctl", args);

const PATH = `${dirname(process.execPath)}:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin`;

/** @returns how a script of a release is run as the site's user, with the site's settings and on the release's data */
export const asSiteUser = (release: string, script: readonly string[]) => ({
  command: "setpriv",
  args: ["--reuid=jeunesse", "--regid=jeunesse", "--init-groups", "node", "scripts/run.cjs", ...script],
  options: {
    cwd: releaseFolder(release),
    env: { PATH, HOME: dataOf(release), ...readSettings(), DATA_DIR: dataOf(release) },
  },
});
