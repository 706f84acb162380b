import { resolve } from "node:path";
import { swissDateAndTime } from "#domain/dates.ts";
import { readConfig } from "#server/config.ts";
import { restoreSite } from "#server/services.ts";
import { runCommand } from "./run-command.ts";

const USAGE = `Usage: npm run restore -- FILE

Verifies a backup and replaces the database in DATA_DIR by it. The previous one is kept beside it. Saved mail stays.
Stop the site first. A backup of an older version is brought up to date at the next start.

Exit code: 0 done, 1 refused or failed (nothing was changed), 2 not understood.
`;

function main([file, ...others]: string[]): number | null {
  if (!file || others.length > 0 || file.startsWith("-")) return null;
  const config = readConfig(process.env);
  const { madeAt, files, previous, stopped } = restoreSite(config, resolve(file));
  process.stdout.write(
    [
      `${config.dataDir} is what it was on ${swissDateAndTime(madeAt)} (${files} picture files).`,
      ...(previous ? [`The previous state is in ${previous}: delete it once all is well.`] : []),
      ...(stopped > 0
        ? [
            `Messages to members that were being sent, and are stopped: ${stopped}. The committee resumes each on its page.`,
          ]
        : []),
      "Start the site again.",
      "",
    ].join("\n"),
  );
  return 0;
}

await runCommand(USAGE, main);
