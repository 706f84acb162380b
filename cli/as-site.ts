/** For the command `jeunesse`: runs a script of the current release as the site's user, with its settings and data. */
import { spawnSync } from "node:child_process";
import { asSiteUser, releaseInUse } from "./upgrade/releases.ts";

const [command, args, options] = asSiteUser(releaseInUse(), process.argv.slice(2));
process.exitCode = spawnSync(command, args, { ...options, stdio: "inherit" }).status ?? 1;
