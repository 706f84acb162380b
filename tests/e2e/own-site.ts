/** A site of its own for each test, with nothing but the committee's account. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { COMPILED } from "#tests/compiled.ts";
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

const PASSWORD_STRENGTH = join(import.meta.dirname, "password-strength-here.ts");

let sites: ChildProcess | undefined;

/** Opens a site in the process of this worker's own sites, which ends with the worker. */
async function openOwnSite(env: NodeJS.ProcessEnv): Promise<OwnSite> {
  sites ??= fork(join(import.meta.dirname, "own-sites.ts"), {
    execArgv: ["--min-semi-space-size=64", "--max-semi-space-size=64", "--import", PASSWORD_STRENGTH],
    env: { ...process.env, ...COMPILED, NODE_ENV: "production" },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const answer = once(sites, "message");
  sites.send(env);
  return (await answer)[0] as OwnSite;
}

/** `siteEnv`: settings of the site that differ from those of the tests. */
type Fixtures = {
  siteEnv: Record<string, string>;
  openOwnSite: () => Promise<OwnSite>;
  ownSite: OwnSite;
  dataDir: string;
};

// No fixture is of the worker: Playwright would start another worker and another browser for the tests that have it.
export const test = base.extend<Fixtures>({
  siteEnv: [{}, { option: true }],
  openOwnSite: async ({ siteEnv }, use) => use(() => openOwnSite(siteEnv)),
  ownSite: async ({ openOwnSite }, use) => use(await openOwnSite()),
  dataDir: async ({ ownSite }, use) => use(ownSite.dataDir),
  baseURL: async ({ ownSite }, use) => use(ownSite.url),
});
