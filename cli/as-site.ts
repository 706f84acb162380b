/** The command `jeunesse` uses this file to run scripts as the site's user. */
import { spawnSync } from "node:child_process";
import { commandAsSiteUser, currentRelease } from "./upgrade/releases.ts";

const [command, args, options] = commandAsSiteUser(currentRelease(), process.argv.slice(2));
process.exitCode = spawnSync(command, args, { ...options, stdio: "inherit" }).status ?? 1;
