import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { readConfig } from "#server/config.ts";
import { backUpSite } from "#server/services.ts";
import { runCommand } from "./run-command.ts";

const USAGE = `Usage: npm run backup [-- FILE]

Writes the database, with the pictures and the secret, to one file, also while the site runs. Saved mail is not in it.
Without FILE it goes among the daily ones, where it is deleted after some days: BACKUP_DIR, BACKUP_KEEP.
It holds personal data and the key of every session: store it where only you can read it.

Exit code: 0 done, 1 refused or failed, 2 not understood.
`;

async function main(args: string[]): Promise<number | null> {
  if (args.length > 1 || args[0]?.startsWith("-")) return null;
  const chosen = args[0] === undefined ? null : resolve(args[0]);
  if (chosen && existsSync(chosen)) throw new Error(`${chosen} exists already: choose another name.`);
  const { file, files, bytes } = await backUpSite(readConfig(process.env), chosen);
  process.stdout.write(`${file}\n${files} picture files, ${(bytes / 1024 / 1024).toFixed(1)} MB.\n`);
  return 0;
}

await runCommand(USAGE, main);
