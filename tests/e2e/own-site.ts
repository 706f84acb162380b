/** A site of its own for each test, with nothing but the committee's account. */
import { type ChildProcess, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { DatabaseSync } from "node:sqlite";
import { COMPILED } from "#tests/compiled.ts";
import { freePort } from "#tests/free-ports.ts";
import type { OwnSite } from "./own-sites.ts";
import { test as base } from "./test.ts";

/** Dates the last password of every session back, so that the site asks for it again. */
export function aQuarterOfAnHourPasses(dataDir: string): void {
  const db = new DatabaseSync(join(dataDir, "site.db"), { timeout: 5000 });
  db.exec(
    "UPDATE documents SET content = json_set(content, '$.confirmedAt', '2025-01-01T00:00:00.000Z') WHERE collection = 'sessions'",
  );
  db.close();
}

/**
 * Starts a site on an empty data folder, as a process of its own.
 * @returns its address and data folder, the lines that it printed about signing in, and a function that stops it
 */
export async function startOwnSite(env: Record<string, string>) {
  const dataDir = mkdtempSync(join(tmpdir(), "jeunesse-e2e-"));
  const port = await freePort();
  const site = spawn(process.execPath, ["server/index.ts"], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, ...COMPILED, DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: "silent", ...env },
  });
  const greeting: string[] = [];
  for await (const line of createInterface({ input: site.stdout })) {
    greeting.push(line);
    if (/^(?:Sign in at|The link works)/.test(line)) break;
  }
  return {
    url: `http://localhost:${port}`,
    dataDir,
    greeting,
    async stop() {
      const end = once(site, "exit");
      site.kill("SIGTERM");
      await end;
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

let sites: ChildProcess | undefined;

/** Opens a site in the process of this worker's own sites, which ends with the worker. */
async function openOwnSite(): Promise<OwnSite> {
  sites ??= fork(join(import.meta.dirname, "own-sites.ts"), {
    env: { ...process.env, ...COMPILED, NODE_ENV: "production" },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const answer = once(sites, "message");
  sites.send("open");
  return (await answer)[0] as OwnSite;
}

type Fixtures = { openOwnSite: () => Promise<OwnSite>; ownSite: OwnSite; dataDir: string };

// No fixture is of the worker: Playwright would start another worker and another browser for the tests that have it.
export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what the fixture needs
  openOwnSite: async ({}, use) => use(openOwnSite),
  ownSite: async ({ openOwnSite }, use) => use(await openOwnSite()),
  dataDir: async ({ ownSite }, use) => use(ownSite.dataDir),
  baseURL: async ({ ownSite }, use) => use(ownSite.url),
});
