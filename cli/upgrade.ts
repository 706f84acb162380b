/** `jeunesse upgrade`: the next release in the place of this one, or everything as it was. As root, on a server of its own. */
import { openMachine, releaseInUse, UpgradeFault } from "./upgrade/machine.ts";
import { buildRelease, checkRoom, findRelease, forgetOldReleases, readChangelog } from "./upgrade/releases.ts";
import { settle, switchRelease } from "./upgrade/switch.ts";
import { newsBetween } from "./upgrade/versions.ts";

const USAGE = `Usage: jeunesse upgrade [--check | --settle | vX.Y.Z]

Fetches the newest release (or the one that is named), builds it beside the running site, backs everything up, tries the
release on the data, and switches. When anything fails, program and data are as they were.

  --check    only says whether there is a newer release
  --settle   ends what an upgrade left that was cut: done by itself before each start of the site

Exit code: 0 done, or nothing to do; 1 failed, and the site is as it was; 2 not understood.
`;

const tell = (line: string) => void process.stdout.write(`${line}\n`);

type Command = { root: string; what: "upgrade" | "check" | "settle"; release: string | null };

/** @returns null when it is not understood */
function readArguments(args: readonly string[]): Command | null {
  // For tests: a folder that stands for the machine.
  const [root, words] = args[0] === "--root" ? [args[1] ?? "/", args.slice(2)] : ["/", args];
  const [word, ...others] = words;
  if (others.length > 0) return null;
  if (word === undefined) return { root, what: "upgrade", release: null };
  if (word === "--check" || word === "--settle")
    return { root, what: word === "--check" ? "check" : "settle", release: null };
  return /^v?\d+\.\d+\.\d+$/.test(word) ? { root, what: "upgrade", release: `v${word.replace("v", "")}` } : null;
}

/** Ctrl-C and a machine that shuts down lead back, in good order. */
function interruption(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => controller.abort());
  return controller.signal;
}

async function upgrade({ root, what, release }: Command): Promise<void> {
  const machine = openMachine(root, process.env.PATH ?? "");
  if (what !== "check") {
    const undone = await settle(machine);
    if (undone) tell(`The upgrade to ${undone} was cut: the site is what it was before.`);
    if (what === "settle") return;
  }
  const from = releaseInUse(machine);
  const to = await findRelease(machine, release);
  if (!to) return tell(`${from} is the newest release.`);
  if (what === "check") return tell(`There is ${to}; ${from} runs. sudo jeunesse upgrade`);
  await checkRoom(machine);
  tell(`Building ${to} beside ${from}, which goes on…`);
  await buildRelease(machine, to);
  await switchRelease(machine, { from, to }, { tell, signal: interruption() });
  forgetOldReleases(machine);
  tell(`${to} runs.\n\n${newsBetween(readChangelog(machine, to), from, to)}`.trim());
}

const command = readArguments(process.argv.slice(2));
if (!command) process.stderr.write(USAGE);
process.exitCode = !command
  ? 2
  : await upgrade(command).then(
      () => 0,
      (fault: unknown) => {
        process.stderr.write(`${fault instanceof UpgradeFault ? fault.message : String(fault)}\n`);
        return 1;
      },
    );
