/**
 * A machine as deploy/install.sh leaves it, in a folder: a repository with two releases of the very sources under test, the
 * older one in use on a data folder. What needs a machine of its own stands in: `systemctl` starts and stops the real site,
 * `npm` links what is installed and built already, `setpriv` changes no user.
 */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { freePort } from "#tests/free-ports.ts";

const PROJECT = join(import.meta.dirname, "../..");
const SOURCES = [
  "adapters",
  "cli",
  "domain",
  "ports",
  "stores",
  "usecases",
  "print",
  "calendar",
  "images",
  "upkeep",
  "server",
  "app",
  "deploy",
  "scripts",
  "package.json",
];
export const OLD = "v0.2.0";
export const NEW = "v0.3.0";

export type Installed = {
  root: string;
  dataDir: string;
  port: number;
  /** Has the repository get a release made of the present one and of these files; null: without it. */
  publish: (tag: string, files: Readonly<Record<string, string | null>>) => void;
  /** Takes a tag away again. */
  withdraw: (tag: string) => void;
  /** `jeunesse upgrade`. @param cutAt the command before which the current is cut */
  upgrade: (args?: readonly string[], cutAt?: number) => Promise<{ code: number | null; output: string }>;
  systemctl: (verb: "start" | "stop") => void;
  inUse: () => string;
  releases: () => string[];
  /** Everything is the older release on these data again. */
  reset: (dataDir: string) => void;
  remove: () => void;
};

/** @param settings what /etc/jeunesse.env says besides the port */
export async function install(
  settings: Readonly<Record<string, string>> = {},
  root = mkdtempSync(join(tmpdir(), "jeunesse-machine-")),
): Promise<Installed> {
  const at = (path: string) => join(root, path);
  const port = await freePort();
  for (const path of ["srv/jeunesse/releases", "etc", "var/lib/jeunesse", "backups", "root", "bin", "origin"])
    mkdirSync(at(path), { recursive: true });
  writeStandIns(root);
  writeFileSync(at("npm-works"), "");
  const lines = { PORT: port, BACKUP_DIR: at("backups"), LOG_LEVEL: "error", ...settings };
  writeFileSync(
    at("etc/jeunesse.env"),
    Object.entries(lines)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(""),
  );
  const env = { ...process.env, PATH: `${at("bin")}:/usr/bin:/bin` };
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@exemple.ch", ...args], {
      cwd: at("origin"),
      stdio: "pipe",
    });
  for (const name of SOURCES) cpSync(join(PROJECT, name), at(`origin/${name}`), { recursive: true });
  git("init", "-q");
  const publish: Installed["publish"] = (tag, files) => {
    const manifest = JSON.parse(readFileSync(at("origin/package.json"), "utf8"));
    const all = { "package.json": JSON.stringify({ ...manifest, version: tag.slice(1) }), ...files };
    for (const [name, text] of Object.entries(all))
      if (text === null) rmSync(at(`origin/${name}`));
      else writeFileSync(at(`origin/${name}`), text);
    git("add", "-A");
    git("commit", "-q", "--allow-empty", "-m", tag);
    git("tag", "-f", tag);
  };
  publish(OLD, {});
  git("clone", "-q", "--bare", at("origin"), at("srv/jeunesse/source"));
  const old = at(`srv/jeunesse/releases/${OLD}`);
  mkdirSync(old);
  execFileSync("sh", ["-c", `git -C ../../source archive ${OLD} | tar -x`], { cwd: old });
  for (const args of [["ci"], ["run", "build"]]) execFileSync("npm", args, { cwd: old, env });
  const current = at("srv/jeunesse/current");
  symlinkSync(`releases/${OLD}`, current);
  const systemctl: Installed["systemctl"] = (verb) =>
    execFileSync("systemctl", [verb, "jeunesse.service"], { env, stdio: "ignore" });
  const dataDir = at("var/lib/jeunesse");
  return {
    root,
    dataDir,
    port,
    publish,
    withdraw: (tag) => git("tag", "-d", tag),
    systemctl,
    async upgrade(args = [], cutAt) {
      rmSync(at("commands-left"), { force: true });
      if (cutAt) writeFileSync(at("commands-left"), String(cutAt));
      const child = spawn("node", ["scripts/run.cjs", "cli/upgrade.ts", "--root", root, ...args], {
        cwd: current,
        env,
      });
      let output = "";
      for (const stream of [child.stdout, child.stderr])
        stream.on("data", (bytes: Buffer) => {
          output += bytes.toString();
        });
      const [code] = (await once(child, "close")) as [number | null];
      rmSync(at("commands-left"), { force: true });
      return { code, output };
    },
    inUse: () => basename(readlinkSync(current)),
    releases: () => readdirSync(at("srv/jeunesse/releases")).sort(),
    reset(data) {
      systemctl("stop");
      git("reset", "-q", "--hard", OLD);
      execFileSync("git", ["update-ref", "-d", `refs/tags/${NEW}`], { cwd: at("srv/jeunesse/source") });
      rmSync(dataDir, { recursive: true, force: true });
      cpSync(data, dataDir, { recursive: true, preserveTimestamps: true });
      for (const name of readdirSync(at("srv/jeunesse/releases")))
        if (name !== OLD) rmSync(at(`srv/jeunesse/releases/${name}`), { recursive: true, force: true });
      for (const path of ["srv/jeunesse/upgrade.json", "backups", "srv/jeunesse/current", "loaded.service"])
        rmSync(at(path), { recursive: true, force: true });
      mkdirSync(at("backups"));
      symlinkSync(`releases/${OLD}`, current);
    },
    remove() {
      if (existsSync(at("site.pid"))) systemctl("stop");
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** Counts the commands; the one that is called for cuts the power: the upgrade dies, and nothing of it goes on. */
const COUNTED = `[ ! -e "$ROOT/commands-left" ] || {
  left=$(($(cat "$ROOT/commands-left") - 1)); echo $left >"$ROOT/commands-left"
  [ $left -gt 0 ] || { rm "$ROOT/commands-left"; kill -9 $PPID; exit 1; }
}`;

const STAND_INS: Readonly<Record<string, string>> = {
  npm: `${COUNTED}
[ ! -e "$ROOT/npm-fails" ] || exit 1
case $1 in ci) ln -s "$PROJECT/node_modules" . ;; run) ln -s "$PROJECT/build" . ;; esac`,
  git: `${COUNTED}
exec /usr/bin/git "$@"`,
  setpriv: `${COUNTED}
while case $1 in --*) true ;; *) false ;; esac; do shift; done
exec /usr/bin/setpriv --pdeathsig=KILL "$@"`,
  // As systemd and the units have it: a unit file is read when it is first named, and again at a daemon-reload only; what
  // an upgrade left is ended before each start.
  systemctl: `${COUNTED}
cd "$ROOT/srv/jeunesse/current"
unit=$ROOT/loaded.service
load() { cp deploy/jeunesse.service "$unit" 2>/dev/null || rm -f "$unit"; }
[ "$1" != daemon-reload ] && [ -e "$unit" ] || load
[ "$1" = daemon-reload ] || [ -e "$unit" ] || exit 5
case $1 in
start)
  node scripts/run.cjs cli/upgrade.ts --root "$ROOT" --settle || exit 1
  set -a; . "$ROOT/etc/jeunesse.env"; DATA_DIR=$ROOT/var/lib/jeunesse
  cd "$(readlink -f "$ROOT/srv/jeunesse/current")"
  eval "exec setsid $(sed -n 's/^ExecStart=//p' "$unit")" >>"$ROOT/log" 2>&1 </dev/null &
  echo $! >"$ROOT/site.pid" ;;
stop)
  pid=$(cat "$ROOT/site.pid" 2>/dev/null) || exit 0
  kill -TERM $pid 2>/dev/null && tail --pid=$pid -f /dev/null
  rm -f "$ROOT/site.pid" ;;
esac`,
};

function writeStandIns(root: string): void {
  for (const [name, text] of Object.entries(STAND_INS)) {
    writeFileSync(join(root, "bin", name), `#!/bin/sh\nROOT=${root} PROJECT=${PROJECT}\n${text}\n`);
    chmodSync(join(root, "bin", name), 0o755);
  }
  symlinkSync(process.execPath, join(root, "bin/node"));
}
