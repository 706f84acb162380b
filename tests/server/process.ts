/** The site as a process of its own, started as `npm run serve` does. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { Timeouts } from "#server/listen.ts";
import { COMPILED } from "#tests/compiled.ts";
import { freePort } from "#tests/free-ports.ts";
import smallMachine from "../../scripts/small-machine.json" with { type: "json" };

const ROOT = join(import.meta.dirname, "../..");

export type SiteProcess = {
  /** Where it answers. */
  url: string;
  pid: number;
  /** What it has printed up to now. */
  output: () => string;
  /** Sends a signal and waits for the end. @returns the exit code, or null when the signal ended it */
  stop: (signal: NodeJS.Signals) => Promise<number | null>;
};

/** @returns a data folder that goes away when the test ends */
export function dataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "jeunesse-serveur-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** @returns what starts the site with other time limits than a real one has */
const withTimeouts = (timeouts: Timeouts): string[] => [
  "--input-type=module",
  "--eval",
  `process.env.NODE_ENV = "production";
   const { serve } = await import("./server/serve.ts");
   await serve(process.env, { timeouts: ${JSON.stringify(timeouts)} });`,
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
  onTestFinished(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGKILL");
    await once(child, "exit");
  });
  return { child, output: () => text };
}

/**
 * Starts the site and waits until it says where it is.
 * @param timeouts other time limits than those of a real one
 * @param args what Node runs in place of the site in production
 */
export async function start(env: Record<string, string>, timeouts?: Timeouts, args?: string[]): Promise<SiteProcess> {
  const PORT = String(await freePort());
  const { child, output } = launch({ PORT, ...env }, timeouts ? withTimeouts(timeouts) : args);
  await new Promise<void>((ready, fail) => {
    const search = () => {
      if (/Savièse: https?:\/\/\S+/.test(output())) ready();
    };
    child.stdout?.on("data", search);
    child.once("exit", (code) => fail(new Error(`the site ended with ${code}: ${output()}`)));
  });
  return {
    url: `http://localhost:${env.PORT ?? PORT}`,
    pid: child.pid ?? 0,
    output,
    async stop(signal) {
      child.kill(signal);
      const [code] = (await once(child, "exit")) as [number | null];
      return code;
    },
  };
}

/** Starts a site that cannot start. @returns its exit code and what it printed */
export async function startInVain(
  env: Record<string, string>,
  args?: string[],
): Promise<{ code: number | null; output: string }> {
  const { child, output } = launch(env, args);
  const [code] = (await once(child, "exit")) as [number | null];
  return { code, output: output() };
}
