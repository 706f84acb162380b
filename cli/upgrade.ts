/**
 * jeunesse-upgrade.service runs this file as root. An upgrade has six steps:
 *   1. build the new release beside the running one
 *   2. rehearse: start the new release on a copy of the data
 *   3. make a backup, if the running release could not read the data any more after the upgrade
 *   4. stop the site
 *   5. switch the link to the new release, start it, ask /healthz for 60 s
 *   6. after a failure, switch back and start: on the present data, or on the backup if the former release cannot read
 *      the present data
 */
import {
  backupBeforeUpgrade,
  buildRelease,
  changelogSinceRelease,
  checkFreeSpace,
  currentRelease,
  findRelease,
  previousRelease,
  type ReleasePair,
  rememberBackupBeforeUpgrade,
  removeOtherReleases,
  removeRelease,
  UpgradeError,
} from "./upgrade/releases.ts";
import {
  changesSinceAsRelease,
  makeBackupAsRelease,
  newestBackupAsRelease,
  rehearseUpgrade,
  releaseCompatibilityProblem,
  restoreAsRelease,
  startRelease,
  stopSite,
} from "./upgrade/site.ts";

/** @param asked null: the newest release */
async function upgrade(asked: string | null): Promise<void> {
  const from = currentRelease();
  const to = findRelease(asked);
  if (!to) return printLine(`${from} is the newest release.`);
  let isRaised = false;
  try {
    checkFreeSpace();
    printLine(`Building ${to}, beside ${from}…`);
    buildRelease(to);
    printLine(`Rehearsing ${to} on a copy of the data, beside ${from}…`);
    isRaised = await rehearseUpgrade({ from, to });
    if (isRaised) backUp({ from, to });
    printLine(`Switching to ${to}: visitors wait for some seconds…`);
    stopSite();
    await startRelease(to);
  } catch (error) {
    const sentence = await restartPrevious({ from, to }, isRaised);
    if (currentRelease() !== to) removeRelease(to);
    throw new UpgradeError(`${messageOf(error)}\n${sentence}`);
  }
  // If visitors have written since that backup, the new release has made a newer one before it changed the data.
  if (isRaised) rememberBackupBeforeUpgrade(to, newestBackupAsRelease(to));
  removeOtherReleases(from, to);
  printLine(`${to} runs. jeunesse rollback leads back to ${from}.\n\n${changelogSinceRelease(from, to)}`.trim());
}

function backUp({ from, to }: ReleasePair): void {
  const backup = makeBackupAsRelease(from);
  printLine(`${from} does not read the data of ${to}. Everything is backed up: ${backup}`);
  rememberBackupBeforeUpgrade(to, backup);
}

/** Starts the previous release again. The release `to` may have started. @returns a sentence for the webmaster */
async function restartPrevious({ from, to }: ReleasePair, isRaised: boolean): Promise<string> {
  try {
    let lost = "";
    if (currentRelease() === to) {
      stopSite();
      if (isRaised && releaseCompatibilityProblem(from)) lost = ` ${restoreNewest({ from, to })}`;
    }
    await startRelease(from);
    return lost ? `${from} runs again.${lost}` : `Everything is as it was: ${from} runs.`;
  } catch (error) {
    return `${currentRelease()} is in use. ${messageOf(error)}`;
  }
}

function restoreNewest({ from, to }: ReleasePair): string {
  const backup = newestBackupAsRelease(to);
  const changes = changesSinceAsRelease(to, backup);
  const aside = restoreAsRelease(from, backup);
  return `It has the data of ${backup}. What came since (${changes}) is in ${aside}.`;
}

async function rollBack(): Promise<void> {
  const [from, to] = [currentRelease(), previous()];
  const problem = releaseCompatibilityProblem(to);
  if (problem) throw new UpgradeError(refusal({ from, to }, problem));
  printLine(`Going back from ${from} to ${to}…`);
  try {
    stopSite();
    await startRelease(to);
  } catch (error) {
    throw new UpgradeError(`${messageOf(error)}\n${await restartPrevious({ from, to }, false)}`);
  }
  printLine(`${to} runs. ${from} stays until the next upgrade.`);
}

/** Only the webmaster may decide to lose the data since the backup. */
function refusal({ from, to }: ReleasePair, problem: string): string {
  const backup = backupBeforeUpgrade(from);
  if (!backup) return `${to} does not read the present data: ${problem}\nNo backup made before the upgrade is left.`;
  return [
    `${to} does not read the present data: ${problem}`,
    `The backup made before the upgrade is ${backup}. What came since: ${changesSinceAsRelease(from, backup)}.`,
    "To go back to it without them:",
    `  ln -sfn releases/${to} /srv/jeunesse/current && systemctl daemon-reload && jeunesse restore ${backup}`,
  ].join("\n");
}

function previous(): string {
  const release = previousRelease();
  if (!release) throw new UpgradeError(`There is no release before ${currentRelease()} to go back to.`);
  return release;
}

function check(): void {
  const [to, inUse] = [findRelease(null), currentRelease()];
  printLine(to ? `There is ${to}; ${inUse} runs. sudo jeunesse upgrade` : `${inUse} is the newest release.`);
}

const printLine = (line: string): void => void process.stdout.write(`${line}\n`);

const messageOf = (error: unknown): string =>
  error instanceof UpgradeError ? error.message : String((error as Error).stack ?? error);

const [action = null] = process.argv.slice(2);
try {
  if (action === "--check") check();
  else if (action === "rollback") await rollBack();
  else await upgrade(action);
} catch (error) {
  printLine(messageOf(error));
  process.exitCode = 1;
}
