/** Puts another release and its data in the place of those in use: both at once, by the link `current`. */
import { spawn } from "node:child_process";
import { closeSync, fsyncSync, openSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { dirname } from "node:path";
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
} from "./machine.ts";
import { rehearseUpgrade, waitForRelease } from "./rehearsal.ts";

const SITE = "jeunesse.service";
const START_MS = 60_000;

/** Two releases with their data. */
export type Pair = { from: string; to: string };
type Tell = (line: string) => void;

/** Rehearses a release on a copy of the data, then on the final one, and puts both in use. */
export async function upgradeTo({ from, to }: Pair, tell: Tell): Promise<void> {
  tell(`Rehearsing ${to} on a copy of the data, beside ${from}…`);
  asSiteNow(from, ["cli/upgrade-data.ts", "copy", dataOf(from), dataOf(to)]);
  await rehearseUpgrade(to);
  tell(`Switching to ${to}: forms are told to try again for some seconds…`);
  await switchTo({ from, to }, [dataOf(from), dataOf(to)], () => rehearseUpgrade(to));
}

/** Carries later sign-ups and messages into the older data, and puts those and their release in use again. */
export async function rollBackTo({ from, to }: Pair, tell: Tell): Promise<void> {
  tell(`Going back from ${from} to ${to}…`);
  await switchTo({ from, to }, [dataOf(from)], async () => carry({ from, to }));
}

/** @param copied the data whose writes stop, and where to copy them then @param prepare makes the other data ready meanwhile */
async function switchTo({ from, to }: Pair, copied: readonly string[], prepare: () => Promise<void>): Promise<void> {
  const letWritesGoOn = await holdWrites(from, copied);
  try {
    await prepare();
    run("sync", ["-f", releaseFolder(to), dataOf(to)]);
    systemctl("stop", SITE);
  } finally {
    letWritesGoOn();
  }
  await use(to);
}

/**
 * After a failure: has the release that was in use run on its data again, also where the other one has been started.
 * @returns what to say of it
 */
export async function goBackTo({ from, to }: Pair): Promise<string> {
  try {
    if (releaseInUse() === to) {
      // A unit that the release has lost cannot be stopped, and does not run.
      attempt(() => systemctl("stop", SITE));
      attempt(() => carry({ from: to, to: from }));
    }
    await use(from);
    return `Everything is as it was: ${from} runs.`;
  } catch (error) {
    return `Program and data are as they were. ${(error as Error).message}`;
  }
}

const attempt = (work: () => void): void => {
  try {
    work();
  } catch (error) {
    process.stdout.write(`${(error as Error).message}\n`);
  }
};

const carry = ({ from, to }: Pair): void => asSiteNow(from, ["cli/upgrade-data.ts", "carry", dataOf(from), dataOf(to)]);

/** Has a release be the one in use, also after a power cut, and run. @throws UpgradeError when it is not well */
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

function asSiteNow(release: string, script: readonly string[]): void {
  const { command, args, options } = asSiteUser(release, script);
  run(command, args, options);
}

/** @returns what lets the writes go on */
async function holdWrites(release: string, folders: readonly string[]): Promise<() => void> {
  const { command, args, options } = asSiteUser(release, ["cli/upgrade-data.ts", "hold", ...folders]);
  const holder = spawn(command, args, { ...options, stdio: ["pipe", "pipe", "inherit"] });
  const held = new Promise<boolean>((resolve, reject) => {
    holder.stdout.once("data", () => resolve(true));
    holder.once("error", reject).once("close", () => resolve(false));
  });
  if (!(await held))
    throw new UpgradeError(`Writes to the data of ${release} could not be stopped, or the data not copied.`);
  return () => void holder.stdin.end();
}
