/** The built site as a process of its own, on a data folder of its own, as `npm run serve` starts it. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import smallMachine from "../scripts/small-machine.json" with { type: "json" };

const ACCOUNT = { email: "comite@exemple.ch", password: "tracteur-violon-nuage" };
const ROOT = join(import.meta.dirname, "..");

export type BenchSite = {
  url: string;
  /** Milliseconds from starting the process to its first answer. */
  startup: number;
  /** Resident memory in MB. */
  memory: () => number;
  stop: () => Promise<void>;
};

export const temporaryFolder = (): string => mkdtempSync(join(tmpdir(), "jeunesse-bench-"));
export const removeSiteFolder = (folder: string): void => rmSync(folder, { recursive: true, force: true });

const env = (folder: string, port: number) => ({
  PATH: process.env.PATH,
  DATA_DIR: folder,
  PORT: String(port),
  ADMIN_EMAIL: ACCOUNT.email,
  ADMIN_PASSWORD: ACCOUNT.password,
  LOG_LEVEL: "error",
});

/** Fills a data folder with the invented committee and planning. */
export function fillWithExamples(folder: string): void {
  execFileSync(process.execPath, ["cli/demo.ts"], { cwd: ROOT, env: env(folder, 1), stdio: "inherit" });
}

async function firstResponse(url: string, child: ChildProcess): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error("The site did not start.");
    const response = await fetch(`${url}/`).catch(() => null);
    await response?.arrayBuffer();
    if (response?.ok) return;
    await pause(5);
  }
}

export async function startBenchSite(folder: string, port: number): Promise<BenchSite> {
  const url = `http://127.0.0.1:${port}`;
  const start = performance.now();
  const child = spawn(process.execPath, [...smallMachine.flags, "server/index.ts"], {
    cwd: ROOT,
    env: { ...env(folder, port), ...smallMachine.environment, PUBLIC_URL: url },
    stdio: ["ignore", "ignore", "inherit"],
  });
  await firstResponse(url, child);
  return {
    url,
    startup: performance.now() - start,
    memory: () => Number(execFileSync("ps", ["-o", "rss=", "-p", String(child.pid)]).toString()) / 1024,
    async stop() {
      child.kill("SIGTERM");
      await once(child, "exit");
    },
  };
}

/** Signs in. @returns the cookie header of the session */
export async function signIn(url: string): Promise<string> {
  const response = await fetch(`${url}/login`, {
    method: "POST",
    redirect: "manual",
    headers: { origin: url },
    body: new URLSearchParams({ username: ACCOUNT.email, password: ACCOUNT.password }),
  });
  const cookie = response.headers.getSetCookie().find((one) => one.includes("session="));
  if (!cookie) throw new Error(`Signing in answered ${response.status} without a session.`);
  return cookie.split(";", 1)[0] ?? "";
}
