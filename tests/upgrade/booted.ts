/**
 * A Debian with a booted systemd, as deploy/install.sh leaves it: a repository with two releases of the sources under test,
 * the older one in use. Only npm stands in: it links what is installed and built here. Takes root.
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "#tests/free-ports.ts";

const PROJECT = join(import.meta.dirname, "../..");
const NOT_COPIED = /^(?:tests|docs|bench)\//;
export const OLD = "v0.2.0";
export const NEW = "v0.3.0";

const NSPAWN = "/usr/bin/systemd-nspawn";
const TOOLS = [NSPAWN, "/usr/sbin/debootstrap"];

/** Why no system can be booted here; empty when one can. */
export const NO_BOOT =
  process.getuid?.() === 0 && TOOLS.every(existsSync)
    ? ""
    : " (left out: it takes root, systemd-container and debootstrap)";

type Outcome = { code: number | null; output: string };

export type Booted = {
  port: number;
  /** A path in the system, from outside. */
  at: (path: string) => string;
  /** Runs a line of shell as root. */
  run: (line: string) => Promise<Outcome>;
  boot: () => Promise<void>;
  /** Ends every process of the system at once. */
  cutPower: () => Promise<void>;
  /** Has the repository get a release made of the older one and these files; null: without it. */
  publish: (tag: string, files?: Readonly<Record<string, string | null>>) => void;
  /** Only the older release is there, on these data. */
  reset: (dataDir: string) => Promise<void>;
  remove: () => Promise<void>;
};

const SETUP = `set -e
useradd --system --user-group --home-dir /var/lib/jeunesse --shell /usr/sbin/nologin jeunesse
mkdir -p /srv/jeunesse/releases /var/backups /usr/local/bin
install -d -o jeunesse -g jeunesse -m 700 /var/lib/jeunesse /var/backups/jeunesse
ln -sf /opt/project/node_modules/node-linux-*/bin/node /usr/bin/node
git clone -q --bare /root/origin /srv/jeunesse/source
for unit in jeunesse.service jeunesse-upgrade.service jeunesse-upgrade.timer; do
  ln -s /srv/jeunesse/current/deploy/$unit /etc/systemd/system/$unit
done
ln -s /srv/jeunesse/current/deploy/jeunesse /usr/local/bin/jeunesse
mkdir -p /etc/systemd/system/multi-user.target.wants
ln -s /srv/jeunesse/current/deploy/jeunesse.service /etc/systemd/system/multi-user.target.wants/jeunesse.service
release=/srv/jeunesse/releases/${OLD}
mkdir $release
git -C /srv/jeunesse/source archive ${OLD} | tar -x -C $release
cd $release && npm run release && ln -s /var/lib/jeunesse/${OLD} data
ln -s releases/${OLD} /srv/jeunesse/current`;

/** Counts the commands of an upgrade; before the last one it is killed, or the system waits to lose its power. */
const COUNTED = `#!/bin/sh
name=$(basename "$0")
if [ -e /root/steps ] && [ "$name $1" != "systemctl show" ]; then
  left=$(($(cat /root/steps) - 1)); echo $left >/root/steps
  if [ $left = 0 ]; then
    rm /root/steps
    pid=$(/bin/systemctl show -P MainPID jeunesse-upgrade)
    # What follows the upgrade ends itself: "kill -9 0" would end the caller's process group.
    [ -e /root/kill ] && { [ "$pid" -gt 0 ] || pid=$$; } && kill -9 "$pid"
    touch /root/reached
    sleep 60
  fi
fi
exec "$([ $name = npm ] && echo /root/npm || echo /usr/bin/$name)" "$@"
`;

const NPM = `#!/bin/sh
[ ! -e "/root/npm-fails-at-\${2:-ci}" ] || { echo "npm: no such $2" >&2; exit 1; }
case "$*" in
ci*) ln -s /opt/project/node_modules . ;;
"run build") ln -s /opt/project/build . ;;
"run release") npm ci && npm run build ;;
esac
`;

/** @param settings what /etc/jeunesse.env says besides the port */
export async function openBooted(settings: Readonly<Record<string, string>>): Promise<Booted> {
  const root = mkdtempSync(join(tmpdir(), "jeunesse-booted-"));
  const at = (path: string) => join(root, path);
  const port = await freePort();
  layOutDebian(root);
  const lines = { PORT: port, BACKUP_DIR: "/var/backups/jeunesse", LOG_LEVEL: "error", ...settings };
  writeFileSync(
    at("etc/jeunesse.env"),
    Object.entries(lines)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(""),
    { mode: 0o600 },
  );
  writeFileSync(at("root/npm"), NPM, { mode: 0o755 });
  for (const name of ["env", "git", "tar", "du", "sync", "setpriv", "systemctl", "npm"])
    writeFileSync(at(`usr/local/sbin/${name}`), COUNTED, { mode: 0o755 });
  const publish = createOrigin(at("root/origin"));
  mkdirSync(at("opt/project"));
  let system: ChildProcess;
  let init = "";

  const run: Booted["run"] = async (line) => {
    const child = spawn("/usr/bin/nsenter", ["-t", init, "-m", "-u", "-i", "-p", "-C", "--", "/bin/sh", "-c", line], {
      env: { PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", HOME: "/root", LANG: "C.UTF-8" },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (bytes: Buffer) => {
        output += bytes.toString();
      });
    const [code] = (await once(child, "close")) as [number | null];
    return { code, output };
  };

  async function boot(): Promise<void> {
    system = spawn(
      NSPAWN,
      ["--quiet", "--boot", `--directory=${root}`, "--register=no", "--keep-unit", "--link-journal=no"].concat([
        "--resolv-conf=off",
        "--console=pipe",
        "--kill-signal=SIGKILL",
        `--bind-ro=${PROJECT}:/opt/project`,
      ]),
      { env: { PATH: process.env.PATH, SYSTEMD_NSPAWN_UNIFIED_HIERARCHY: "1" }, stdio: "ignore" },
    );
    for (init = ""; init === ""; await pause(50))
      init = spawnSync("pgrep", ["-P", String(system.pid), "-x", "systemd"], { encoding: "utf8" }).stdout.trim();
    while (!/running|degraded/.test((await run("systemctl is-system-running")).output)) await pause(100);
  }

  async function cutPower(): Promise<void> {
    const ended = once(system, "close");
    // Zero would be this process and its group.
    if (Number(init) > 0) process.kill(Number(init), "SIGKILL");
    await ended;
  }

  await boot();
  const { code, output } = await run(SETUP);
  if (code !== 0) throw new Error(output);
  return {
    ...{ port, at, run, boot, cutPower, publish },
    async reset(dataDir) {
      for (const name of ["steps", "kill", "reached"]) rmSync(at(`root/${name}`), { force: true });
      await run("systemctl stop jeunesse.service jeunesse-upgrade.service");
      for (const folder of ["srv/jeunesse/releases", "var/lib/jeunesse"])
        for (const name of readdirSync(at(folder)))
          if (name !== OLD || folder.startsWith("var")) rmSync(at(`${folder}/${name}`), { recursive: true });
      cpSync(dataDir, at(`var/lib/jeunesse/${OLD}`), { recursive: true, preserveTimestamps: true });
      await run(`ln -sfn releases/${OLD} /srv/jeunesse/current; chown -R jeunesse: /var/lib/jeunesse; rm -f /root/npm-*
        systemctl daemon-reload; systemctl reset-failed; systemctl start jeunesse.service`);
    },
    async remove() {
      await cutPower();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** Debian's packages take a minute: they are fetched once per machine. */
function layOutDebian(root: string): void {
  const model = join(tmpdir(), "jeunesse-trixie");
  const packages = "--include=systemd,systemd-sysv,dbus,git,procps,passwd";
  if (!existsSync(model)) {
    rmSync(`${model}.new`, { recursive: true, force: true });
    execFileSync("/usr/sbin/debootstrap", ["--variant=minbase", packages, "trixie", `${model}.new`], {
      stdio: "ignore",
    });
    renameSync(`${model}.new`, model);
  }
  execFileSync("cp", ["-a", `${model}/.`, root]);
  // It is the root of what other users see.
  chmodSync(root, 0o755);
}

/** @returns what publishes releases there; the older one is there already */
function createOrigin(origin: string): Booted["publish"] {
  const list = ["ls-files", "--cached", "--others", "--exclude-standard"];
  for (const file of execFileSync("git", list, { cwd: PROJECT, encoding: "utf8" }).split("\n"))
    if (file && !NOT_COPIED.test(file) && existsSync(join(PROJECT, file)))
      cpSync(join(PROJECT, file), join(origin, file));
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@exemple.ch", ...args], {
      cwd: origin,
      stdio: "pipe",
    });
  git("init", "-q");
  const publish: Booted["publish"] = (tag, files = {}) => {
    if (tag !== OLD) git("reset", "-q", "--hard", OLD);
    const manifest = JSON.parse(readFileSync(join(origin, "package.json"), "utf8"));
    const all = { "package.json": JSON.stringify({ ...manifest, version: tag.slice(1) }), ...files };
    for (const [name, text] of Object.entries(all))
      if (text === null) rmSync(join(origin, name));
      else writeFileSync(join(origin, name), text);
    git("add", "-A");
    git("commit", "-q", "--allow-empty", "-m", tag);
    git("tag", "-f", tag);
  };
  publish(OLD);
  return publish;
}
