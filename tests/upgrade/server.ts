/**
 * A Debian as after deploy/install.sh, with a repository of two releases of the tested sources; the older one is in use.
 * Only npm is replaced, by a script that links the packages and the build of this checkout.
 */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { commitSources, type Debian, openDebian } from "#tests/deploy/debian.ts";
import { freePort } from "#tests/free-ports.ts";
import { ROOT } from "#tests/start/sources.ts";

export const OLD = "v0.2.0";
export const NEW = "v0.3.0";

export type Server = Debian & {
  port: number;
  /** Adds a release to the repository: the older one with these files; null deletes a file. */
  publish: (tag: string, files?: Readonly<Record<string, string | null>>) => void;
  /** Removes all releases but the older one, and the backups. Replaces the data. */
  reset: (dataDir: string) => Promise<void>;
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
cd $release && npm run release
ln -s releases/${OLD} /srv/jeunesse/current`;

/** Replaces commands, to count those of an upgrade. Before the nth, it kills the upgrade, or waits for the power cut. */
const COUNTED = `#!/bin/sh
name=$(basename "$0")
if [ -e /root/steps ] && [ "$name $1" != "systemctl show" ]; then
  left=$(($(cat /root/steps) - 1)); echo $left >/root/steps
  if [ $left = 0 ]; then
    rm /root/steps
    pid=$(/bin/systemctl show -P MainPID jeunesse-upgrade)
    # After the upgrade has ended, kill this command: "kill -9 0" would kill the process group of the caller.
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

/** @param settings variables of /etc/jeunesse.env, besides the port */
export async function openServer(settings: Readonly<Record<string, string>>): Promise<Server> {
  const debian = await openDebian("trixie", [`--bind-ro=${ROOT}:/opt/project`]);
  const { at, run } = debian;
  const port = await freePort();
  const all = { PORT: port, BACKUP_DIR: "/var/backups/jeunesse", LOG_LEVEL: "error", ...settings };
  const lines = Object.entries(all).map(([name, value]) => `${name}=${value}\n`);
  writeFileSync(at("etc/jeunesse.env"), lines.join(""), { mode: 0o600 });
  writeFileSync(at("root/npm"), NPM, { mode: 0o755 });
  for (const name of ["env", "git", "tar", "du", "sync", "setpriv", "systemctl", "npm"])
    writeFileSync(at(`usr/local/sbin/${name}`), COUNTED, { mode: 0o755 });
  const publish = createOrigin(at("root/origin"));
  const { code, output } = await run(SETUP);
  if (code !== 0) throw new Error(output);
  return {
    ...debian,
    port,
    publish,
    async reset(dataDir) {
      for (const name of ["steps", "kill", "reached"]) rmSync(at(`root/${name}`), { force: true });
      await run("systemctl stop jeunesse.service jeunesse-upgrade.service");
      for (const folder of ["srv/jeunesse/releases", "var/lib/jeunesse", "var/backups/jeunesse"])
        for (const name of readdirSync(at(folder)))
          if (name !== OLD) rmSync(at(`${folder}/${name}`), { recursive: true });
      cpSync(dataDir, at("var/lib/jeunesse"), { recursive: true, preserveTimestamps: true });
      await run(`ln -sfn releases/${OLD} /srv/jeunesse/current; chown -R jeunesse: /var/lib/jeunesse; rm -f /root/npm-*
        systemctl daemon-reload; systemctl reset-failed; systemctl start jeunesse.service`);
    },
  };
}

/** Creates the repository with the older release. @returns a function that adds a release */
function createOrigin(origin: string): Server["publish"] {
  mkdirSync(origin);
  const git = commitSources(origin);
  const publish: Server["publish"] = (tag, files = {}) => {
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
