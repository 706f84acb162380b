/** Load from other processes: wrk; nginx and a bare Node as the peers. */
import { execFile, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import smallMachine from "../scripts/small-machine.json" with { type: "json" };

const execute = promisify(execFile);

/** @throws with what to install when a tool is missing */
export function requireTools(): void {
  const missing = ["nginx", "wrk"].filter((tool) => spawnSync(tool, ["-v"]).error !== undefined);
  if (missing.length > 0)
    throw new Error(`The bench needs ${missing.join(" and ")} (Debian: apt-get install ${missing.join(" ")}).`);
}

/** What 64 visitors got who asked again as soon as they were answered. */
type LoadResult = { perSecond: number; p99Ms: number };

const EN_MS: Record<string, number> = { us: 0.001, ms: 1, s: 1000 };

/** Asks as a browser does that takes brotli, over 64 connections. */
export async function wrk(url: string, seconds: number): Promise<LoadResult> {
  const { stdout } = await execute("wrk", [
    "-t1",
    "-c64",
    `-d${seconds}s`,
    "--latency",
    "-H",
    "Accept-Encoding: gzip, deflate, br",
    url,
  ]);
  const errors = /Non-2xx or 3xx responses: (\d+)|Socket errors: (.+)/.exec(stdout);
  if (errors) throw new Error(`wrk saw errors on ${url}: ${errors[0]}`);
  const [, p99, unit = ""] = /99%\s+([\d.]+)(us|ms|s)/.exec(stdout) ?? [];
  const perSecond = Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]);
  return { perSecond, p99Ms: Number(p99) * (EN_MS[unit] ?? Number.NaN) };
}

/** nginx with one worker, serving one body with the very headers of the site from a file. */
export async function startNginx(folder: string, port: number, body: Buffer, headers: Headers) {
  const root = join(folder, "nginx");
  mkdirSync(root, { recursive: true });
  writeFileSync(join(root, "index.html"), body);
  const ownFiles = [...headers].filter(
    ([name]) => !["content-length", "content-type", "date", "connection", "keep-alive", "etag"].includes(name),
  );
  const lines = ownFiles.map(([name, value]) => `add_header ${name} "${value.replaceAll('"', '\\"')}";`);
  const temporaryDirs = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (one) => `${one}_temp_path ${root}/${one};`,
  );
  const configuration = join(root, "nginx.conf");
  writeFileSync(
    configuration,
    `${process.getuid?.() === 0 ? "user root;" : ""} worker_processes 1; daemon off; pid ${root}/pid; error_log ${root}/error.log;
events { worker_connections 1024; }
http { access_log off; sendfile on; tcp_nopush on; keepalive_requests 100000000; open_file_cache max=100;
${temporaryDirs.join("\n")}
default_type "text/html; charset=utf-8";
server { listen 127.0.0.1:${port}; root ${root}; ${lines.join("\n")} } }`,
  );
  return peer("nginx", ["-c", configuration], `http://127.0.0.1:${port}/index.html`);
}

/** Node's own HTTP server in a process of its own, sending one body with the very headers of the site from memory. */
export async function startBareNode(folder: string, port: number, body: Buffer, headers: Headers) {
  const file = join(folder, "bare-node.html");
  writeFileSync(file, body);
  const pairs = [...headers].filter(([name]) => !["date", "connection", "keep-alive"].includes(name));
  const program = join(import.meta.dirname, "bare-node.ts");
  return peer(
    process.execPath,
    [...smallMachine.flags, program, String(port), file, JSON.stringify(pairs)],
    `http://127.0.0.1:${port}/`,
  );
}

/** Starts a server to compare with. @returns it once it answers */
async function peer(command: string, args: readonly string[], url: string) {
  const child = spawn(command, args, { stdio: "inherit" });
  const limit = performance.now() + 5000;
  while (!(await fetch(url).catch(() => null))?.ok) {
    if (performance.now() > limit) throw new Error(`${command} does not answer.`);
    await pause(20);
  }
  return {
    url,
    async stop() {
      child.kill("SIGTERM");
      await once(child, "exit");
    },
  };
}
