/** Runs the built site in a separate process, with the flags of `npm run serve`. */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import smallMachine from "../scripts/small-machine.json" with { type: "json" };

const PORT = "4900";
export const SITE = `http://127.0.0.1:${PORT}`;
export const NODE_FLAGS = smallMachine.flags;
const ACCOUNT = { ADMIN_EMAIL: "comite@exemple.ch", ADMIN_PASSWORD: "tracteur-violon-nuage" };

type Started = Awaited<ReturnType<typeof startServer>>;

export async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "jeunesse-bench-"));
  return work(folder).finally(() => rmSync(folder, { recursive: true, force: true }));
}

export const withDemo = (work: (folder: string) => Promise<void>) =>
  withFolder(async (folder) => {
    execFileSync(process.execPath, ["cli/demo.ts"], { env: environment(folder), stdio: "inherit" });
    await work(folder);
  });

const environment = (folder: string) => ({
  PATH: process.env.PATH,
  DATA_DIR: folder,
  PORT,
  PUBLIC_URL: SITE,
  LOG_LEVEL: "error",
  ...ACCOUNT,
  ...smallMachine.environment,
});

export async function withSite<T>(folder: string, work: (site: Started) => Promise<T>): Promise<T> {
  const site = await startServer(process.execPath, [...NODE_FLAGS, "server/index.ts"], SITE, environment(folder));
  return work(site).finally(site.stop);
}

export async function startServer(command: string, args: readonly string[], url: string, env = process.env) {
  const began = performance.now();
  const child = spawn(command, args, { env, stdio: ["ignore", "ignore", "inherit"] });
  await once(child, "spawn");
  while (!(await answers(url))) {
    if (child.exitCode !== null || performance.now() - began > 30_000) throw new Error(`${command} does not answer.`);
    await pause(5);
  }
  return {
    startMs: performance.now() - began,
    memoryMb: () => Number(execFileSync("ps", ["-o", "rss=", "-p", String(child.pid)]).toString()) / 1024,
    async stop() {
      if (child.kill("SIGTERM")) await once(child, "exit");
    },
  };
}

async function answers(url: string): Promise<boolean> {
  const response = await fetch(url).catch(() => null);
  await response?.arrayBuffer();
  return response?.ok ?? false;
}

export async function fetchText(path: string, cookie = ""): Promise<string> {
  const response = await fetch(SITE + path, { headers: { cookie } });
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}.`);
  return response.text();
}

export async function postForm(path: string, body: BodyInit, cookie = ""): Promise<Headers> {
  const headers = { cookie, origin: SITE };
  const response = await fetch(SITE + path, { method: "POST", redirect: "manual", headers, body });
  await response.arrayBuffer();
  if (response.status >= 400) throw new Error(`${path} answered ${response.status}.`);
  return response.headers;
}

/** @returns the value of the `Cookie` header for a new session */
export async function signIn(): Promise<string> {
  const { ADMIN_EMAIL: username, ADMIN_PASSWORD: password } = ACCOUNT;
  const headers = await postForm("/login", new URLSearchParams({ username, password }));
  return /\S*session=[^;]+/.exec(headers.getSetCookie().join("\n"))?.[0] ?? "";
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

export const quantile = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? Number.NaN;
