/** Runs a script of the installed release as the site's user with its settings; for `jeunesse`, as root. */
import { spawnSync } from "node:child_process";
import { asSiteUser, releaseInUse } from "./upgrade/machine.ts";

const { command, args, options } = asSiteUser(releaseInUse(), process.argv.slice(2));
process.exitCode = spawnSync(command, args, { ...options, stdio: "inherit" }).status ?? 1;
