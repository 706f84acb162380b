/** Runs a release on its own data where no visitor can reach it, under a copy of its unit. */
import { randomInt } from "node:crypto";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { releaseFolder, run, systemctl, UpgradeError } from "./machine.ts";

const UNIT = "jeunesse-rehearsal.service";
const UNIT_FILE = `/run/systemd/system/${UNIT}`;
const SETTINGS = "/run/jeunesse-rehearsal.env";
/** A migration of a large database takes a while. */
const REHEARSAL_MS = 120_000;
/** How long a release that answers already may take until it says that it is well. */
const WELL_MS = 15_000;
const STEP_MS = 50;

/**
 * Starts a release with its unit's own sandbox: it migrates its data and answers, and sends, sweeps and erases nothing.
 * Stops it again.
 * @throws UpgradeError when it does not answer as it should
 */
export async function rehearseUpgrade(release: string): Promise<void> {
  const port = randomInt(20_000, 30_000);
  const unit = run("cat", [join(releaseFolder(release), "deploy/jeunesse.service")]);
  const changes = [`WorkingDirectory=${releaseFolder(release)}`, `EnvironmentFile=${SETTINGS}`, "Restart=no"];
  try {
    writeFileSync(UNIT_FILE, [unit, "[Service]", ...changes, ""].join("\n"));
    writeFileSync(SETTINGS, `PORT=${port}\nHOST=127.0.0.1\nREHEARSAL=on\n`);
    systemctl("daemon-reload");
    systemctl("start", UNIT);
    await waitForRelease(port, release, { withinMs: REHEARSAL_MS, unit: UNIT });
    const { status } = await fetch(`http://127.0.0.1:${port}/`, { signal: AbortSignal.timeout(REHEARSAL_MS) });
    if (status !== 200) throw new UpgradeError(`The home page of ${release} answered ${status}.`);
  } finally {
    systemctl("stop", UNIT);
    for (const file of [UNIT_FILE, SETTINGS]) rmSync(file, { force: true });
  }
}

/**
 * Resolves once a release answers on its port that it is well.
 * @param unit the service that runs it
 * @throws UpgradeError when it does not within the time, or its unit has failed
 */
export async function waitForRelease(
  port: number,
  release: string,
  { withinMs, unit }: { withinMs: number; unit: string },
): Promise<void> {
  let until = performance.now() + withinMs;
  for (let hasAnswered = false; ; await pause(STEP_MS)) {
    const answer = await askHealth(port);
    if (answer === release) return;
    if (answer !== null && !hasAnswered) {
      hasAnswered = true;
      until = Math.min(until, performance.now() + WELL_MS);
    }
    const state = /^ActiveState=(.*)$/m.exec(systemctl("show", "--property=ActiveState", unit))?.[1];
    if (state === "failed" || state === "inactive")
      throw new UpgradeError(`${release} does not run: journalctl -u ${unit} says why.`);
    if (performance.now() > until)
      throw new UpgradeError(`${release} does not answer that it is well: journalctl -u ${unit} says why.`);
  }
}

/** @returns which release answers that it is well; empty when one answers otherwise; null when none answers */
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
