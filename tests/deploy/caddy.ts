/** Runs Caddy with deploy/Caddyfile in front of a site. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished, vi } from "vitest";
import { freePorts } from "#tests/free-ports.ts";

const SHIPPED = join(import.meta.dirname, "../../deploy/Caddyfile");

export const HAS_CADDY = spawnSync("caddy", ["version"]).status === 0;

type Caddy = { port: number; url: string; www: string; log: () => string };

/**
 * Starts Caddy without certificates, so that tests can send raw bytes.
 * @param folder for its files
 * @param site port of the site
 * @param waits how long requests wait for the site: shorter than shipped, for tests of their refusal
 */
export async function startCaddy(folder: string, site: number, waits = "60s"): Promise<Caddy> {
  mkdirSync(folder, { recursive: true });
  const [port = 0, www = 0] = await freePorts(2);
  const file = readFileSync(SHIPPED, "utf8")
    .replace("{\n", "{\n\tadmin off\n")
    .replaceAll("lb_try_duration 60s", `lb_try_duration ${waits}`)
    .replaceAll("127.0.0.1:3000", `127.0.0.1:${site}`)
    .replace(/^www\.jeunesse\.exemple\.ch \{/m, `http://127.0.0.1:${www} {`)
    .replace(/^jeunesse\.exemple\.ch \{/m, `http://127.0.0.1:${port} {`);
  writeFileSync(join(folder, "Caddyfile"), file);
  const child = spawn("caddy", ["run", "--adapter", "caddyfile", "--config", join(folder, "Caddyfile")], {
    env: { PATH: process.env.PATH, HOME: folder },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let log = "";
  child.stderr.setEncoding("utf8").on("data", (piece: string) => {
    log += piece;
  });
  onTestFinished(async () => {
    child.kill("SIGTERM");
    await once(child, "exit");
  });
  await vi.waitFor(() => fetch(`http://127.0.0.1:${port}/healthz`), { timeout: 30_000 });
  return { port, url: `http://127.0.0.1:${port}`, www: `http://127.0.0.1:${www}`, log: () => log };
}
