/** Runs a script of the release in use as the site's user, with the site's settings and data: for the command `jeunesse`. */
import { spawnSync } from "node:child_process";
import { asSiteUser, releaseInUse } from "./upgrade/releases.ts";

const [command, args, options] = asSiteUser(releaseInUse(), process.argv.slice(2));
process.exitCode = spawnSync(command, args, { ...options, stdio: "inherit" }).status ?? 1;
