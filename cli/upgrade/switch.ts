/** Puts another release in the place of the one that runs, or everything back as it was: program and data. */
import { readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type Machine, releaseInUse, UpgradeFault } from "./machine.ts";
import { forgetPending, notePending, type Pending, putInUse, readPending, syncFolder } from "./pending.ts";
import { tryRelease, waitForRelease } from "./trial.ts";

const START_MS = 60_000;

type Tell = (line: string) => void;

/**
 * Stops the site, backs it up, tries the new release on the data, and starts it. From the stop to the start visitors wait.
 * @param signal somebody wants it to end: it is put back
 * @throws UpgradeFault when the old release runs again, on the data of before
 */
export async function switchRelease(
  machine: Machine,
  { from, to }: { from: string; to: string },
  { tell, signal }: { tell: Tell; signal: AbortSignal },
): Promise<void> {
  const backup = join(machine.backupDir, `avant-${to}.tar`);
  try {
    tell("Stopping the site and backing it up…");
    await systemctl(machine, "stop");
    await makeBackup(machine, from, backup);
    tell(`Backed up, and restored as a test: ${backup}`);
    notePending(machine, { from, to, backup });
    tell(`Trying ${to} on the data…`);
    await tryRelease(machine, to, signal);
    // It is decided here: a power cut before leads back, one after leads on.
    putInUse(machine, to);
    forgetPending(machine);
  } catch (fault) {
    const sentence = await goBack(machine, from);
    throw new UpgradeFault(`${messageOf(fault)} ${sentence}`);
  }
  await startOrGoBack(machine, { from, to, backup }, tell);
}

/** Backs the stopped site up, and restores that backup in a folder beside the data. Until then an older file stays. */
async function makeBackup(machine: Machine, release: string, file: string): Promise<void> {
  const made = join(machine.backupDir, "avant-en-cours.tar");
  const restored = join(machine.dataDir, "essai-de-retour");
  const clear = () => {
    for (const path of [made, restored]) rmSync(path, { recursive: true, force: true });
  };
  clear();
  try {
    await execute(machine, release, ["cli/backup.ts", made]);
    await execute(machine, release, ["cli/restore.ts", made], { DATA_DIR: restored });
    renameSync(made, file);
    syncFolder(machine.backupDir);
  } finally {
    clear();
  }
}

/** @returns what to say of it */
async function goBack(machine: Machine, from: string): Promise<string> {
  await settle(machine);
  try {
    await startRelease(machine, from);
    return `Everything is as it was: ${from} runs again.`;
  } catch (fault) {
    return `Program and data are as they were. ${messageOf(fault)} jeunesse logs says why.`;
  }
}

/** @throws UpgradeFault when the release does not answer that it is well */
async function startRelease(machine: Machine, release: string): Promise<void> {
  // The unit files belong to the release in use. systemd keeps what it has read of another one.
  await machine.run("systemctl", ["daemon-reload"]);
  await systemctl(machine, "start");
  await waitForRelease(machine.port, release, { withinMs: START_MS, signal: new AbortController().signal });
}

/** A release that passed its trial and does not start all the same has taken nothing in. */
async function startOrGoBack(machine: Machine, pending: Pending, tell: Tell): Promise<void> {
  const { from, to } = pending;
  try {
    tell(`Starting ${to}…`);
    await startRelease(machine, to);
  } catch (fault) {
    // A unit that the release has lost cannot be stopped, and does not run. A restore refuses a site that does.
    await systemctl(machine, "stop").catch(() => {});
    notePending(machine, pending);
    putInUse(machine, from);
    throw new UpgradeFault(`${messageOf(fault)} ${await goBack(machine, from)}`);
  }
}

/**
 * Ends what an upgrade left that was cut: the data become those of the release in use. The site must not run.
 * @returns the release whose upgrade was taken back; null when nothing was under way, or only the note of it was left
 */
export async function settle(machine: Machine): Promise<string | null> {
  const pending = readPending(machine);
  if (!pending) return null;
  const isAccepted = releaseInUse(machine) === pending.to;
  if (!isAccepted) {
    // A release that has to be built again anyway leaves its room to the backup.
    rmSync(join(machine.releases, pending.to), { recursive: true, force: true });
    const before = setAside(machine);
    await execute(machine, pending.from, ["cli/restore.ts", pending.backup]);
    // What the newer release had made of the same data.
    for (const name of setAside(machine).filter((each) => !before.includes(each)))
      rmSync(join(machine.dataDir, name), { recursive: true, force: true });
  }
  forgetPending(machine);
  return isAccepted ? null : pending.to;
}

/** @returns the states of before that restores have kept */
const setAside = ({ dataDir }: Machine): string[] =>
  readdirSync(dataDir).filter((name) => name.startsWith("avant-restauration-"));

async function execute(
  machine: Machine,
  release: string,
  script: readonly string[],
  settings: Readonly<Record<string, string>> = {},
): Promise<void> {
  const { command, args, options } = machine.asSite(release, script, settings);
  await machine.run(command, args, { ...options, quiet: true });
}

async function systemctl(machine: Machine, verb: "start" | "stop"): Promise<void> {
  await machine.run("systemctl", [verb, "jeunesse.service"]);
}

const messageOf = (fault: unknown): string => (fault instanceof Error ? fault.message : String(fault));
