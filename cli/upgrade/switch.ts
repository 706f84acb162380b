/** The link `current` selects both the program and the data. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import {
  asSiteUser,
  CURRENT_LINK,
  dataOf,
  readSettings,
  releaseFolder,
  releaseInUse,
  runProgram,
  systemctl,
  UpgradeError,
} from "./releases.ts";

const SITE = "jeunesse.service";
const DATA_SCRIPT = "cli/upgrade-data.ts";
const START_MS = 60_000;

const UNIT = "jeunesse-rehearsal.service";
const UNIT_FILE = `/run/systemd/system/${UNIT}`;
const SETTINGS = "/run/jeunesse-rehearsal.env";
/** Includes the migration of a large database. */
const REHEARSAL_MS = 120_000;
/** Longest time from the first response of a release to its first healthy response. */
const HEALTHY_MS = 15_000;
const STEP_MS = 50;
/** Run `systemctl show` rarely, because frequent runs would slow the start. */
const STEPS_PER_CHECK = 10;

export type Pair = { from: string; to: string };

export const printLine = (line: string): void => void process.stdout.write(`${line}\n`);

/** Tests the new release twice: on a copy while the site runs, then on the final copy while writes are blocked. */
export async function upgradeTo({ from, to }: Pair): Promise<void> {
  printLine(`Rehearsing ${to} on a copy of the data, beside ${from}…`);
  runProgram(...asSiteUser(from, [DATA_SCRIPT, "copy", dataOf(from), dataOf(to)]));
  await rehearse(to);
  printLine(`Switching to ${to}: forms are told to try again for some seconds…`);
  await switchTo({ from, to }, [dataOf(from), dataOf(to)], () => rehearse(to));
}

/**
 * Starts a release on another port, then stops the release. The release migrates a copy of the data and serves pages.
 * The release sends no mail and deletes nothing.
 */
async function rehearse(release: string): Promise<void> {
  const port = await freePort();
  const unit = runProgram("cat", [join(releaseFolder(release), "deploy/jeunesse.service")]);
  const changes = [`WorkingDirectory=${releaseFolder(release)}`, `EnvironmentFile=${SETTINGS}`, "Restart=no"];
  try {
    writeFileSync(UNIT_FILE, [unit, "[Service]", ...changes, ""].join("\n"));
    writeFileSync(SETTINGS, `PORT=${port}\nHOST=127.0.0.1\nREHEARSAL=on\n`);
    systemctl("daemon-reload");
    systemctl("start", UNIT);
    await waitForRelease(port, release, { withinMs: REHEARSAL_MS, unit: UNIT });
    const { status } = await fetch(`http://127.0.0.1:${port}/`, { signal: AbortSignal.timeout(REHEARSAL_MS) });
    if (status !== 200) throw new UpgradeError(`The home page of ${release} answered ${status}.`);
  } finally {
    systemctl("stop", UNIT);
    for (const file of [UNIT_FILE, SETTINGS]) rmSync(file, { force: true });
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

export async function rollBackTo({ from, to }: Pair): Promise<void> {
  printLine(`Going back from ${from} to ${to}…`);
  await switchTo({ from, to }, [dataOf(from)], async () => carry({ from, to }));
}

const carry = ({ from, to }: Pair) => runProgram(...asSiteUser(from, [DATA_SCRIPT, "carry", dataOf(from), dataOf(to)]));

/** `prepare` runs while writes are blocked. `hold`: arguments of `hold` in cli/upgrade-data.ts. */
async function switchTo({ from, to }: Pair, hold: readonly string[], prepare: () => Promise<unknown>): Promise<void> {
  const releaseWrites = await lockWrites(from, hold);
  try {
    await prepare();
    runProgram("sync", ["-f", releaseFolder(to), dataOf(to)]);
    systemctl("stop", SITE);
  } finally {
    releaseWrites();
  }
  await use(to);
}

async function lockWrites(release: string, folders: readonly string[]): Promise<() => void> {
  const [command, args, options] = asSiteUser(release, [DATA_SCRIPT, "hold", ...folders]);
  const holder = spawn(command, args, { ...options, stdio: ["pipe", "pipe", "inherit"] });
  const isHeld = await Promise.race([
    once(holder.stdout, "data").then(() => true),
    once(holder, "close").then(() => false),
  ]);
  if (!isHeld) throw new UpgradeError(`Writes to the data of ${release} could not be stopped, or the data not copied.`);
  return () => void holder.stdin.end();
}

/** The release `to` may already run. @returns a sentence for the webmaster */
export async function goBackTo({ from, to }: Pair): Promise<string> {
  try {
    if (releaseInUse() === to) {
      // Log a failed step and continue, because the old release must start in any case.
      for (const step of [() => systemctl("stop", SITE), () => carry({ from: to, to: from })])
        try {
          step();
        } catch (error) {
          printLine((error as Error).message);
        }
    }
    await use(from);
    return `Everything is as it was: ${from} runs.`;
  } catch (error) {
    return `Program and data are as they were. ${(error as Error).message}`;
  }
}

async function use(release: string): Promise<void> {
  const isSameUnit = unitOf(releaseInUse()) === unitOf(release);
  if (releaseInUse() !== release) {
    const link = `${CURRENT_LINK}.new`;
    rmSync(link, { force: true });
    symlinkSync(releaseFolder(release), link);
    renameSync(link, CURRENT_LINK);
    const folder = openSync(dirname(CURRENT_LINK), "r");
    fsyncSync(folder);
    closeSync(folder);
  }
  // systemd keeps the previous unit file in memory. Reload only a changed file, because a reload delays the start.
  if (!isSameUnit) systemctl("daemon-reload");
  systemctl("start", SITE);
  await waitForRelease(Number(readSettings().PORT || 3000), release, { withinMs: START_MS, unit: SITE });
}

const unitOf = (release: string) => readFileSync(join(releaseFolder(release), "deploy/jeunesse.service"), "utf8");

async function waitForRelease(
  port: number,
  release: string,
  { withinMs, unit }: { withinMs: number; unit: string },
): Promise<void> {
  let until = performance.now() + withinMs;
  for (let [hasAnswered, step] = [false, 1]; ; step++, await pause(STEP_MS)) {
    const answer = await askHealth(port);
    if (answer === release) return;
    if (answer !== null && !hasAnswered) {
      hasAnswered = true;
      until = Math.min(until, performance.now() + HEALTHY_MS);
    }
    const hasEnded =
      step % STEPS_PER_CHECK === 0 && /=(?:failed|inactive)$/m.test(systemctl("show", "--property=ActiveState", unit));
    if (hasEnded || performance.now() > until)
      throw new UpgradeError(
        `${release} does not ${hasEnded ? "run" : "answer that it is well"}: journalctl -u ${unit} says why.`,
      );
  }
}

/** @returns the healthy release; an empty string for another response; null without a response */
async function askHealth(port: number): Promise<string | null> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(5000) });
    return response.ok ? `v${((await response.json()) as { version?: unknown }).version}` : "";
  } catch {
    return null;
  }
}
