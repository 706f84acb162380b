/** Load from other processes: wrk, and nginx as the peer. */
import { execFile, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";

const executer = promisify(execFile);

/** @throws with what to install when a tool is missing */
export function exigerLesOutils(): void {
  const manquants = ["nginx", "wrk"].filter((outil) => spawnSync(outil, ["-v"]).error !== undefined);
  if (manquants.length > 0)
    throw new Error(`The bench needs ${manquants.join(" and ")} (Debian: apt-get install ${manquants.join(" ")}).`);
}

/** What 64 visitors got who asked again as soon as they were answered. */
type Charge = { parSeconde: number; p99Ms: number };

const EN_MS: Record<string, number> = { us: 0.001, ms: 1, s: 1000 };

/** Asks as a browser does that takes brotli, over 64 connections. */
export async function wrk(url: string, secondes: number): Promise<Charge> {
  const { stdout } = await executer("wrk", [
    "-t1",
    "-c64",
    `-d${secondes}s`,
    "--latency",
    "-H",
    "Accept-Encoding: gzip, deflate, br",
    url,
  ]);
  const erreurs = /Non-2xx or 3xx responses: (\d+)|Socket errors: (.+)/.exec(stdout);
  if (erreurs) throw new Error(`wrk saw errors on ${url}: ${erreurs[0]}`);
  const [, p99, unite = ""] = /99%\s+([\d.]+)(us|ms|s)/.exec(stdout) ?? [];
  const parSeconde = Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]);
  return { parSeconde, p99Ms: Number(p99) * (EN_MS[unite] ?? Number.NaN) };
}

/** nginx with one worker, serving one body with the very headers of the site from a file. */
export async function demarrerNginx(dossier: string, port: number, corps: Buffer, enTetes: Headers) {
  const racine = join(dossier, "nginx");
  mkdirSync(racine, { recursive: true });
  writeFileSync(join(racine, "index.html"), corps);
  const propres = [...enTetes].filter(
    ([nom]) => !["content-length", "content-type", "date", "connection", "keep-alive", "etag"].includes(nom),
  );
  const lignes = propres.map(([nom, valeur]) => `add_header ${nom} "${valeur.replaceAll('"', '\\"')}";`);
  const temporaires = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (un) => `${un}_temp_path ${racine}/${un};`,
  );
  const configuration = join(racine, "nginx.conf");
  writeFileSync(
    configuration,
    `${process.getuid?.() === 0 ? "user root;" : ""} worker_processes 1; daemon off; pid ${racine}/pid; error_log ${racine}/error.log;
events { worker_connections 1024; }
http { access_log off; sendfile on; tcp_nopush on; keepalive_requests 100000000; open_file_cache max=100;
${temporaires.join("\n")}
default_type "text/html; charset=utf-8";
server { listen 127.0.0.1:${port}; root ${racine}; ${lignes.join("\n")} } }`,
  );
  const enfant = spawn("nginx", ["-c", configuration], { stdio: "inherit" });
  const url = `http://127.0.0.1:${port}/index.html`;
  const limite = performance.now() + 5000;
  while (!(await fetch(url).catch(() => null))?.ok) {
    if (performance.now() > limite) throw new Error("nginx does not answer.");
    await pause(20);
  }
  return {
    url,
    async stop() {
      enfant.kill("SIGTERM");
      await once(enfant, "exit");
    },
  };
}
