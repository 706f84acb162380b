/** Tries a release on the site's data where no visitor can reach it. */
import { type ChildProcess, spawn } from "node:child_process";
import { createServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { type Machine, UpgradeFault } from "./machine.ts";

const TRIAL_MS = 120_000;
const STEP_MS = 100;

/**
 * Starts a release on the stopped site's data: it brings them up to date, answers, and does nothing by itself. Ends it
 * again.
 * @throws UpgradeFault when it does not answer as it should; the data may then be of either release
 */
export async function tryRelease(machine: Machine, release: string, signal: AbortSignal): Promise<void> {
  const port = await freePort();
  const { command, args, options } = machine.asSite(release, ["server/index.ts", "--trial"], {
    PORT: String(port),
    HOST: "127.0.0.1",
  });
  const trial = spawn(command, args, { ...options, detached: true, stdio: ["ignore", "inherit", "inherit"] });
  const ended = new Promise<void>((end) => trial.once("close", () => end()).once("error", () => end()));
  const over = AbortSignal.any([signal, endOf(ended)]);
  try {
    await waitForRelease(port, release, { withinMs: TRIAL_MS, signal: over });
    const { status } = await fetch(`http://127.0.0.1:${port}/`, { signal: over });
    if (status !== 200) throw new UpgradeFault(`The home page of ${release} answered ${status}.`);
  } finally {
    await endTrial(trial, ended);
  }
}

function endOf(ended: Promise<void>): AbortSignal {
  const controller = new AbortController();
  void ended.then(() => controller.abort());
  return controller.signal;
}

async function endTrial(trial: ChildProcess, ended: Promise<void>): Promise<void> {
  trial.kill("SIGTERM");
  const patience = new AbortController();
  void pause(20_000, undefined, { signal: patience.signal }).then(
    () => trial.kill("SIGKILL"),
    () => {},
  );
  await ended;
  patience.abort();
}

/** How long a release that answers already may take until it says that it is well. */
const WELL_MS = 15_000;

/**
 * Resolves once a release answers that it is well.
 * @throws UpgradeFault when it does not within the time, or the signal ends the wait
 */
export async function waitForRelease(
  port: number,
  release: string,
  { withinMs, signal }: { withinMs: number; signal: AbortSignal },
): Promise<void> {
  let until = performance.now() + withinMs;
  for (let hasAnswered = false; ; await pause(STEP_MS)) {
    const answer = await askHealth(port);
    if (answer === release) return;
    if (answer !== null && !hasAnswered) {
      hasAnswered = true;
      until = Math.min(until, performance.now() + WELL_MS);
    }
    if (signal.aborted || performance.now() > until)
      throw new UpgradeFault(`${release} does not answer that it is well.`);
  }
}

/** @returns which release answers that it is well; empty when one answers otherwise; null when nobody does */
async function askHealth(port: number): Promise<string | null> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(5000) });
    if (!response.ok) return "";
    const { version } = (await response.json()) as { version?: unknown };
    return `v${version}`;
  } catch {
    return null;
  }
}

function freePort(): Promise<number> {
  const server = createServer();
  return new Promise((resolve, reject) => {
    server.once("error", reject).listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}
