/** Puts another release and its data in use, both at once by the link `current`, after a rehearsal. */
import { spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { closeSync, fsyncSync, openSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import {
  asSiteUser,
  CURRENT_LINK,
  dataOf,
  readSettings,
  releaseFolder,
  releaseInUse,
  run,
  systemctl,
  UpgradeError,
} from "./releases.ts";

const SITE = "jeunesse.service";
const DATA_SCRIPT = "cli/upgrade-data.ts";
const START_MS = 60_000;

const UNIT = "jeunesse-rehearsal.service";
const UNIT_FILE = `/run/systemd/system/${UNIT}`;
const SETTINGS = "/run/jeunesse-rehearsal.env";
/** A migration of a large database takes a while. */
const REHEARSAL_MS = 120_000;
/** From the first answer to a healthy one. */
const HEALTHY_MS = 15_000;
const STEP_MS = 50;

/** Two releases with their data. */
export type Pair = { from: string; to: string };

/** A line for the log of the upgrade. */
export const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** Rehearses a release on a copy of the data, then on the final one, and puts both in use. */
export async function upgradeTo({ from, to }: Pair): Promise<void> {
  print(`Rehearsing ${to} on a copy of the data, beside ${from}…`);
  run(...asSiteUser(from, [DATA_SCRIPT, "copy", dataOf(from), dataOf(to)]));
  await rehearse(to);
  print(`Switching to ${to}: forms are told to try again for some seconds…`);
  await switchTo({ from, to }, [dataOf(from), dataOf(to)], () => rehearse(to));
}

/**
 * Runs a release on its own data under a copy of its unit, on another port: it migrates and answers, and sends, sweeps and
 * erases nothing. Stops it again.
 * @throws UpgradeError when it does not answer as it should
 */
async function rehearse(release: string): Promise<void> {
  const port = randomInt(20_000, 30_000);
  const unit = run("cat", [join(releaseFolder(release), "deploy/jeunesse.service")]);
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

/** Carries later sign-ups and messages into the older data, and puts those and their release in use again. */
export async function rollBackTo({ from, to }: Pair): Promise<void> {
  print(`Going back from ${from} to ${to}…`);
  await switchTo({ from, to }, [dataOf(from)], async () => carry({ from, to }));
}

const carry = ({ from, to }: Pair) => run(...asSiteUser(from, [DATA_SCRIPT, "carry", dataOf(from), dataOf(to)]));

/** @param hold the data whose writes stop, and where to copy them then @param prepare makes the other data ready meanwhile */
async function switchTo({ from, to }: Pair, hold: readonly string[], prepare: () => Promise<unknown>): Promise<void> {
  const releaseWrites = await lockWrites(from, hold);
  try {
    await prepare();
    run("sync", ["-f", releaseFolder(to), dataOf(to)]);
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

/**
 * After a failure: puts the release that was in use and its data in use again, also where the other one has started.
 * @returns a sentence for the webmaster
 */
export async function goBackTo({ from, to }: Pair): Promise<string> {
  try {
    if (releaseInUse() === to) {
      // A unit that the release has lost cannot be stopped, and does not run.
      for (const step of [() => systemctl("stop", SITE), () => carry({ from: to, to: from })])
        try {
          step();
        } catch (error) {
          print((error as Error).message);
        }
    }
    await use(from);
    return `Everything is as it was: ${from} runs.`;
  } catch (error) {
    return `Program and data are as they were. ${(error as Error).message}`;
  }
}

/** Survives a power cut. @throws UpgradeError when the release is not well */
async function use(release: string): Promise<void> {
  if (releaseInUse() !== release) {
    const link = `${CURRENT_LINK}.new`;
    rmSync(link, { force: true });
    symlinkSync(releaseFolder(release), link);
    renameSync(link, CURRENT_LINK);
    const folder = openSync(dirname(CURRENT_LINK), "r");
    fsyncSync(folder);
    closeSync(folder);
  }
  // The unit files belong to the release in use; systemd keeps what it has read of another one.
  systemctl("daemon-reload");
  systemctl("start", SITE);
  await waitForRelease(Number(readSettings().PORT || 3000), release, { withinMs: START_MS, unit: SITE });
}

/**
 * Resolves once a release is healthy on its port.
 * @param unit the service that runs it
 * @throws UpgradeError when it is not within the time, or its unit has failed
 */
async function waitForRelease(
  port: number,
  release: string,
  { withinMs, unit }: { withinMs: number; unit: string },
): Promise<void> {
  let until = performance.now() + withinMs;
  for (let hasAnswered = false; ; await pause(STEP_MS)) {
    const answer = await askHealth(port);
    if (answer === release) return;
    if (answer !== null && !hasAnswered) {
      hasAnswered = true;
      until = Math.min(until, performance.now() + HEALTHY_MS);
    }
    const hasEnded = /=(?:failed|inactive)$/m.test(systemctl("show", "--property=ActiveState", unit));
    if (hasEnded || performance.now() > until)
      throw new UpgradeError(
        `${release} does not ${hasEnded ? "run" : "answer that it is well"}: journalctl -u ${unit} says why.`,
      );
  }
}

/** @returns the healthy release; empty when one answers otherwise; null without an answer */
async function askHealth(port: number): Promise<string | null> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(5000) });
    return response.ok ? `v${((await response.json()) as { version?: unknown }).version}` : "";
  } catch {
    return null;
  }
}
