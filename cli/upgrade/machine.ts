/** The server that an upgrade works on: where things stand, and the commands that touch it. */
import { spawn } from "node:child_process";
import { existsSync, readFileSync, readlinkSync } from "node:fs";
import { basename, join } from "node:path";
import { parseEnv } from "node:util";

/** The user that the site runs as. */
const SITE_USER = "jeunesse";

/** One line for the webmaster that says why an upgrade stopped. */
export class UpgradeFault extends Error {}

type RunOptions = { cwd?: string; env?: NodeJS.ProcessEnv; quiet?: boolean };

export type Machine = Readonly<{
  /** A bare clone of the repository. */
  source: string;
  /** A folder a release, named after its tag. */
  releases: string;
  /** The link to the release that runs: its flip is the moment when an upgrade counts. */
  current: string;
  /** Says that an upgrade is between its backup and that flip. */
  pending: string;
  dataDir: string;
  backupDir: string;
  /** Where the site listens, on this machine. */
  port: number;
  /**
   * Runs a command to its end.
   * @returns what it wrote to its output, when `quiet`; else that goes to the terminal
   * @throws UpgradeFault when it fails
   */
  run: (command: string, args: readonly string[], options?: RunOptions) => Promise<string>;
  /** How a script of a release is started as the site's user with the site's settings. */
  asSite: (release: string, script: readonly string[], extra?: Readonly<Record<string, string>>) => SiteCommand;
}>;

type SiteCommand = { command: string; args: string[]; options: { cwd: string; env: NodeJS.ProcessEnv } };

/**
 * @param root before every path: `/`, or a folder that stands for it in tests
 * @param path where commands are looked for, as in `PATH`
 * @throws UpgradeFault when the site was not installed by deploy/install.sh
 */
export function openMachine(root: string, path: string): Machine {
  const home = join(root, "srv/jeunesse");
  const settingsFile = join(root, "etc/jeunesse.env");
  if (!existsSync(join(home, "source")) || !existsSync(settingsFile))
    throw new UpgradeFault(`There is no site in ${home}: deploy/install.sh makes one.`);
  const settings = parseEnv(readFileSync(settingsFile, "utf8"));
  const dataDir = join(root, "var/lib/jeunesse");
  const env = { PATH: path, HOME: join(root, "root") };
  return {
    source: join(home, "source"),
    releases: join(home, "releases"),
    current: join(home, "current"),
    pending: join(home, "upgrade.json"),
    dataDir,
    backupDir: settings.BACKUP_DIR || join(dataDir, "sauvegardes"),
    port: Number(settings.PORT || 3000),
    run: (command, args, options = {}) => runToEnd(command, args, { ...options, env: { ...env, ...options.env } }),
    asSite: (release, script, extra = {}) => ({
      command: "setpriv",
      // Whatever happens to the upgrade, nothing that it started goes on with the data.
      args: [
        ...[`--reuid=${SITE_USER}`, `--regid=${SITE_USER}`, "--init-groups", "--pdeathsig=KILL"],
        ...["node", "scripts/run.cjs", ...script],
      ],
      options: {
        cwd: join(home, "releases", release),
        env: { ...env, ...settings, HOME: dataDir, DATA_DIR: dataDir, ...extra },
      },
    }),
  };
}

/** @returns the release that `current` points to @throws UpgradeFault when it points nowhere */
export function releaseInUse({ current }: Machine): string {
  try {
    return basename(readlinkSync(current));
  } catch {
    throw new UpgradeFault(`${current} is no link to a release: deploy/install.sh makes it.`);
  }
}

async function runToEnd(command: string, args: readonly string[], { quiet, ...options }: RunOptions): Promise<string> {
  const child = spawn(command, args, {
    ...options,
    // Ctrl-C is for the upgrade, which decides what becomes of it.
    detached: true,
    stdio: ["ignore", quiet ? "pipe" : "inherit", "inherit"],
  });
  const output: Buffer[] = [];
  child.stdout?.on("data", (bytes: Buffer) => output.push(bytes));
  const code = await new Promise<number | null>((end, fail) => child.once("close", end).once("error", fail));
  if (code !== 0) throw new UpgradeFault(`\`${[command, ...args].join(" ")}\` failed.`);
  return Buffer.concat(output).toString("utf8");
}
