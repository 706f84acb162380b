/** jeunesse-upgrade.service runs this file as root. If a step fails, the previous release runs again. */
import {
  buildRelease,
  changesSince,
  checkRoom,
  findRelease,
  previousRelease,
  releaseInUse,
  removeOtherReleases,
  removeRelease,
  UpgradeError,
} from "./upgrade/releases.ts";
import { goBackTo, type Pair, printLine, rollBackTo, upgradeTo } from "./upgrade/switch.ts";

/** @param asked null: the newest release */
async function upgrade(asked: string | null): Promise<void> {
  const from = releaseInUse();
  const to = findRelease(asked);
  if (!to) return printLine(`${from} is the newest release.`);
  const work = async () => {
    checkRoom();
    printLine(`Building ${to}, beside ${from}…`);
    buildRelease(to);
    await upgradeTo({ from, to });
  };
  await orGoBack({ from, to }, work, () => removeRelease(to));
  removeOtherReleases(from, to);
  printLine(`${to} runs. jeunesse rollback leads back to ${from}.\n\n${changesSince(from, to)}`.trim());
}

async function rollBack(): Promise<void> {
  const [from, to] = [releaseInUse(), previous()];
  await orGoBack({ from, to }, () => rollBackTo({ from, to }));
  printLine(`${to} runs. ${from} and its data stay until the next upgrade.`);
}

function previous(): string {
  const release = previousRelease();
  if (!release) throw new UpgradeError(`There is no release before ${releaseInUse()} to go back to.`);
  return release;
}

async function orGoBack(pair: Pair, work: () => Promise<void>, cleanUp = () => {}): Promise<void> {
  try {
    await work();
  } catch (error) {
    const sentence = await goBackTo(pair);
    cleanUp();
    throw new UpgradeError(`${messageOf(error)}\n${sentence}`);
  }
}

function check(): void {
  const [to, inUse] = [findRelease(null), releaseInUse()];
  printLine(to ? `There is ${to}; ${inUse} runs. sudo jeunesse upgrade` : `${inUse} is the newest release.`);
}

const messageOf = (error: unknown): string =>
  error instanceof UpgradeError ? error.message : String((error as Error).stack ?? error);

const [action = null] = process.argv.slice(2);
try {
  if (action === "--check") check();
  else if (action === "--previous") printLine(previous());
  else if (action === "rollback") await rollBack();
  else await upgrade(action);
} catch (error) {
  printLine(messageOf(error));
  process.exitCode = 1;
}
