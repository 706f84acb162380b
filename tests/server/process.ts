/** Starts the site as a child process, as `npm run serve` does. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished, vi } from "vitest";
import { readConfig } from "#server/config.ts";
import type { ServerTimeouts } from "#server/listen.ts";
import { openServices } from "#server/services.ts";
import { COMPILED } from "#tests/compiled.ts";
import { freePort } from "#tests/free-ports.ts";
import smallMachine from "../../scripts/small-machine.json" with { type: "json" };

const ROOT = join(import.meta.dirname, "../..");

export type SiteProcess = {
  url: string;
  pid: number;
  /** All that the process has printed so far. */
  output: () => string;
  /** Sends a signal. Resolves with the exit code; null if the signal killed the process. */
  stop: (signal: NodeJS.Signals) => Promise<number | null>;
};

/** @returns an empty data folder, which is deleted when the test ends */
export function dataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "jeunesse-serveur-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Opens the stores in this process, as the site does at its start. @param report gets its errors */
export const openStores = (env: Record<string, string>, report: (error: unknown) => void = () => {}) =>
  openServices(readConfig(env), { onChange: () => {}, onMail: () => {}, report }, "site");

/** @returns Node's arguments that start the site with other time limits */
const withTimeouts = (timeouts: ServerTimeouts): string[] => [
  "--input-type=module",
  "--eval",
  `process.env.NODE_ENV = "production";
   const { serveSite } = await import("./server/serve.ts");
   await serveSite(process.env, { timeouts: ${JSON.stringify(timeouts)} });`,
];

function launch(
  env: Record<string, string>,
  args = [...smallMachine.flags, "server/index.ts"],
): { child: ChildProcess; output: () => string } {
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { PATH: process.env.PATH, LOG_LEVEL: "error", ...smallMachine.environment, ...COMPILED, ...env },
  });
  let text = "";
  child.stdout.on("data", (piece: Buffer) => {
    text += piece.toString();
  });
  child.stderr.on("data", (piece: Buffer) => {
    text += piece.toString();
  });
  return { child, output: () => text };
}

type Launched = ReturnType<typeof launch>;

/** Kills a process, unless it has ended. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGKILL");
  await once(child, "exit");
}

/** Starts a process, which ends with the test at the latest. */
export function launchForTest(env: Record<string, string>, args?: string[]): Launched {
  const launched = launch(env, args);
  onTestFinished(() => end(launched.child));
  return launched;
}

/**
 * Starts the site. Resolves when it has printed its address.
 * @param timeouts time limits, if other than in production
 * @param args Node's arguments, if other than for the site in production
 */
export async function start(
  env: Record<string, string>,
  timeouts?: ServerTimeouts,
  args?: string[],
): Promise<SiteProcess> {
  const { PORT = String(await freePort()) } = env;
  return untilReady(launchForTest({ ...env, PORT }, timeouts ? withTimeouts(timeouts) : args), PORT);
}

/** A site for all tests of a file. `end` stops it and deletes its data folder. */
export type SiteForFile = SiteProcess & { DATA_DIR: string; end: () => Promise<void> };

/**
 * Starts a site in `beforeAll`; call `end` in `afterAll`.
 * @param env variables of the site; it gets a new data folder
 */
export async function startForFile(env: Record<string, string>, timeouts?: ServerTimeouts): Promise<SiteForFile> {
  const DATA_DIR = mkdtempSync(join(tmpdir(), "jeunesse-serveur-"));
  const PORT = String(await freePort());
  const launched = launch({ ...env, PORT, DATA_DIR }, timeouts && withTimeouts(timeouts));
  return {
    ...(await untilReady(launched, PORT)),
    DATA_DIR,
    async end() {
      await end(launched.child);
      rmSync(DATA_DIR, { recursive: true, force: true });
    },
  };
}

const IN_CONTAINER = {
  CONTAINER: "on",
  PUBLIC_URL: "https://jeunesse.exemple.ch",
  ADMIN_EMAIL: "comite@exemple.ch",
};

/** Starts the site as a container. Resolves when it listens; it may not be open yet. */
export async function startContainer(env: Record<string, string>): Promise<SiteProcess> {
  const PORT = String(await freePort());
  const launched = launchForTest({ ...IN_CONTAINER, ...env, PORT });
  const site = siteOf(launched, PORT);
  await vi.waitUntil(
    () => {
      if (launched.child.exitCode !== null) throw new Error(`the container ended: ${launched.output()}`);
      return fetch(`${site.url}/up`).then(
        ({ ok }) => ok,
        () => false,
      );
    },
    { timeout: 60_000, interval: 20 },
  );
  return site;
}

/** Resolves when the site has printed its address. */
async function untilReady(launched: Launched, port: string): Promise<SiteProcess> {
  const { child, output } = launched;
  await new Promise<void>((ready, fail) => {
    const search = () => {
      if (/Savièse: https?:\/\/\S+/.test(output())) ready();
    };
    child.stdout?.on("data", search);
    child.once("exit", (code) => fail(new Error(`the site ended with ${code}: ${output()}`)));
  });
  return siteOf(launched, port);
}

function siteOf({ child, output }: Launched, port: string): SiteProcess {
  return {
    url: `http://localhost:${port}`,
    pid: child.pid ?? 0,
    output,
    async stop(signal) {
      child.kill(signal);
      const [code] = (await once(child, "exit")) as [number | null];
      return code;
    },
  };
}

/** Starts a site that cannot start. Resolves with its exit code and output. */
export async function startInVain(
  env: Record<string, string>,
  args?: string[],
): Promise<{ code: number | null; output: string }> {
  const { child, output } = launchForTest(env, args);
  const [code] = (await once(child, "exit")) as [number | null];
  return { code, output: output() };
}
