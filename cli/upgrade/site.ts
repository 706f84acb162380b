/** Starts releases of the site as services of systemd, and waits until they are healthy. */
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import {
  commandAsSiteUser,
  currentRelease,
  type ReleasePair,
  releaseFolder,
  runProgram,
  runSystemctl,
  siteEnvironment,
  switchCurrentRelease,
  UpgradeError,
} from "./releases.ts";

const SITE = "jeunesse.service";

const UNIT = "jeunesse-rehearsal.service";
const UNIT_FILE = `/run/systemd/system/${UNIT}`;
const SETTINGS = "/run/jeunesse-rehearsal.env";
/** In the data folder, so that the copy is on the same disk. */
const COPY = "repetition";

const HEALTHY_MS = 60_000;
const STEP_MS = 50;
/**
 * Health requests (one every `STEP_MS`) per check of the unit's state: each run of `systemctl show` delays the start of the
 * release.
 */
const STEPS_PER_CHECK = 20;

const DATA_SCRIPT = "cli/release-data.ts";

const askRelease = (release: string, ...command: readonly string[]): string =>
  runProgram(...commandAsSiteUser(release, [DATA_SCRIPT, ...command])).trim();

/** @returns the reason if the release cannot read the data; null if it can */
export function releaseCompatibilityProblem(release: string, settings: NodeJS.Dict<string> = {}): string | null {
  const [command, args, options] = commandAsSiteUser(release, [DATA_SCRIPT, "reads"], settings);
  const { status, stdout, stderr } = spawnSync(command, args, { ...options, encoding: "utf8" });
  return status === 0 ? null : stdout.trim() || stderr.trim() || `${release} does not run.`;
}

/** @returns the path of a backup with all of the data */
export const makeBackupAsRelease = (release: string): string => askRelease(release, "back-up");

export const newestBackupAsRelease = (release: string): string => askRelease(release, "newest");

/** @returns the numbers of documents that were written since the backup, as a sentence */
export function changesSinceAsRelease(release: string, backup: string): string {
  try {
    return askRelease(release, "changes", backup);
  } catch {
    // A release that does not run must not prevent the restore.
    return "unknown";
  }
}

/** Call it while the site is stopped. @returns the folder with the data that the backup has replaced */
export function restoreAsRelease(release: string, backup: string): string {
  const output = runProgram(...commandAsSiteUser(release, ["cli/restore.ts", backup]));
  return /^The previous state is in (.+): delete it/m.exec(output)?.[1] ?? "";
}

/**
 * Starts the new release on a copy of the data, on another port and without jobs, and requests its home page.
 * @returns whether the running release can no longer read the copy after the new release has started on it
 */
export async function rehearseUpgrade({ from, to }: ReleasePair): Promise<boolean> {
  const port = await freePort();
  const copy = join(siteEnvironment().DATA_DIR, COPY);
  rmSync(copy, { recursive: true, force: true });
  try {
    askRelease(from, "copy", copy);
    writeFileSync(UNIT_FILE, rehearsalUnit(to, copy));
    writeFileSync(SETTINGS, `PORT=${port}\nHOST=127.0.0.1\nREHEARSAL=on\nDATA_DIR=${copy}\n`);
    runSystemctl("daemon-reload");
    runSystemctl("start", UNIT);
    await waitForRelease(port, to, UNIT);
    const { status } = await fetch(`http://127.0.0.1:${port}/`, { signal: AbortSignal.timeout(HEALTHY_MS) });
    if (status !== 200) throw new UpgradeError(`The home page of ${to} answered ${status}.`);
    runSystemctl("stop", UNIT);
    return releaseCompatibilityProblem(from, { DATA_DIR: copy }) !== null;
  } finally {
    if (existsSync(UNIT_FILE)) runSystemctl("stop", UNIT);
    for (const path of [UNIT_FILE, SETTINGS, copy]) rmSync(path, { recursive: true, force: true });
  }
}

/** The test run can write only to its copy, not to the data and the backups of the site. */
function rehearsalUnit(release: string, copy: string): string {
  const changes = [
    `WorkingDirectory=${releaseFolder(release)}`,
    `EnvironmentFile=${SETTINGS}`,
    "StateDirectory=",
    "ReadWritePaths=",
    `ReadWritePaths=-${copy}`,
    "Restart=no",
  ];
  return [unitOf(release), "[Service]", ...changes, ""].join("\n");
}

function unitOf(release: string): string {
  try {
    return readFileSync(join(releaseFolder(release), "deploy/jeunesse.service"), "utf8");
  } catch {
    throw new UpgradeError(`${release} has no deploy/jeunesse.service.`);
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

export const stopSite = (): void => void runSystemctl("stop", SITE);

/** Does nothing if the release runs already. */
export async function startRelease(release: string): Promise<void> {
  const former = currentRelease();
  if (former !== release) switchCurrentRelease(release);
  // systemd keeps the former unit file in memory. Reload only a changed file, because a reload delays the start.
  if (unitOf(former) !== unitOf(release)) runSystemctl("daemon-reload");
  runSystemctl("start", SITE);
  await waitForRelease(Number(siteEnvironment().PORT || 3000), release, SITE);
}

async function waitForRelease(port: number, release: string, unit: string): Promise<void> {
  const until = performance.now() + HEALTHY_MS;
  for (let step = 1; (await askHealth(port)) !== release; step++, await pause(STEP_MS)) {
    const hasEnded = step % STEPS_PER_CHECK === 0 && !isActive(unit);
    if (hasEnded || performance.now() > until)
      throw new UpgradeError(
        `${release} does not ${hasEnded ? "run" : "answer that it is well"}: journalctl -u ${unit} says why.`,
      );
  }
}

/** Also false while systemd waits to start a failing program again. */
const isActive = (unit: string): boolean =>
  runSystemctl("show", "--property=ActiveState", unit).trim() === "ActiveState=active";

/** @returns the healthy release; null for another response and without one */
async function askHealth(port: number): Promise<string | null> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(5000) });
    return response.ok ? `v${((await response.json()) as { version?: unknown }).version}` : null;
  } catch {
    return null;
  }
}
