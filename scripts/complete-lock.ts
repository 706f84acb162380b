/**
 * Completes package-lock.json after `npm install` on a machine whose registry does not carry the builds of other
 * platforms: npm leaves those out of the lock file, and `npm ci` then refuses it everywhere.
 * Each missing optional package is added with the version its parent names and the platform its own name tells.
 */
import { readFileSync, writeFileSync } from "node:fs";

type Entry = {
  version?: string;
  dev?: boolean;
  optional?: boolean;
  cpu?: string[];
  libc?: string[];
  os?: string[];
  optionalDependencies?: Record<string, string>;
};

const FILE = "package-lock.json";
const OS = ["android", "darwin", "freebsd", "linux", "netbsd", "openbsd", "openharmony", "sunos", "win32"];
const CPU = ["arm64", "arm", "ia32", "loong64", "mips64el", "ppc64", "riscv64", "s390x", "wasm32", "x64"];

function entryFor(name: string, range: string, dev: boolean): Entry | null {
  const tokens = name.replace("linuxmusl", "linux-musl").split(/[/-]/);
  const os = OS.find((un) => tokens.includes(un));
  const cpu = CPU.find((une) => tokens.includes(une));
  if (!os && !cpu) return null;
  const libc = tokens.includes("musl") ? "musl" : tokens.some((token) => token.startsWith("gnu")) ? "glibc" : null;
  return {
    version: range.replace(/^[\^~]/, ""),
    ...(cpu && { cpu: [cpu] }),
    ...(dev && { dev }),
    ...(libc && { libc: [libc] }),
    optional: true,
    ...(os && { os: [os] }),
  };
}

const lock = JSON.parse(readFileSync(FILE, "utf8")) as { packages: Record<string, Entry> };
const { packages } = lock;
for (const [path, { optionalDependencies = {}, dev = false }] of Object.entries({ ...packages })) {
  for (const [name, range] of Object.entries(optionalDependencies)) {
    const top = `node_modules/${name}`;
    if (packages[top] || packages[`${path}/${top}`]) continue;
    const entry = entryFor(name, range, dev);
    if (!entry) throw new Error(`${name}: its name tells no platform`);
    packages[top] = entry;
    process.stdout.write(`added ${name}\n`);
  }
}
lock.packages = Object.fromEntries(Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, "en")));
writeFileSync(FILE, `${JSON.stringify(lock, null, 2)}\n`);
