/** Runs a script of the release in use as the site's user, with the site's settings and data: for the command `jeunesse`, as root. */
import { spawnSync } from "node:child_process";
import { openMachine, releaseInUse } from "./upgrade/machine.ts";

const [flag, root = "/", ...script] = process.argv.slice(2);
if (flag !== "--root" || script.length === 0)
  throw new Error("Usage: cli/as-site.ts --root FOLDER SCRIPT [ARGUMENT …]");

const machine = openMachine(root, process.env.PATH ?? "");
const { command, args, options } = machine.asSite(releaseInUse(machine), script);
process.exitCode = spawnSync(command, args, { ...options, stdio: "inherit" }).status ?? 1;
