/** A Debian of its own in a folder, as bare as a rented server: only systemd stands in (debian/systemctl). Takes root. */
import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const PROJECT = join(import.meta.dirname, "../..");
const SOURCES = "/etc/apt/sources.list.d";

/** Where this machine gets Debian's packages; null where it is no Debian, or this process may not make another one. */
function findMirror(): string | null {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return null;
  const files = [
    ...readdirSync(SOURCES).map((name) => join(SOURCES, name)),
    ...(existsSync("/etc/apt/sources.list") ? ["/etc/apt/sources.list"] : []),
  ];
  const text = files.map((file) => readFileSync(file, "utf8")).join("\n");
  return /https?:\/\/\S+\/debian\/?(?=\s)/.exec(text)?.[0] ?? null;
}

const MIRROR = findMirror();

/** Why there can be none here; empty when there can. */
export const NO_DEBIAN = MIRROR ? "" : " (left out: it takes root on a Debian)";

export type Debian = {
  /** Runs a line of shell as root. @returns its exit code and all that it wrote */
  run: (line: string, folder?: string) => { code: number | null; output: string };
  /** A path from outside. */
  at: (path: string) => string;
  remove: () => void;
};

/** @param suite `bookworm` (12) or `trixie` (13) @returns one with a clone of this project in /root/jeunesse */
export function openDebian(suite: string): Debian {
  const root = mkdtempSync(join(tmpdir(), `jeunesse-${suite}-`));
  const at = (path: string) => join(root, path);
  if (!existsSync("/usr/sbin/debootstrap"))
    execFileSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "debootstrap"], { stdio: "ignore" });
  execFileSync("/usr/sbin/debootstrap", ["--variant=minbase", suite, root, MIRROR ?? ""], { stdio: "ignore" });
  // It is the root of what other users see.
  chmodSync(root, 0o755);
  for (const file of ["resolv.conf", "hosts"]) copyFileSync(`/etc/${file}`, at(`etc/${file}`));
  const mounts: [string, string[]][] = [
    ["proc", ["-t", "proc", "proc"]],
    ["dev", ["--bind", "/dev"]],
  ];
  for (const [folder, args] of mounts) execFileSync("/bin/mount", [...args, at(folder)]);
  cpSync(join(import.meta.dirname, "debian"), at("usr/local/sbin"), { recursive: true });
  layOut(at("root/jeunesse"));
  const env = environment(at);
  return {
    at,
    run(line, folder = "/root") {
      const { status, stdout, stderr } = spawnSync(
        "/usr/sbin/chroot",
        [root, "/bin/sh", "-c", `cd ${folder} && ${line}`],
        {
          env,
          encoding: "utf8",
          stdio: ["ignore", "pipe", "pipe"],
          maxBuffer: 64 * 1024 * 1024,
        },
      );
      return { code: status, output: stdout + stderr };
    },
    remove() {
      for (const command of ["stop jeunesse.service", "stop caddy.service"])
        spawnSync("/usr/sbin/chroot", [root, "/bin/sh", "-c", `systemctl ${command}`], { env });
      for (const [folder] of mounts) spawnSync("/bin/umount", ["-l", at(folder)]);
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** The sources under test, committed, as somebody clones them. */
function layOut(folder: string): void {
  const list = ["ls-files", "--cached", "--others", "--exclude-standard"];
  const files = execFileSync("git", list, { cwd: PROJECT, encoding: "utf8" }).split("\n");
  for (const file of files)
    if (file && !/^(?:tests|docs|bench)\//.test(file) && existsSync(join(PROJECT, file)))
      cpSync(join(PROJECT, file), join(folder, file), { recursive: true });
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@exemple.ch", ...args], {
      cwd: folder,
      stdio: "ignore",
    });
  git("init", "-q");
  git("add", "-A");
  git("commit", "-q", "-m", "As it is");
}

/** What a machine of its own would have: here npm asks where this machine's npm asks, whoever starts it there. */
function environment(at: Debian["at"]): Record<string, string> {
  const registry = execFileSync("npm", ["config", "get", "registry"], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  const certificates = process.env.NODE_EXTRA_CA_CERTS;
  if (certificates) copyFileSync(certificates, at("root/certificates.pem"));
  const lines = [`registry=${registry.trim()}`, ...(certificates ? ["cafile=/root/certificates.pem"] : [])];
  writeFileSync(at("root/.npmrc"), `${lines.join("\n")}\n`);
  return {
    PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
    HOME: "/root",
    LANG: "C.UTF-8",
  };
}
