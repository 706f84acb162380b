import { resolve } from "node:path";
import {
  backUpAllData,
  changesSinceBackup,
  copyDataFolder,
  dataCompatibilityProblem,
  newestBackupFile,
} from "#server/backends/release-data.ts";
import { readConfig } from "#server/config.ts";
import { runCommand } from "./run-command.ts";

const USAGE = `Usage: node cli/release-data.ts COMMAND

What an upgrade asks a release about the data in DATA_DIR. A later release asks this one, too: do not rename a command.

  copy FOLDER      copies the data to a new folder, also while the site runs
  reads            whether this release reads the data; if not, prints the reason and exits with 1
  back-up          prints the path of a backup with all of the data: the newest one, or a new one
  newest           prints the path of the newest backup
  changes BACKUP   prints what was written since that backup was made
`;

/** French names for the collections whose changes the webmaster needs to know. */
const NAMES: Readonly<Record<string, string>> = {
  inbox: "sign-ups and messages",
  evenements: "events",
  membres: "committee members",
  register: "members of the register",
  accounts: "accounts",
};

async function main([command, path, ...others]: string[]): Promise<number | null> {
  const config = readConfig(process.env);
  if (others.length > 0) return null;
  if (command === "copy" && path) await copyDataFolder(config, resolve(path));
  else if (command === "changes" && path) print(describe(changesSinceBackup(config, resolve(path))));
  else if (command === "back-up" && !path) print(await backUpAllData(config));
  else if (command === "newest" && !path) print(newestBackupFile(config));
  else if (command === "reads" && !path) {
    const problem = await dataCompatibilityProblem(config);
    if (problem) print(problem);
    return problem ? 1 : 0;
  } else return null;
  return 0;
}

function describe(changes: ReadonlyMap<string, number>): string {
  const named = Object.entries(NAMES).flatMap(([collection, name]) => {
    const number = changes.get(collection);
    return number ? [`${number} ${name}`] : [];
  });
  const others = [...changes].reduce((sum, [collection, number]) => sum + (collection in NAMES ? 0 : number), 0);
  const parts = [...named, ...(others > 0 ? [`${others} other documents`] : [])];
  return parts.join(", ") || "nothing";
}

const print = (line: string): void => void process.stdout.write(`${line}\n`);

await runCommand(USAGE, main);
