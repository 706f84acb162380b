/** A minimal Debian with systemd in a folder, which shares the network of this machine. Needs root. */
import { type ChildProcess, execFile, execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { COMPILED } from "#tests/compiled.ts";
import { layOut, sources } from "#tests/start/sources.ts";

const NSPAWN = "/usr/bin/systemd-nspawn";
const BOOTSTRAP = "/usr/sbin/debootstrap";
const PACKAGES = "--include=systemd,systemd-sysv,dbus,git,procps,iproute2,passwd";
const ENVIRONMENT = {
  PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
  HOME: "/root",
  LANG: "C.UTF-8",
};

/** Why this machine cannot boot a Debian; empty if it can. */
export const NO_DEBIAN =
  process.getuid?.() === 0 && [NSPAWN, BOOTSTRAP].every(existsSync)
    ? ""
    : " (left out: it takes root, systemd-container and debootstrap)";

export type Debian = {
  /** @returns the path on this machine of a path in the system */
  at: (path: string) => string;
  /** Runs a shell command as root. @returns its exit code and output */
  run: (line: string, folder?: string) => Promise<{ code: number | null; output: string }>;
  boot: () => Promise<void>;
  /** Ends every process of the system at once. */
  cutPower: () => Promise<void>;
  remove: () => Promise<void>;
};

/** @param suite `bookworm` (12) or `trixie` (13) @param options of systemd-nspawn */
export async function openDebian(suite: string, options: readonly string[] = []): Promise<Debian> {
  const root = mkdtempSync(join(tmpdir(), `jeunesse-${suite}-`));
  execFileSync("cp", ["-a", `${await modelOf(suite)}/.`, root]);
  // Other users of the system have to read its root folder.
  chmodSync(root, 0o755);
  for (const file of ["resolv.conf", "hosts"]) copyFileSync(`/etc/${file}`, join(root, `etc/${file}`));
  const cgroup = mkdtempSync(join(cgroups(), "jeunesse-"));
  let system: ChildProcess;
  let init = "";

  const run: Debian["run"] = async (line, folder = "/root") => {
    const enter = ["-t", init, "-m", "-u", "-i", "-p", "-C", "--", "/bin/sh", "-c", `cd ${folder} || exit\n${line}`];
    const child = spawn("/usr/bin/nsenter", enter, { env: ENVIRONMENT, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (bytes: Buffer) => {
        output += bytes.toString();
      });
    const [code] = (await once(child, "close")) as [number | null];
    return { code, output };
  };

  async function boot(): Promise<void> {
    const flags = ["--quiet", "--boot", `--directory=${root}`, "--register=no", "--keep-unit", "--link-journal=no"];
    const quiet = ["--resolv-conf=off", "--console=pipe", "--kill-signal=SIGKILL", ...options];
    const env = { PATH: process.env.PATH, SYSTEMD_NSPAWN_UNIFIED_HIERARCHY: "1" };
    const inCgroup = 'echo $$ >"$0/cgroup.procs" && exec "$@"';
    system = spawn("/bin/sh", ["-c", inCgroup, cgroup, NSPAWN, ...flags, ...quiet], { env, stdio: "ignore" });
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
  return {
    at: (path) => join(root, path),
    run,
    boot,
    cutPower,
    async remove() {
      await cutPower();
      rmSync(root, { recursive: true, force: true });
      execFileSync("find", [cgroup, "-depth", "-type", "d", "-exec", "rmdir", "{}", "+"]);
    },
  };
}

/**
 * Two systems in one cgroup would share the cgroups of their services: when a service ends in one system, its systemd
 * removes the cgroup in which the other system starts a process (219/CGROUP).
 * @returns the folder of this machine's cgroups
 */
const cgroups = () => execFileSync("findmnt", ["-rnt", "cgroup2", "-o", "TARGET"]).toString().split("\n")[0] ?? "";

/**
 * Installs the system once per machine, because that takes a minute: beside the compiled code, outside of the folder that
 * is deleted after the tests. Test files that need it at the same time wait for the first of them.
 * @returns its folder, to be copied
 */
async function modelOf(suite: string): Promise<string> {
  const model = join(dirname(COMPILED.NODE_COMPILE_CACHE), `jeunesse-model-${suite}`);
  const install = `
    test -d ${model} && exit
    rm -rf ${model}.new
    ${BOOTSTRAP} --variant=minbase ${PACKAGES} ${suite} ${model}.new ${mirror()} >&2 || exit
    mv ${model}.new ${model}`;
  await promisify(execFile)("flock", [`${model}.lock`, "sh", "-c", install], { maxBuffer: 64 * 2 ** 20 });
  return model;
}

/** @returns the package mirror of this machine */
function mirror(): string {
  const folder = "/etc/apt/sources.list.d";
  const files = ["/etc/apt/sources.list", ...readdirSync(folder).map((name) => join(folder, name))].filter(existsSync);
  const text = files.map((file) => readFileSync(file, "utf8")).join("\n");
  return /https?:\/\/\S+\/debian\/?(?=\s)/.exec(text)?.[0] ?? "http://deb.debian.org/debian";
}

/** Commits the sources under test to a new repository. @returns git in it */
export function commitSources(folder: string): (...args: string[]) => void {
  const files = sources().filter((name) => !/^(?:tests|bench)\//.test(name));
  layOut(files, folder);
  const author = ["-c", "user.name=t", "-c", "user.email=t@exemple.ch"];
  const git = (...args: string[]) => void execFileSync("git", [...author, ...args], { cwd: folder, stdio: "pipe" });
  git("init", "-q");
  git("add", "-A");
  git("commit", "-q", "-m", "As it is");
  return git;
}
